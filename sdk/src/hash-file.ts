import { toHex } from '@tallystick/proof'
import { builtin } from './node-builtin.js'
import { chunksOf, type Source } from './source.js'
import { unlessAborted } from './waiting.js'

/** The algorithms that stamps can have. */
export type HashAlgorithm = 'sha256' | 'sha384' | 'sha512'

/** Options of {@link hashFile}. */
export interface HashOptions {
  /** SHA-256 by default. */
  algorithm?: HashAlgorithm
  /** Called with the bytes hashed so far. */
  onProgress?: ((bytes: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Hashes content, here and in pieces, whatever its size. Nothing leaves the machine.
 *
 * @returns the hash in hex
 * @throws {TypeError} for a path outside of Node
 * @throws the error of the file system or the stream when the content cannot be read
 */
export async function hashFile(
  source: Source,
  { algorithm = 'sha256', onProgress, signal }: HashOptions = {},
): Promise<string> {
  const hash = await newHash(algorithm)
  const chunks = chunksOf(source)
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await unlessAborted(chunks.next(), signal)
      if (done) return hash.hex()
      hash.update(value)
      bytes += value.length
      onProgress?.(bytes)
    }
  } finally {
    // Closes the file or stream, as soon as a pending read allows.
    chunks.return().catch(() => undefined)
  }
}

/** Uses Node's own hash, several times as fast as one in JavaScript; browsers have none that takes pieces. */
async function newHash(algorithm: HashAlgorithm) {
  const native = builtin('node:crypto')?.createHash(algorithm)
  if (native) return { update: (bytes: Uint8Array) => void native.update(bytes), hex: () => native.digest('hex') }
  const hash = (await import('@noble/hashes/sha2.js'))[algorithm].create()
  return { update: (bytes: Uint8Array) => void hash.update(bytes), hex: () => toHex(hash.digest()) }
}
