const timeoutMs = 30_000
/** A token has a few kilobytes. */
const answerBytesMax = 65_536

/** An answer of a witness. */
export interface HttpAnswer {
  status: number
  body: Buffer
}

/**
 * Sends a request to a witness. Its address is the operator's choice, so any host is allowed; credentials in it are sent as such.
 *
 * @throws {Error} when there is no answer in time, or one that is too large
 */
export async function request(address: string, init: RequestInit & { signal: AbortSignal }): Promise<HttpAnswer> {
  const url = new URL(address)
  const headers = new Headers(init.headers)
  if (url.username !== '') {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
    url.username = ''
    url.password = ''
  }
  const signal = AbortSignal.any([init.signal, AbortSignal.timeout(timeoutMs)])
  const answer = await fetch(url, { ...init, headers, signal })
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    length += piece.length
    if (length > answerBytesMax) throw new Error(`the answer has more than ${answerBytesMax} bytes`)
    pieces.push(piece)
  }
  return { status: answer.status, body: Buffer.concat(pieces) }
}
