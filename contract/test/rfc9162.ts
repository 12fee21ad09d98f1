import { createHash } from 'node:crypto'

// The tree as RFC 9162 §2.1 defines it: recursive, slow, and the oracle for the contract.

/** Lower case hex with 0x. */
export type Hex = `0x${string}`

/** An index in a tree, and the path from there to the root. */
export interface Inclusion {
  index: bigint
  size: bigint
  path: Hex[]
}

/** The input of a leaf hash. */
export interface Entry {
  digest: Buffer
  commitment: Buffer
}

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

export const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

export const leafHash = ({ digest, commitment }: Entry): Buffer => sha256(Buffer.from([0]), digest, commitment)

/** The largest power of two smaller than `n`. */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** MTH(D[n]). */
export function treeRoot(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!
  const k = split(leaves.length)
  return sha256(Buffer.from([1]), treeRoot(leaves.slice(0, k)), treeRoot(leaves.slice(k)))
}

/** PATH(m, D[n]). */
export function treePath(m: number, leaves: Buffer[]): Buffer[] {
  if (leaves.length === 1) return []
  const k = split(leaves.length)
  return m < k
    ? [...treePath(m, leaves.slice(0, k)), treeRoot(leaves.slice(k))]
    : [...treePath(m - k, leaves.slice(k)), treeRoot(leaves.slice(0, k))]
}

/** Returns index, size and path of a leaf as arguments of the contract. */
export function inclusion(leaves: Buffer[], index: number): Inclusion {
  return { index: BigInt(index), size: BigInt(leaves.length), path: treePath(index, leaves).map(hex) }
}
