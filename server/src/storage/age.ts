import { nonceLength, payloadKey, sealedSize } from './age-chunk.js'
import { AgeError } from './age-error.js'
import { findHeader, headerSize, openHeader, rewrapHeader } from './age-header.js'
import type { Identity, Recipient } from './age-keys.js'
import { AgeDecryptor, AgeEncryptor } from './age-stream.js'

// Files in the age v1 format (https://c2sp.org/age), which the `age` command line tool opens too.

/** Bytes before the first chunk: the header for so many recipients, and the payload's nonce. */
export function headerLength(recipients = 1): number {
  return headerSize(recipients) + nonceLength
}

/** How large the encrypted file is: bytes. @param header as {@link headerLength} gives it */
export function encryptedSize(plainSize: number, header = headerLength()): number {
  return header + sealedSize(plainSize)
}

/** Encrypts a file to recipients. */
export async function* encrypt(
  recipients: readonly Recipient[],
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encryptor = new AgeEncryptor(recipients)
  yield encryptor.header
  for await (const plain of source) {
    const sealed = encryptor.push(plain)
    if (sealed.length > 0) yield sealed
  }
  yield encryptor.finish()
}

/**
 * Decrypts a file. What it gives is authentic; that it is all, is only sure when it ends without an error.
 *
 * @throws AgeError
 */
export async function* decrypt(
  identities: readonly Identity[],
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let beginning: Uint8Array = new Uint8Array(0)
  let decryptor: AgeDecryptor | undefined
  for await (const piece of source) {
    let sealed = piece
    if (!decryptor) {
      beginning = Buffer.concat([beginning, piece])
      const opened = openBeginning(beginning, identities)
      if (!opened) continue
      decryptor = new AgeDecryptor(opened.key)
      sealed = beginning.subarray(opened.headerLength)
    }
    const plain = decryptor.push(sealed)
    if (plain.length > 0) yield plain
  }
  if (!decryptor) throw cutOff()
  const last = decryptor.finish()
  if (last.length > 0) yield last
}

/**
 * Opens the beginning of a file.
 *
 * @returns the key of its chunks and where they begin; null when more of the file is needed
 * @throws AgeError
 */
export function openBeginning(
  beginning: Uint8Array,
  identities: readonly Identity[],
): { key: Uint8Array; headerLength: number } | null {
  const end = findHeader(beginning)
  if (end === null || beginning.length < end + nonceLength) return null
  const fileKey = openHeader(beginning.subarray(0, end), identities)
  const headerLength = end + nonceLength
  return { key: payloadKey(fileKey, beginning.subarray(end, headerLength)), headerLength }
}

/**
 * The same file for other recipients. Only the header is made anew: everything behind it is passed on byte for byte.
 *
 * @throws AgeError before anything is given
 */
export async function* rewrap(
  identities: readonly Identity[],
  recipients: readonly Recipient[],
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let beginning: Uint8Array | null = new Uint8Array(0)
  for await (const piece of source) {
    if (!beginning) {
      yield piece
      continue
    }
    beginning = Buffer.concat([beginning, piece])
    const end = findHeader(beginning)
    if (end === null) continue
    yield rewrapHeader(beginning.subarray(0, end), identities, recipients)
    if (beginning.length > end) yield beginning.subarray(end)
    beginning = null
  }
  if (beginning) throw cutOff()
}

function cutOff(): AgeError {
  return new AgeError('header', 'it was cut off')
}
