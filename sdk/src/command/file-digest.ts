import { createHash } from 'node:crypto'
import { inputStream, reading } from './input.js'

/** Digest algorithms by the digits of their hex. */
const algorithms: Readonly<Record<number, 'sha256' | 'sha384' | 'sha512'>> = {
  64: 'sha256',
  96: 'sha384',
  128: 'sha512',
}

/** Digits of a SHA-256 in hex. */
export const SHA256_DIGITS = 64

/**
 * Digest of a file, with as many hex digits as a given hash: SHA-256, SHA-384 or SHA-512. The file is read as a stream.
 * @throws Error in plain words when it cannot be read.
 */
export async function fileDigest(path: string, digits: number): Promise<{ algorithm: string; digest: Uint8Array }> {
  const algorithm = algorithms[digits]
  if (algorithm === undefined) throw new RangeError('the hash has 64, 96 or 128 hex digits')
  const digest = createHash(algorithm)
  const update = async () => {
    for await (const chunk of inputStream(path)) digest.update(chunk)
  }
  await reading(path, update())
  return { algorithm, digest: digest.digest() }
}
