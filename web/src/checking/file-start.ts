import { type FileStart, ORIGINAL_TAIL_BYTES, originalLength } from '@tallystick/proof'

/**
 * Finds the document that a stamped copy begins with; undefined when the file doesn't say where one ends.
 *
 * @param hash computes the digest of a part of the file
 * @throws {DOMException} when the file cannot be read
 */
export async function startOf(file: Blob, hash: (part: Blob) => Promise<Uint8Array>): Promise<FileStart | undefined> {
  const tail = await file.slice(Math.max(0, file.size - ORIGINAL_TAIL_BYTES)).arrayBuffer()
  const length = originalLength(new Uint8Array(tail), file.size)
  return length === undefined ? undefined : { length, digest: await hash(file.slice(0, length)) }
}
