/** Returns an address without user and password. */
export function withoutCredentials(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}

/** Returns a text without users and passwords of the addresses in it. */
export function hideCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi, '$1')
}

/** Returns the header that carries the user and password of an address, as Basic authentication; none when it has no user. */
export function loginOf(address: string): { authorization?: string } {
  const { username, password } = new URL(address)
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}
