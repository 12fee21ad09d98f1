import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { chunkSize } from '../../src/storage/age-chunk.js'

/** Sizes at which something changes: bytes. */
export const sizes = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 200_000, 327_680]

/** Content that differs from chunk to chunk. */
export const contentOf = (size: number): Uint8Array => content.subarray(0, size)
const content = randomBytes(5 * chunkSize)

export const anySize = fc.oneof(fc.constantFrom(...sizes), fc.nat(content.length))
/** Sizes of the pieces in which a stream arrives, over and over. */
export const pieceSizes = fc.array(
  fc.oneof(fc.integer({ min: 100, max: 5_000 }), fc.nat(200_000), fc.constantFrom(0, 65_536, 65_552)),
  {
    minLength: 1,
    maxLength: 6,
  },
)

/** A stream that arrives in pieces; each piece is overwritten once the next is asked for. */
export async function* stream(bytes: Uint8Array, sizes: readonly number[] = [65_536]): AsyncGenerator<Uint8Array> {
  const steps = sizes.some((size) => size > 0) ? sizes : [1_000]
  for (let at = 0, step = 0; at < bytes.length; step++) {
    // Not slice, which makes no copy of a Buffer.
    const piece = Uint8Array.from(bytes.subarray(at, at + steps[step % steps.length]!))
    at += piece.length
    yield piece
    piece.fill(0xee)
  }
}

/** All of a stream. Copies: what is given may be reused by the giver. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces)
}

/** Quicker than to have them compared, and shown, number by number. */
export const same = (one: Uint8Array, two: Uint8Array): boolean => Buffer.compare(one, two) === 0

/** A stream for a store, which keeps its pieces for a while: they stay as they are. */
export async function* steady(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
