import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountKeys } from '../keys.js'

/**
 * Signs cookies that an older secret signed with the newest, in the request's own headers: better-auth checks cookies with one secret
 * alone, and a change of the master key must not log everyone out.
 */
export function resignCookies(headers: Headers, [newest, ...older]: AccountKeys['portal']): void {
  const cookies = older.length === 0 ? null : headers.get('cookie')
  if (cookies === null) return
  const resigned = (pair: string) => {
    const at = pair.indexOf('=')
    const { text, signature } = signedIn(pair.slice(at + 1))
    const isOlder = older.some(({ value }) => isEqual(signature, sign(value, text)))
    return isOlder ? `${pair.slice(0, at)}=${encodeURIComponent(`${text}.${sign(newest.value, text)}`)}` : pair
  }
  headers.set('cookie', cookies.split(/; */).map(resigned).join('; '))
}

/** Splits the value of a signed cookie, `text.signature`. */
function signedIn(value: string): { text: string; signature: string } {
  let decoded = value
  try {
    decoded = decodeURIComponent(value)
  } catch {
    // Not one of ours.
  }
  const at = decoded.lastIndexOf('.')
  return { text: decoded.slice(0, Math.max(at, 0)), signature: decoded.slice(at + 1) }
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
