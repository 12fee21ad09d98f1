import { ProofError } from './errors.js'
import { type Sha256, sha256 } from './hash.js'
import { nodeHash, parents } from './merkle.js'

/** A leaf, or a node above it, and its place in its level. */
export type Placed = { readonly index: number; readonly hash: Uint8Array }

/**
 * The nodes that several leaves lack to give the root, level by level from the leaves up, from left to right. What the
 * leaves give themselves is not among them: all leaves together lack nothing.
 * @param indexes strictly ascending.
 * @throws {@link ProofError} `tree` when there is no such leaf, or they are not in order.
 */
export function multiPath(
  leaves: readonly Uint8Array[],
  indexes: readonly number[],
  sha: Sha256 = sha256,
): Uint8Array[] {
  checkOrder(indexes, leaves.length)
  const siblings: Uint8Array[] = []
  let known = indexes
  for (let level = leaves; level.length > 1; level = parents(level, 0, level.length, sha)) {
    const up: number[] = []
    for (let i = 0; i < known.length; i++) {
      const index = known[i]!
      up.push(index >>> 1)
      if (index % 2 === 0 && known[i + 1] === index + 1) i++
      else if (level[index ^ 1] !== undefined) siblings.push(level[index ^ 1]!)
    }
    known = up
  }
  return siblings
}

/**
 * Root that several leaves and what {@link multiPath} gave for them lead to. The caller compares it with the root it trusts.
 * @param leaves strictly ascending by index.
 * @param see is told every node on the way, those of `siblings` included, with its level (0: leaves).
 * @throws {@link ProofError} `tree` when leaves, size and siblings do not fit together.
 */
export function rootFromLeaves(
  leaves: readonly Placed[],
  size: number,
  siblings: readonly Uint8Array[],
  sha: Sha256 = sha256,
  see: (level: number, index: number, hash: Uint8Array) => void = () => {},
): Uint8Array {
  checkOrder(
    leaves.map(({ index }) => index),
    size,
  )
  let used = 0
  const next = (level: number, index: number): Uint8Array => {
    const sibling = siblings[used++]
    if (sibling === undefined) throw new ProofError('tree', 'there are too few siblings for the leaves')
    see(level, index, sibling)
    return sibling
  }
  let nodes = leaves
  // Numbers up to 2^53: halving by arithmetic, not by bit operators, which stop at 2^31.
  for (let level = 0, last = size - 1; last > 0; level++, last = Math.floor(last / 2)) {
    const up: Placed[] = []
    for (let i = 0; i < nodes.length; i++) {
      const { index, hash } = nodes[i]!
      see(level, index, hash)
      const parent = Math.floor(index / 2)
      const right = nodes[i + 1]
      if (index % 2 === 1) up.push({ index: parent, hash: nodeHash(next(level, index - 1), hash, sha) })
      else if (index === last) up.push({ index: parent, hash })
      else if (right?.index === index + 1) {
        see(level, right.index, right.hash)
        up.push({ index: parent, hash: nodeHash(hash, right.hash, sha) })
        i++
      } else up.push({ index: parent, hash: nodeHash(hash, next(level, index + 1), sha) })
    }
    nodes = up
  }
  if (used !== siblings.length) throw new ProofError('tree', 'there are too many siblings for the leaves')
  return nodes[0]!.hash
}

/**
 * The inclusion path of one of several leaves, as `inclusionPath` gives it from all leaves.
 * @throws {@link ProofError} `tree` as {@link rootFromLeaves} does.
 */
export function pathAmong(
  leaves: readonly Placed[],
  size: number,
  siblings: readonly Uint8Array[],
  index: number,
  sha: Sha256 = sha256,
): Uint8Array[] {
  const path: Uint8Array[] = []
  rootFromLeaves(leaves, size, siblings, sha, (level, at, hash) => {
    const own = Math.floor(index / 2 ** level)
    if (at === (own % 2 === 0 ? own + 1 : own - 1)) path.push(hash)
  })
  return path
}

function checkOrder(indexes: readonly number[], size: number): void {
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new ProofError('tree', 'the size of the tree is not a positive integer')
  }
  if (indexes.length === 0) throw new ProofError('tree', 'there is no leaf')
  let before = -1
  for (const index of indexes) {
    if (!Number.isSafeInteger(index) || index <= before || index >= size) {
      throw new ProofError('tree', `leaf ${index} is not in the tree of ${size}, out of order, or there twice`)
    }
    before = index
  }
}
