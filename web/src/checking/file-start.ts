import { type FileStart, ORIGINAL_TAIL_BYTES, originalLength } from '@tallystick/proof'

/**
 * Finds the document that a stamped copy begins with; undefined when the file doesn't say where one ends.
 *
 * @param hash computes the digest of a part of the file
 * @throws {DOMException} when the file cannot be read
 */
export async function startOf(file: Blob, hash: (part: Blob) => Promise<Uint8Array>): Promise<FileStart | undefined> {
  const length = await startLength(file)
  return length === undefined ? undefined : { length, digest: await hash(file.slice(0, length)) }
}

/**
 * Returns the length in bytes of the document that a stamped copy begins with; undefined when the file doesn't say where one ends.
 *
 * @throws {DOMException} when the file cannot be read
 */
export async function startLength(file: Blob): Promise<number | undefined> {
  const tail = await file.slice(Math.max(0, file.size - ORIGINAL_TAIL_BYTES)).arrayBuffer()
  return originalLength(new Uint8Array(tail), file.size)
}
