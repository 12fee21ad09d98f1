import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs, sized } from '../../test/tier.js'
import { equalBytes, type Sha256, sha256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import {
  inclusionPath,
  leafHash,
  merkleRoot,
  nodeHash,
  rootFromPath,
  TILE,
  tiledPath,
  tileRoots,
} from '../src/merkle.js'

const all = Array.from({ length: 1100 }, (_, i) => sha256(utf8(`leaf ${i}`)))
const leafOfTree = (max: number) =>
  fc.integer({ min: 1, max }).chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1) }))

/** RFC 9162 §2.1.1 taken literally, as oracle: splits at the greatest power of two below the size. */
function rfcRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0]!
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return nodeHash(rfcRoot(leaves.slice(0, k)), rfcRoot(leaves.slice(k)))
}

/** RFC 9162 §2.1.3.1 taken literally. */
function rfcPath(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (leaves.length === 1) return []
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  if (index < k) return [...rfcPath(leaves.slice(0, k), index), rfcRoot(leaves.slice(k))]
  return [...rfcPath(leaves.slice(k), index - k), rfcRoot(leaves.slice(0, k))]
}

/** Whether a path is accepted for a root. */
function accepts(root: Uint8Array, leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[]) {
  try {
    return equalBytes(rootFromPath(leaf, index, size, path), root)
  } catch (error) {
    if (error instanceof ProofError && error.code === 'tree') return false
    throw error
  }
}

const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

describe('a tree', () => {
  test('has the roots and paths of RFC 9162', () => {
    const sizes = Array.from({ length: 130 }, (_, at) => at + 1)
    // Around the powers of two the shape changes.
    const some = sizes.filter((size) => size <= 34 || [62, 63, 64, 65, 66, 127, 128, 129, 130].includes(size))
    for (const size of sized({ short: some, long: sizes })) {
      const leaves = all.slice(0, size)
      expect(toHex(merkleRoot(leaves))).toBe(toHex(rfcRoot(leaves)))
      for (const index of [0, size >> 1, size - 1]) {
        expect(inclusionPath(leaves, index).map(toHex)).toEqual(rfcPath(leaves, index).map(toHex))
      }
    }
  })

  test('accepts every path of every small tree, for its own index only', () => {
    const wrong: string[] = []
    for (let size = 1; size <= sized({ short: 24, long: 48 }); size++) {
      const leaves = all.slice(0, size)
      const root = merkleRoot(leaves)
      for (let index = 0; index < size; index++) {
        const path = inclusionPath(leaves, index)
        for (let at = 0; at < size; at++) {
          if (accepts(root, leaves[index]!, at, size, path) !== (at === index))
            wrong.push(`${index} as ${at} of ${size}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('refuses any changed leaf, path or root', () => {
    fc.assert(
      fc.property(leafOfTree(600), fc.nat(255), fc.nat(100), ({ size, index }, bit, at) => {
        const leaves = all.slice(0, size)
        const root = merkleRoot(leaves)
        const path = inclusionPath(leaves, index)
        const leaf = leaves[index]!
        expect(accepts(root, leaf, index, size, path)).toBe(true)
        expect(accepts(root, flipped(leaf, bit), index, size, path)).toBe(false)
        expect(accepts(flipped(root, bit), leaf, index, size, path)).toBe(false)
        expect(accepts(root, leaf, index, size, [...path, leaf])).toBe(false)
        if (path.length === 0) return
        const changed = path.with(at % path.length, flipped(path[at % path.length]!, bit))
        expect(accepts(root, leaf, index, size, changed)).toBe(false)
        expect(accepts(root, leaf, index, size, path.slice(1))).toBe(false)
        expect(accepts(root, leaf, index, size, path.slice(0, -1))).toBe(false)
      }),
      { numRuns: runs(300) },
    )
  })

  test('refuses another size unless the path has the same shape in both', () => {
    // No hash covers the size itself (nor in RFC 9162): a path only fixes the side of each of its nodes.
    const sides = (index: number, size: number) => {
      const seen: string[] = []
      for (let at = index, last = size - 1; last > 0; at >>= 1, last >>= 1) {
        if (at % 2 === 0 && at === last) continue
        seen.push(at % 2 === 1 ? 'left' : 'right')
      }
      return seen.join()
    }
    const wrong: string[] = []
    const [sizeMax, otherMax] = sized({ short: [20, 36], long: [40, 70] })
    for (let size = 1; size <= sizeMax; size++) {
      const leaves = all.slice(0, size)
      const root = merkleRoot(leaves)
      for (let index = 0; index < size; index++) {
        const path = inclusionPath(leaves, index)
        for (let other = 1; other <= otherMax; other++) {
          const same = index < other && sides(index, other) === sides(index, size)
          if (accepts(root, leaves[index]!, index, other, path) !== same) wrong.push(`${index} of ${size} in ${other}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('does not accept a node as a leaf', () => {
    const digest = all[0]!
    const commitment = all[1]!
    expect(leafHash(digest, commitment)).not.toEqual(nodeHash(digest, commitment))
    const entries = Array.from({ length: 8 }, (_, i) => leafHash(all[2 * i]!, all[2 * i + 1]!))
    const root = merkleRoot(entries)
    const pair = nodeHash(entries[0]!, entries[1]!)
    // The node above two leaves proves nothing as a leaf of the tree of 8 …
    expect(accepts(root, pair, 0, 8, inclusionPath(entries, 0).slice(1))).toBe(false)
    // … and no digest and commitment hash to it, because a leaf's input starts with another byte.
    expect(leafHash(entries[0]!, entries[1]!)).not.toEqual(pair)
  })

  test.each([255, 256, 257, 511, 512, 513, 767, 768, 1023, 1024, 1025])('of %i leaves has tiled paths', (size) => {
    const leaves = all.slice(0, size)
    const roots = tileRoots(leaves)
    expect(roots).toHaveLength(Math.ceil(size / TILE))
    expect(merkleRoot(roots)).toEqual(merkleRoot(leaves))
    // Close to both ends of each tile, and in between.
    const step = sized({ short: 126, long: 41 })
    for (let index = 0; index < size; index += index % TILE > 1 && index % TILE < 254 ? step : 1) {
      const from = index - (index % TILE)
      const path = tiledPath(leaves.slice(from, from + TILE), roots, index, size)
      expect(path.map(toHex)).toEqual(inclusionPath(leaves, index).map(toHex))
    }
  })

  test('refuses inconsistent input', () => {
    expect(() => merkleRoot([])).toThrow(ProofError)
    expect(() => inclusionPath(all, all.length)).toThrow(ProofError)
    expect(() => inclusionPath(all, -1)).toThrow(ProofError)
    expect(() => tiledPath(all.slice(0, 255), tileRoots(all), 3, all.length)).toThrow(ProofError)
    expect(() => tiledPath(all.slice(0, 256), tileRoots(all).slice(1), 3, all.length)).toThrow(ProofError)
    expect(() => leafHash(new Uint8Array(31), all[0]!)).toThrow(ProofError)
    expect(() => leafHash(all[0]!, new Uint8Array(33))).toThrow(ProofError)
    expect(() => nodeHash(all[0]!, new Uint8Array(31))).toThrow(ProofError)
    for (const [index, size] of [
      [0, 0],
      [1.5, 3],
      [0, 2 ** 60],
      [Number.NaN, 2],
      [0, Number.NaN],
    ] as const) {
      expect(() => rootFromPath(all[0]!, index, size, [])).toThrow(ProofError)
    }
  })

  test('supports sizes beyond 32 bits', () => {
    const path = Array.from({ length: 41 }, (_, i) => all[i]!)
    const size = 2 ** 41
    expect(rootFromPath(all[0]!, size - 1, size, path)).not.toEqual(rootFromPath(all[0]!, 0, size, path))
    expect(() => rootFromPath(all[0]!, 0, size, path.slice(1))).toThrow('too short')
  })

  test('is the same with a native hash', () => {
    const native: Sha256 = (data) => createHash('sha256').update(data).digest()
    expect(toHex(merkleRoot(all, native))).toBe(toHex(merkleRoot(all)))
    expect(toHex(leafHash(all[0]!, all[1]!, native))).toBe(toHex(leafHash(all[0]!, all[1]!)))
  })
})
