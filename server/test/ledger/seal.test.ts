import { commitment, type JsonValue } from '@tallystick/proof'
import { inclusionPath, leafHash, merkleRoot, rootFromPath, TILE, tiledPath } from '@tallystick/proof/merkle'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { entryLeaf, random16, sha256 } from '../../src/ledger/entry.js'
import { rootOfStored, type Seal, seal, sealInTurns, splitHashes } from '../../src/ledger/seal.js'

const leavesOf = (size: number) => Array.from({ length: size }, (_, at) => sha256(Buffer.from(`leaf ${at}`)))
/** Compares as a whole: vitest would look at each of a million bytes. */
function expectSame(one: Seal, other: Seal): void {
  expect(one.size).toBe(other.size)
  for (const part of ['leaves', 'tiles', 'root'] as const) {
    expect(Buffer.compare(one[part], other[part]), part).toBe(0)
  }
}
const sizes = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 200, max: 1_100 }))

describe('seal', () => {
  it('has the same root from the leaves and from the tiles', () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const leaves = leavesOf(size)
        const { root, tiles, leaves: stored, size: counted } = seal(leaves)
        expect(counted).toBe(size)
        expect(Buffer.from(root)).toEqual(Buffer.from(merkleRoot(leaves)))
        expect(Buffer.from(rootOfStored(stored))).toEqual(Buffer.from(root))
        expect(Buffer.from(merkleRoot(splitHashes(tiles)))).toEqual(Buffer.from(root))
        expect(tiles.length).toBe(32 * Math.ceil(size / TILE))
      }),
      { numRuns: runs(40) },
    )
  })

  it('is the same when built in turns, while other work runs', async () => {
    for (const size of [1, TILE, 8 * TILE, 8 * TILE + 1, 20_000]) {
      const leaves = leavesOf(size)
      let others = 0
      const count = () => {
        others++
        counting = setImmediate(count)
      }
      let counting = setImmediate(count)
      expectSame(await sealInTurns(leaves), seal(leaves))
      clearImmediate(counting)
      if (size === 20_000) expect(others).toBeGreaterThan(0)
    }
  })

  it('proves each leaf from one tile and the roots of the tiles', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, pick) => {
        const index = pick % size
        const { leaves, tiles, root } = seal(leavesOf(size))
        const tile = Math.floor(index / TILE) * TILE * 32
        const own = splitHashes(leaves.subarray(tile, tile + TILE * 32))
        const path = tiledPath(own, splitHashes(tiles), index, size, sha256)
        expect(path.map((hash) => Buffer.from(hash))).toEqual(
          inclusionPath(splitHashes(leaves), index).map((hash) => Buffer.from(hash)),
        )
        const leaf = splitHashes(leaves)[index] as Uint8Array
        expect(Buffer.from(rootFromPath(leaf, index, size, path))).toEqual(Buffer.from(root))
      }),
      { numRuns: runs(60) },
    )
  })

  it('detects every flipped bit', () => {
    const { leaves, root } = seal(leavesOf(300))
    fc.assert(
      fc.property(fc.nat(leaves.length * 8 - 1), (bit) => {
        const changed = Buffer.from(leaves)
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
        expect(Buffer.from(rootOfStored(changed)).equals(Buffer.from(root))).toBe(false)
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('entryLeaf', () => {
  it('equals the leaf of the proof library', () => {
    const digest = fc.constantFrom(32, 48, 64).chain((n) => fc.uint8Array({ minLength: n, maxLength: n }))
    const salt = fc.uint8Array({ minLength: 16, maxLength: 16 })
    const details = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)))
    fc.assert(
      fc.property(digest, salt, details, (digest, salt, details) => {
        const own = entryLeaf({ digest, salt, details: details as JsonValue })
        expect(Buffer.from(own)).toEqual(Buffer.from(leafHash(digest, commitment(salt, details as JsonValue))))
      }),
    )
  })
})

describe('random16', () => {
  it('returns 16 bytes, never the same', () => {
    const salts = Array.from({ length: 2_000 }, () => Buffer.from(random16()).toString('hex'))
    expect(new Set(salts).size).toBe(salts.length)
    expect(salts.every((salt) => salt.length === 32)).toBe(true)
  })
})
