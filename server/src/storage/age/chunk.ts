import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { AgeError } from './error.js'

// STREAM (https://eprint.iacr.org/2015/189) as age uses it: 64 KiB chunks, each encrypted with ChaCha20-Poly1305. The nonce
// encodes the chunk's index and whether it is the last, so chunks can't be reordered, truncated or appended.

/** Plaintext bytes in every chunk but the last. */
export const chunkSize = 65_536
const tagLength = 16
/** Ciphertext bytes in every chunk but the last. */
export const encryptedChunkSize = chunkSize + tagLength
/** Length of the nonce between the header and the first chunk. */
export const nonceLength = 16

const algorithm = 'chacha20-poly1305'
const options = { authTagLength: tagLength }

/** Returns the number of chunks in a file; an empty file has one. */
export function chunkCount(plainSize: number): number {
  return Math.max(1, Math.ceil(plainSize / chunkSize))
}

/** Returns the size of all encrypted chunks together, in bytes. */
export function encryptedPayloadSize(plainSize: number): number {
  return plainSize + chunkCount(plainSize) * tagLength
}

/** Derives the key that encrypts the chunks. @param nonce random, 16 bytes */
export function payloadKey(fileKey: Uint8Array, nonce: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** Encrypts one chunk into `out` at offset `at`. Returns the offset of its end. */
export function encryptChunk(
  key: Uint8Array,
  index: number,
  isLast: boolean,
  plain: Uint8Array,
  out: Uint8Array,
  at: number,
): number {
  const cipher = createCipheriv(algorithm, key, nonceOf(index, isLast), options)
  out.set(cipher.update(plain), at)
  cipher.final()
  out.set(cipher.getAuthTag(), at + plain.length)
  return at + plain.length + tagLength
}

/**
 * Decrypts one chunk into `out` at offset `at`. Returns the offset of its end. When it throws, `out` holds unauthenticated bytes
 * that must not be used.
 *
 * @throws {AgeError} `payload` when it is not the chunk with this index
 */
export function decryptChunk(
  key: Uint8Array,
  index: number,
  isLast: boolean,
  encrypted: Uint8Array,
  out: Uint8Array,
  at: number,
): number {
  const plainSize = encrypted.length - tagLength
  if (plainSize < 0) throw new AgeError('payload', 'the file is truncated')
  if (plainSize === 0 && index > 0) throw new AgeError('payload', 'the last chunk is empty')
  const decipher = createDecipheriv(algorithm, key, nonceOf(index, isLast), options)
  decipher.setAuthTag(encrypted.subarray(plainSize))
  out.set(decipher.update(encrypted.subarray(0, plainSize)), at)
  try {
    decipher.final()
  } catch {
    throw new AgeError('payload', `chunk ${index} was modified or is ${isLast ? 'not ' : ''}the last one`)
  }
  return at + plainSize
}

/** An 11-byte counter, of which 6 bytes suffice for 2^64 bytes of content; then 1 for the last chunk, 0 otherwise. */
function nonceOf(index: number, isLast: boolean): Uint8Array {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
