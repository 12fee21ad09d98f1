import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { chunkSize } from '../../src/storage/age/chunk.js'

/** Boundary sizes in bytes. */
export const sizes = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 200_000, 327_680]

/** Returns content that differs from chunk to chunk. */
export const contentOf = (size: number): Uint8Array => content.subarray(0, size)
const content = randomBytes(5 * chunkSize)

export const anySize = fc.oneof(fc.constantFrom(...sizes), fc.nat(content.length))
/** Sizes of the pieces in which a stream arrives, repeated. */
export const pieceSizes = fc.array(
  fc.oneof(fc.integer({ min: 100, max: 5_000 }), fc.nat(200_000), fc.constantFrom(0, 65_536, 65_552)),
  {
    minLength: 1,
    maxLength: 6,
  },
)

/** Streams bytes in pieces, and overwrites each piece once the next is requested. */
export async function* stream(bytes: Uint8Array, sizes: readonly number[] = [65_536]): AsyncGenerator<Uint8Array> {
  const steps = sizes.some((size) => size > 0) ? sizes : [1_000]
  for (let at = 0, step = 0; at < bytes.length; step++) {
    // Not `slice`: on a Buffer it does not copy.
    const piece = Uint8Array.from(bytes.subarray(at, at + steps[step % steps.length]!))
    at += piece.length
    yield piece
    piece.fill(0xee)
  }
}

/** Collects a stream. Copies each piece, because the source may reuse it. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces)
}

/** Compares bytes faster than a matcher, which would print each number on failure. */
export const same = (one: Uint8Array, two: Uint8Array): boolean => Buffer.compare(one, two) === 0

/** Streams bytes that stay unchanged, for a store that holds on to pieces. */
export async function* steady(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
