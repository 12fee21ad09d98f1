import { ProofError } from './errors.js'
import { type Sha256, sha256 } from './hash.js'

/** Leaves under one tile: a path needs the leaves of one tile and the tiles' roots, never the whole tree. */
export const TILE = 256

const LEAF = 0x00
const NODE = 0x01
const HASH_BYTES = 32

/** One input buffer per length, written before each hash: hashing allocates nothing but its result. */
const inputs = new Map<number, Uint8Array>()
const nodeInput = new Uint8Array(1 + 2 * HASH_BYTES)
nodeInput[0] = NODE

/**
 * Leaf of an entry: `SHA-256(0x00 ‖ digest ‖ commitment)`. The first byte keeps leaves and nodes apart (RFC 9162 §2.1.1);
 * the commitment has a fixed length, so no two pairs share an input.
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

/** Inner node: `SHA-256(0x01 ‖ left ‖ right)` (RFC 9162 §2.1.1). Both are 32 bytes. */
export function nodeHash(left: Uint8Array, right: Uint8Array, sha: Sha256 = sha256): Uint8Array {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) {
    throw new ProofError('tree', 'a node of the tree has 32 bytes')
  }
  nodeInput.set(left, 1)
  nodeInput.set(right, 1 + HASH_BYTES)
  return sha(nodeInput)
}

/** Parents of the nodes of a level from `from` up to `end`; the odd one at the end moves up as it is, which gives the shape of RFC 9162. */
export function parents(nodes: readonly Uint8Array[], from: number, end: number, sha: Sha256): Uint8Array[] {
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
 * Root of the tree over leaves (RFC 9162 §2.1.1).
 * @throws {@link ProofError} `tree` when there is no leaf.
 */
export function merkleRoot(leaves: readonly Uint8Array[], sha: Sha256 = sha256): Uint8Array {
  if (leaves.length === 0) throw new ProofError('tree', 'a tree needs a leaf')
  return rangeRoot(leaves, 0, leaves.length, sha)
}

/** Roots of each aligned run of {@link TILE} leaves (the last may be short). `merkleRoot` of them is the tree's root. */
export function tileRoots(leaves: readonly Uint8Array[], sha: Sha256 = sha256): Uint8Array[] {
  const roots: Uint8Array[] = []
  for (let from = 0; from < leaves.length; from += TILE) {
    roots.push(rangeRoot(leaves, from, Math.min(from + TILE, leaves.length), sha))
  }
  return roots
}

/**
 * Inclusion path of a leaf, from the bottom up (RFC 9162 §2.1.3.1).
 * @throws {@link ProofError} `tree` when there is no such leaf.
 */
export function inclusionPath(leaves: readonly Uint8Array[], index: number, sha: Sha256 = sha256): Uint8Array[] {
  checkPosition(index, leaves.length)
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
 * The same path as {@link inclusionPath}, from the leaf's own tile and all tile roots.
 * @param tileLeaves the leaves of tile `Math.floor(index / TILE)`.
 * @param roots what {@link tileRoots} gave for the whole tree.
 * @param size number of leaves of the whole tree.
 * @throws {@link ProofError} `tree` when they do not fit together.
 */
export function tiledPath(
  tileLeaves: readonly Uint8Array[],
  roots: readonly Uint8Array[],
  index: number,
  size: number,
  sha: Sha256 = sha256,
): Uint8Array[] {
  checkPosition(index, size)
  const tile = Math.floor(index / TILE)
  if (roots.length !== Math.ceil(size / TILE) || tileLeaves.length !== Math.min(TILE, size - tile * TILE)) {
    throw new ProofError('tree', 'tile and tile roots do not fit the size of the tree')
  }
  return [...inclusionPath(tileLeaves, index % TILE, sha), ...inclusionPath(roots, tile, sha)]
}

/**
 * Root that a leaf and its path lead to (RFC 9162 §2.1.3.2). The caller compares it with the root it trusts.
 * @throws {@link ProofError} `tree` when index, size and length of the path do not fit together.
 */
export function rootFromPath(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  sha: Sha256 = sha256,
): Uint8Array {
  checkPosition(index, size)
  // Numbers up to 2^53: halving by arithmetic, not by bit operators, which stop at 2^31.
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

function checkPosition(index: number, size: number): void {
  if (!Number.isSafeInteger(size) || size < 1)
    throw new ProofError('tree', 'the size of the tree is not a positive integer')
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new ProofError('tree', `there is no leaf ${index} in a tree of ${size}`)
  }
}
