import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { AgeError } from './age-error.js'

// STREAM (https://eprint.iacr.org/2015/189) as age uses it: chunks of 64 KiB, each sealed with ChaCha20-Poly1305. The nonce
// is the chunk's number and whether it is the last, so that chunks cannot be swapped, cut off or added.

/** Plain bytes in every chunk but the last. */
export const chunkSize = 65_536
const tagLength = 16
/** Sealed bytes in every chunk but the last. */
export const sealedChunkSize = chunkSize + tagLength
/** What stands between the header and the first chunk. */
export const nonceLength = 16

const cipher = 'chacha20-poly1305'
const options = { authTagLength: tagLength }

/** How many chunks a file of so many plain bytes has; an empty file has one. */
export function chunkCount(plainSize: number): number {
  return Math.max(1, Math.ceil(plainSize / chunkSize))
}

/** The size of all chunks together: bytes. */
export function sealedSize(plainSize: number): number {
  return plainSize + chunkCount(plainSize) * tagLength
}

/** The key of the chunks. @param nonce random, 16 bytes */
export function payloadKey(fileKey: Uint8Array, nonce: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** Seals one chunk into `out` at `at`; returns where it ends there. */
export function sealChunk(
  key: Uint8Array,
  index: number,
  isLast: boolean,
  plain: Uint8Array,
  out: Uint8Array,
  at: number,
): number {
  const seal = createCipheriv(cipher, key, nonceOf(index, isLast), options)
  out.set(seal.update(plain), at)
  seal.final()
  out.set(seal.getAuthTag(), at + plain.length)
  return at + plain.length + tagLength
}

/**
 * Opens one chunk into `out` at `at`; returns where it ends there. When it throws, what it wrote to `out` must not be used.
 *
 * @throws AgeError `payload` when it is not the chunk of this number
 */
export function openChunk(
  key: Uint8Array,
  index: number,
  isLast: boolean,
  sealed: Uint8Array,
  out: Uint8Array,
  at: number,
): number {
  const plainSize = sealed.length - tagLength
  if (plainSize < 0) throw new AgeError('payload', 'it was cut off')
  if (plainSize === 0 && index > 0) throw new AgeError('payload', 'the last chunk is empty')
  const open = createDecipheriv(cipher, key, nonceOf(index, isLast), options)
  open.setAuthTag(sealed.subarray(plainSize))
  out.set(open.update(sealed.subarray(0, plainSize)), at)
  try {
    open.final()
  } catch {
    throw new AgeError('payload', `chunk ${index} was changed, or is ${isLast ? 'not ' : ''}the last`)
  }
  return at + plainSize
}

/** 11 bytes for the number, of which 6 are enough for 2^64 bytes; then 1 for the last chunk, else 0. */
function nonceOf(index: number, isLast: boolean): Uint8Array {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
