import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/tier.js'
import { encrypt, headerLength } from '../../src/storage/age/age.js'
import { chunkSize, encryptedChunkSize } from '../../src/storage/age/chunk.js'
import { AgeError } from '../../src/storage/age/error.js'
import { makeIdentity } from '../../src/storage/age/keys.js'
import { AgeFile, planRange, type ReadRange } from '../../src/storage/age/range.js'
import { anySize, collect, contentOf, pieceSizes, same, sizes, stream } from './age-files.js'

const me = makeIdentity()
const encrypted = (size: number, recipients = [me.recipient]) => collect(encrypt(recipients, stream(contentOf(size))))

/** Reads as a store does: nothing past the end. */
const reader =
  (file: Uint8Array, pieces?: readonly number[]): ReadRange =>
  async (start, end) =>
    stream(file.subarray(start, end + 1), pieces)

describe('a range', () => {
  test('decrypts to that slice of the content', () =>
    fc.assert(
      fc.asyncProperty(anySize, fc.nat(), fc.nat(), pieceSizes, async (size, a, b, pieces) => {
        const file = await AgeFile.open([me], size, reader(await encrypted(size), pieces))
        expect(same(await collect(file.all()), contentOf(size))).toBe(true)
        if (size === 0) return
        const [start, end] = [a % size, b % size].sort((x, y) => x - y) as [number, number]
        expect(same(await collect(file.range(start, end)), contentOf(size).slice(start, end + 1))).toBe(true)
      }),
      { numRuns: runs(60) },
    ))

  test('works at chunk boundaries, with several recipients', async () => {
    const size = 3 * chunkSize
    const recipients = [makeIdentity().recipient, me.recipient, makeIdentity().recipient]
    const file = await AgeFile.open([me], size, reader(await encrypted(size, recipients)))
    expect(file.headerLength).toBe(headerLength(3))
    const edges = [0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 2 * chunkSize - 1, 2 * chunkSize, size - 1]
    for (const start of edges) {
      for (const end of edges.filter((end) => end >= start)) {
        expect(same(await collect(file.range(start, end)), contentOf(size).slice(start, end + 1))).toBe(true)
      }
    }
  })

  test('is refused when it exceeds the content', async () => {
    const file = await AgeFile.open([me], 10, reader(await encrypted(10)))
    for (const [start, end] of [
      [-1, 0],
      [5, 4],
      [0, 10],
      [10, 10],
      [Number.NaN, 1],
    ] as const) {
      expect(() => file.range(start, end)).toThrow(RangeError)
    }
    expect(() => planRange(headerLength(), 0, 0, 0)).toThrow(RangeError)
  })

  test('reads only the chunks it needs', async () => {
    const size = 5 * chunkSize
    const bytes = await encrypted(size)
    const reads: [number, number][] = []
    const file = await AgeFile.open([me], size, async (start, end) => {
      reads.push([start, end])
      return stream(bytes.subarray(start, end + 1))
    })
    const at = (chunk: number) => headerLength() + chunk * encryptedChunkSize
    expect(reads.splice(0)).toEqual([
      [0, 16_383],
      [at(4), at(5) - 1],
    ])
    await collect(file.range(chunkSize + 5, 3 * chunkSize - 1))
    expect(reads.splice(0)).toEqual([[at(1), at(3) - 1]])
    const small = await encrypted(1000)
    let count = 0
    const whole = await AgeFile.open([me], 1000, async (start, end) => {
      count++
      return stream(small.subarray(start, end + 1))
    })
    expect(await collect(whole.all())).toEqual(Buffer.from(contentOf(1000)))
    expect(count).toBe(1)
  })
})

describe('a modified file', () => {
  test('is refused when truncated, extended or of an unexpected size', async () => {
    for (const size of sizes) {
      const bytes = await encrypted(size)
      const ends = [0, 100, headerLength(), bytes.length - encryptedChunkSize, bytes.length - 16, bytes.length - 1]
      for (const end of ends.filter((end) => end >= 0 && end < bytes.length)) {
        await expect(AgeFile.open([me], size, reader(bytes.subarray(0, end)))).rejects.toThrow(AgeError)
      }
      for (const wrong of [size + 1, size - 1, size + chunkSize, size - chunkSize, 0].filter((n) => n >= 0)) {
        if (wrong !== size) await expect(AgeFile.open([me], wrong, reader(bytes))).rejects.toThrow(AgeError)
      }
    }
  })

  test('yields no byte of a modified chunk', async () => {
    const size = 4 * chunkSize
    const bytes = await encrypted(size)
    const file = await AgeFile.open([me], size, reader(bytes, [1000]))
    bytes[headerLength() + 2 * encryptedChunkSize + 77]! ^= 1
    expect(await collect(file.range(0, 2 * chunkSize - 1))).toHaveLength(2 * chunkSize)
    expect(await collect(file.range(3 * chunkSize, size - 1))).toHaveLength(chunkSize)
    let given = 0
    const work = async () => {
      for await (const plain of file.range(chunkSize, size - 1)) given += plain.length
    }
    await expect(work()).rejects.toThrow(AgeError)
    expect(given).toBe(chunkSize)
  })

  test('is refused when the store returns wrong or too few bytes', async () => {
    const size = 4 * chunkSize
    const bytes = await encrypted(size)
    let shift = 0
    let cut = 0
    const file = await AgeFile.open([me], size, async (start, end) =>
      stream(bytes.subarray(start + shift, end + 1 + shift - cut)),
    )
    for (const [by, less] of [
      [encryptedChunkSize, 0],
      [1, 0],
      [0, 1],
      [0, encryptedChunkSize],
      [0, -1],
      [0, -encryptedChunkSize],
    ] as const) {
      shift = by
      cut = less
      await expect(collect(file.range(0, 2 * chunkSize - 1))).rejects.toThrow(AgeError)
    }
  })
})
