import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Digest algorithms by the digits of their hex. */
const algorithms: Readonly<Record<number, 'sha256' | 'sha384' | 'sha512'>> = {
  64: 'sha256',
  96: 'sha384',
  128: 'sha512',
}

/**
 * Digest of a file, of the same length as a given hex hash: SHA-256, SHA-384 or SHA-512. The file is read as a stream.
 * @throws Error of the file system when it cannot be read.
 */
export async function fileDigest(path: string, hash: string): Promise<{ algorithm: string; digest: Uint8Array }> {
  const algorithm = algorithms[hash.length]
  if (algorithm === undefined) throw new RangeError('the hash has 64, 96 or 128 hex digits')
  const digest = createHash(algorithm)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) digest.update(chunk)
  return { algorithm, digest: digest.digest() }
}
