import { loginOf, withoutCredentials } from '../base/credentials.js'

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
export async function request(
  address: string,
  init: RequestInit & { headers: Record<string, string>; signal: AbortSignal },
): Promise<HttpAnswer> {
  const headers = { ...init.headers, ...loginOf(address) }
  const signal = AbortSignal.any([init.signal, AbortSignal.timeout(timeoutMs)])
  const answer = await fetch(withoutCredentials(address), { ...init, headers, signal })
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    length += piece.length
    if (length > answerBytesMax) throw new Error(`the answer has more than ${answerBytesMax} bytes`)
    pieces.push(piece)
  }
  return { status: answer.status, body: Buffer.concat(pieces) }
}
