import { CopyError } from './copy-error.js'

/*
 * Asks for timestamps by RFC 3161. One kind of request and the frame of its answer: both are short enough to be written and read as they
 * are. Tokens are judged by `@tallystick/proof/tsa`.
 */

/** AlgorithmIdentifier of SHA-256, with NULL for its parameters. */
const sha256Identifier = [0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00]

/** Returns the TimeStampReq (DER) for a SHA-256 digest, which asks for the authority's certificates, too. */
export function timestampQuery(digest: Uint8Array): Uint8Array<ArrayBuffer> {
  const imprint = sequence([...sha256Identifier, 0x04, digest.length, ...digest])
  const [version, wantsCertificates] = [
    [0x02, 0x01, 0x01],
    [0x01, 0x01, 0xff],
  ] as const
  return Uint8Array.from(sequence([...version, ...imprint, ...wantsCertificates]))
}

/** Takes the token out of a TimeStampResp (DER). @throws {CopyError} `timestamp` when there is no token in it */
export function timestampTokenOf(response: Uint8Array): Uint8Array {
  const whole = element(response, 0)
  const info = element(response, whole.start)
  const status = element(response, info.start)
  // 0: granted; 1: granted with changes.
  const isGranted = status.end - status.start === 1 && (response[status.start] ?? 2) <= 1
  if (!isGranted || info.end >= whole.end) throw new CopyError('timestamp')
  return response.subarray(info.end, whole.end)
}

/** A SEQUENCE of fewer than 128 bytes. */
const sequence = (content: readonly number[]) => [0x30, content.length, ...content]

/** Finds where the content of an element starts and ends. */
function element(der: Uint8Array, at: number): { start: number; end: number } {
  const first = der[at + 1] ?? 0
  const count = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + count
  const length = count === 0 ? first : der.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  if (start + length > der.length || count > 4) throw new CopyError('timestamp')
  return { start, end: start + length }
}
