import { encryptedPayloadSize, nonceLength, payloadKey } from './chunk.js'
import { AgeError } from './error.js'
import { findHeader, headerSize, rewrapHeader, unwrapHeader } from './header.js'
import type { Identity, Recipient } from './keys.js'
import { AgeDecryptor, AgeEncryptor } from './stream.js'

// Files in the age v1 format (https://c2sp.org/age), which the `age` command line tool decrypts too.

/** Returns the number of bytes before the first chunk: the header and the payload nonce. */
export function headerLength(recipients = 1): number {
  return headerSize(recipients) + nonceLength
}

/** Returns the size of the encrypted file, in bytes. @param header from {@link headerLength} */
export function encryptedSize(plainSize: number, header = headerLength()): number {
  return header + encryptedPayloadSize(plainSize)
}

/** Encrypts a file to recipients. */
export async function* encrypt(
  recipients: readonly Recipient[],
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encryptor = new AgeEncryptor(recipients)
  yield encryptor.header
  for await (const plain of source) {
    const encrypted = encryptor.push(plain)
    if (encrypted.length > 0) yield encrypted
  }
  yield encryptor.finish()
}

/**
 * Decrypts a file. All output is authenticated, but it is known to be complete only once the generator ends without an error.
 *
 * @throws {AgeError} when the file can't be decrypted
 */
export async function* decrypt(
  identities: readonly Identity[],
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let beginning: Uint8Array = new Uint8Array(0)
  let decryptor: AgeDecryptor | undefined
  for await (const piece of source) {
    let encrypted = piece
    if (!decryptor) {
      beginning = Buffer.concat([beginning, piece])
      const opened = unwrapPayloadKey(beginning, identities)
      if (!opened) continue
      decryptor = new AgeDecryptor(opened.key)
      encrypted = beginning.subarray(opened.headerLength)
    }
    const plain = decryptor.push(encrypted)
    if (plain.length > 0) yield plain
  }
  if (!decryptor) throw truncated()
  const last = decryptor.finish()
  if (last.length > 0) yield last
}

/**
 * Unwraps the payload key from the first bytes of a file.
 *
 * @returns the key and the offset of the first chunk; null when it needs more of the file
 * @throws {AgeError} `header`, `no match` or `mac`
 */
export function unwrapPayloadKey(
  beginning: Uint8Array,
  identities: readonly Identity[],
): { key: Uint8Array; headerLength: number } | null {
  const end = findHeader(beginning)
  if (end === null || beginning.length < end + nonceLength) return null
  const fileKey = unwrapHeader(beginning.subarray(0, end), identities)
  const headerLength = end + nonceLength
  return { key: payloadKey(fileKey, beginning.subarray(end, headerLength)), headerLength }
}

/**
 * Wraps a file for other recipients. Replaces the header only; passes everything after it on byte for byte.
 *
 * @throws {AgeError} before any output
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
  if (beginning) throw truncated()
}

function truncated(): AgeError {
  return new AgeError('header', 'the file is truncated')
}
