import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'

/** Bytes between two breaths of the page. */
const pieceBytes = 4 * 1024 * 1024

/**
 * Hashes a file, piece by piece, so that it may be larger than the memory. Portable code: a page opened from disk has no worker.
 *
 * @param hexDigits length of the hash: 64, 96 or 128 for SHA-256, SHA-384 and SHA-512
 * @throws {DOMException} when the file cannot be read
 */
export async function hashFile(file: Blob, hexDigits: number, onProgress: (part: number) => void): Promise<Uint8Array> {
  const hash = hexDigits === 128 ? sha512.create() : hexDigits === 96 ? sha384.create() : sha256.create()
  for (let at = 0; at < file.size; at += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()))
    onProgress(Math.min(1, (at + pieceBytes) / file.size))
  }
  return hash.digest()
}
