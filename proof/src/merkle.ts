import { type Sha256, sha256 } from './encoding/hash.js'
import { ProofError } from './errors.js'

/** Leaves per tile. A path needs the leaves of one tile and the roots of all tiles, never the whole tree. */
export const TILE = 256

const LEAF = 0x00
const NODE = 0x01
const HASH_BYTES = 32

/** One input buffer per length, filled before each hash, so that hashing allocates nothing but its result. */
const inputs = new Map<number, Uint8Array>()
const nodeInput = new Uint8Array(1 + 2 * HASH_BYTES)
nodeInput[0] = NODE

/**
 * Returns the leaf of an entry: `SHA-256(0x00 ‖ digest ‖ commitment)`. The first byte keeps leaves and nodes apart
 * (RFC 9162 §2.1.1); the commitment has a fixed length, so no two pairs share an input.
 * @param digest 32, 48 or 64 bytes.
 * @param commitment 32 bytes, see `commitment.ts`.
 * @throws {@link ProofError} `tree` on any other length.
 */
export function leafHash(digest: Uint8Array, commitment: Uint8Array, sha: Sha256 = sha256): Uint8Array {
  const { length } = digest
  if (length !== 32 && length !== 48 && length !== 64) {
    throw new ProofError('tree', `a digest has 32, 48 or 64 bytes, not ${length}`)
  }
  if (commitment.length !== HASH_BYTES) throw new ProofError('tree', 'a commitment has 32 bytes')
  let input = inputs.get(length)
  if (input === undefined) {
    input = new Uint8Array(1 + length + HASH_BYTES)
    input[0] = LEAF
    inputs.set(length, input)
  }
  input.set(digest, 1)
  input.set(commitment, 1 + length)
  return sha(input)
}

/** Returns an inner node: `SHA-256(0x01 ‖ left ‖ right)` (RFC 9162 §2.1.1). Both are 32 bytes. */
export function nodeHash(left: Uint8Array, right: Uint8Array, sha: Sha256 = sha256): Uint8Array {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) {
    throw new ProofError('tree', 'a node of the tree has 32 bytes')
  }
  nodeInput.set(left, 1)
  nodeInput.set(right, 1 + HASH_BYTES)
  return sha(nodeInput)
}

/**
 * Returns the parents of a level's nodes from `from`, which is even, to `end`. An odd last node moves up unchanged, which gives the
 * shape of RFC 9162.
 */
export function parents(nodes: readonly Uint8Array[], from: number, end: number, sha: Sha256 = sha256): Uint8Array[] {
  const count = end - from
  const up = new Array<Uint8Array>((count + 1) >>> 1)
  let at = 0
  let i = from
  for (; i + 1 < end; i += 2) up[at++] = nodeHash(nodes[i]!, nodes[i + 1]!, sha)
  if (i < end) up[at] = nodes[i]!
  return up
}

function rangeRoot(leaves: readonly Uint8Array[], from: number, end: number, sha: Sha256): Uint8Array {
  if (end - from === 1) return leaves[from]!
  let level = parents(leaves, from, end, sha)
  while (level.length > 1) level = parents(level, 0, level.length, sha)
  return level[0]!
}

/**
 * Returns the root of a tree (RFC 9162 §2.1.1).
 * @throws {@link ProofError} `tree` when there are no leaves.
 */
export function merkleRoot(leaves: readonly Uint8Array[], sha: Sha256 = sha256): Uint8Array {
  if (leaves.length === 0) throw new ProofError('tree', 'a tree needs at least one leaf')
  return rangeRoot(leaves, 0, leaves.length, sha)
}

/** Returns the roots of each aligned run of {@link TILE} leaves; the last run may be shorter. Their `merkleRoot` is the tree's. */
export function tileRoots(leaves: readonly Uint8Array[], sha: Sha256 = sha256): Uint8Array[] {
  const roots: Uint8Array[] = []
  for (let from = 0; from < leaves.length; from += TILE) {
    roots.push(rangeRoot(leaves, from, Math.min(from + TILE, leaves.length), sha))
  }
  return roots
}

/**
 * Returns the inclusion path of a leaf, from the bottom up (RFC 9162 §2.1.3.1).
 * @throws {@link ProofError} `tree` when the index is outside the tree.
 */
export function inclusionPath(leaves: readonly Uint8Array[], index: number, sha: Sha256 = sha256): Uint8Array[] {
  checkIndex(index, leaves.length)
  const path: Uint8Array[] = []
  let level = leaves
  for (let i = index; level.length > 1; i = i >>> 1) {
    const sibling = level[i ^ 1]
    if (sibling !== undefined) path.push(sibling)
    level = parents(level, 0, level.length, sha)
  }
  return path
}

/**
 * Returns the same path as {@link inclusionPath}, from the leaf's own tile and all tile roots.
 * @param tileLeaves leaves of tile `Math.floor(index / TILE)`.
 * @param roots result of {@link tileRoots} for the whole tree.
 * @param size number of leaves in the whole tree.
 * @throws {@link ProofError} `tree` when they do not fit together.
 */
export function tiledPath(
  tileLeaves: readonly Uint8Array[],
  roots: readonly Uint8Array[],
  index: number,
  size: number,
  sha: Sha256 = sha256,
): Uint8Array[] {
  checkIndex(index, size)
  const tile = Math.floor(index / TILE)
  if (roots.length !== Math.ceil(size / TILE) || tileLeaves.length !== Math.min(TILE, size - tile * TILE)) {
    throw new ProofError('tree', 'tile and tile roots do not fit the size of the tree')
  }
  return [...inclusionPath(tileLeaves, index % TILE, sha), ...inclusionPath(roots, tile, sha)]
}

/**
 * Returns the root that a leaf and its path lead to (RFC 9162 §2.1.3.2). The caller compares it with the root it trusts.
 * @throws {@link ProofError} `tree` when index, size and length of the path do not fit together.
 */
export function rootFromPath(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  sha: Sha256 = sha256,
): Uint8Array {
  checkIndex(index, size)
  // Sizes go up to 2^53: halve by arithmetic, because bit operators stop at 2^31.
  let at = index
  let last = size - 1
  let used = 0
  let node = leaf
  for (; last > 0; at = Math.floor(at / 2), last = Math.floor(last / 2)) {
    if (at % 2 === 0 && at === last) continue
    const sibling = path[used++]
    if (sibling === undefined) throw new ProofError('tree', 'the path is too short for the size of the tree')
    node = at % 2 === 1 ? nodeHash(sibling, node, sha) : nodeHash(node, sibling, sha)
  }
  if (used !== path.length) throw new ProofError('tree', 'the path is too long for the size of the tree')
  return node
}

/** A leaf, or a node above it, and its index in its level. */
export type IndexedHash = { readonly index: number; readonly hash: Uint8Array }

/**
 * Returns the nodes that several leaves need to reach the root: level by level from the leaves up, left to right. Nodes
 * that follow from the leaves themselves are left out, so all leaves together need none.
 * @param indexes strictly ascending.
 * @throws {@link ProofError} `tree` when an index is outside the tree or out of order.
 */
export function multiPath(
  leaves: readonly Uint8Array[],
  indexes: readonly number[],
  sha: Sha256 = sha256,
): Uint8Array[] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; levels.push(level)) level = parents(level, 0, level.length, sha)
  return multiPathIn(levels, indexes)
}

/**
 * Returns the same path as {@link multiPath}, from all levels of the tree.
 * @param levels the leaves, their {@link parents}, and so on up to the root.
 * @throws {@link ProofError} `tree` when an index is outside the tree or out of order.
 */
export function multiPathIn(levels: readonly (readonly Uint8Array[])[], indexes: readonly number[]): Uint8Array[] {
  checkAscending(indexes, levels[0]?.length ?? 0)
  const siblings: Uint8Array[] = []
  let known = indexes
  for (const level of levels.slice(0, -1)) {
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
 * Returns the root that several leaves and their {@link multiPath} lead to. The caller compares it with the root it trusts.
 * @param leaves strictly ascending by index.
 * @param visit called with every node on the way, `siblings` included, and its level (0: leaves).
 * @throws {@link ProofError} `tree` when leaves, size and siblings do not fit together.
 */
export function rootFromLeaves(
  leaves: readonly IndexedHash[],
  size: number,
  siblings: readonly Uint8Array[],
  sha: Sha256 = sha256,
  visit: (level: number, index: number, hash: Uint8Array) => void = () => {},
): Uint8Array {
  checkAscending(
    leaves.map(({ index }) => index),
    size,
  )
  let used = 0
  const next = (level: number, index: number): Uint8Array => {
    const sibling = siblings[used++]
    if (sibling === undefined) throw new ProofError('tree', 'there are too few siblings for the leaves')
    visit(level, index, sibling)
    return sibling
  }
  let nodes = leaves
  // Sizes go up to 2^53: halve by arithmetic, because bit operators stop at 2^31.
  for (let level = 0, last = size - 1; last > 0; level++, last = Math.floor(last / 2)) {
    const up: IndexedHash[] = []
    for (let i = 0; i < nodes.length; i++) {
      const { index, hash } = nodes[i]!
      visit(level, index, hash)
      const parent = Math.floor(index / 2)
      const right = nodes[i + 1]
      if (index % 2 === 1) up.push({ index: parent, hash: nodeHash(next(level, index - 1), hash, sha) })
      else if (index === last) up.push({ index: parent, hash })
      else if (right?.index === index + 1) {
        visit(level, right.index, right.hash)
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
 * Returns the inclusion path of one of several leaves: the same as {@link inclusionPath} from all leaves.
 * @throws {@link ProofError} `tree` when {@link rootFromLeaves} does.
 */
export function pathAmong(
  leaves: readonly IndexedHash[],
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

function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new ProofError('tree', 'the size of the tree is not a positive integer')
  }
}

function checkIndex(index: number, size: number): void {
  checkSize(size)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new ProofError('tree', `a tree of ${size} leaves has no leaf ${index}`)
  }
}

function checkAscending(indexes: readonly number[], size: number): void {
  checkSize(size)
  if (indexes.length === 0) throw new ProofError('tree', 'there are no leaves')
  let before = -1
  for (const index of indexes) {
    if (!Number.isSafeInteger(index) || index <= before || index >= size) {
      throw new ProofError('tree', `leaf ${index} is outside the tree of ${size} leaves, out of order, or repeated`)
    }
    before = index
  }
}
