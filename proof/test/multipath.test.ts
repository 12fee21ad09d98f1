import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { inclusionPath, merkleRoot, multiPath, pathAmong, rootFromLeaves } from '../src/merkle.js'

const leavesOf = (size: number) => Array.from({ length: size }, (_, i) => sha256(utf8(`leaf ${i}`)))
const pick = (leaves: readonly Uint8Array[], indexes: readonly number[]) =>
  indexes.map((index) => ({ index, hash: leaves[index]! }))

/** The size of a tree, and the indexes of some of its leaves. */
const some = fc
  .integer({ min: 1, max: 70 })
  .chain((size) => fc.tuple(fc.constant(size), fc.subarray([...Array(size).keys()], { minLength: 1 })))

describe('a path of several leaves', () => {
  test('leads to the root and gives the path of each leaf', () => {
    fc.assert(
      fc.property(some, ([size, indexes]) => {
        const leaves = leavesOf(size)
        const siblings = multiPath(leaves, indexes)
        const known = pick(leaves, indexes)
        expect(rootFromLeaves(known, size, siblings)).toEqual(merkleRoot(leaves))
        for (const index of indexes) {
          expect(pathAmong(known, size, siblings, index)).toEqual(inclusionPath(leaves, index))
        }
      }),
    )
  })

  test('is the inclusion path for one leaf, and empty for all leaves', () => {
    for (const size of [1, 2, 3, 7, 64, 65]) {
      const leaves = leavesOf(size)
      for (let i = 0; i < size; i++) expect(multiPath(leaves, [i])).toEqual(inclusionPath(leaves, i))
      expect(multiPath(leaves, [...leaves.keys()])).toEqual([])
    }
  })

  test('leads to another root when any leaf or sibling changes', () => {
    fc.assert(
      fc.property(some, fc.nat(), ([size, indexes], at) => {
        const leaves = leavesOf(size)
        const siblings = multiPath(leaves, indexes)
        const other = sha256(utf8('other'))
        const changed = pick(leaves, indexes).map((leaf, i) =>
          i === at % indexes.length ? { ...leaf, hash: other } : leaf,
        )
        const root = toHex(merkleRoot(leaves))
        expect(toHex(rootFromLeaves(changed, size, siblings))).not.toBe(root)
        if (siblings.length === 0) return
        const wrong = siblings.with(at % siblings.length, other)
        expect(toHex(rootFromLeaves(pick(leaves, indexes), size, wrong))).not.toBe(root)
      }),
    )
  })

  test('is refused with one sibling too many or too few, or leaves out of order', () => {
    const leaves = leavesOf(11)
    const indexes = [2, 3, 9]
    const siblings = multiPath(leaves, indexes)
    const known = pick(leaves, indexes)
    const wrong: [typeof known, number, Uint8Array[]][] = [
      [known, 11, [...siblings, leaves[0]!]],
      [known, 11, siblings.slice(1)],
      [known.toReversed(), 11, siblings],
      [[known[0]!, ...known], 11, siblings],
      [known, 9, siblings],
      [known, 0, siblings],
      [[], 11, siblings],
      [[{ index: -1, hash: leaves[0]! }], 11, siblings],
      [[{ index: 0.5, hash: leaves[0]! }], 11, siblings],
    ]
    for (const [some, size, path] of wrong) expect(() => rootFromLeaves(some, size, path)).toThrow(ProofError)
    for (const list of [[], [1, 1], [2, 1], [11], [-1]]) expect(() => multiPath(leaves, list)).toThrow(ProofError)
  })

  test('works in trees larger than 2^31', () => {
    const size = 2 ** 40
    const leaf = { index: size - 1, hash: sha256(utf8('last')) }
    const siblings = Array.from({ length: 40 }, (_, i) => sha256(utf8(`${i}`)))
    expect(pathAmong([leaf], size, siblings, leaf.index)).toEqual(siblings)
  })
})
