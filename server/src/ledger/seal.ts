import { merkleRoot, TILE, tileRoots } from '@tallystick/proof/merkle'
import { sha256 } from './entry.js'

const hashBytes = 32

/** A batch's stored tree: its leaves, the roots of its runs of 256 leaves, and its root. */
export interface Seal {
  size: number
  leaves: Buffer
  tiles: Buffer
  root: Uint8Array
}

/**
 * Builds the tree over a batch's leaves (RFC 9162 shape).
 *
 * The roots of aligned runs of 256 leaves are nodes of that tree, so the root over all leaves equals the root over them.
 */
export function seal(leaves: readonly Uint8Array[]): Seal {
  return sealOver(leaves, tileRoots(leaves, sha256))
}

const leavesPerTurn = 8 * TILE

/** The same for many leaves, yielding in between: a hundred thousand take a quarter of a second. */
export async function sealInTurns(leaves: readonly Uint8Array[]): Promise<Seal> {
  const tiles: Uint8Array[] = []
  for (let at = 0; at < leaves.length; at += leavesPerTurn) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve))
    tiles.push(...tileRoots(leaves.slice(at, at + leavesPerTurn), sha256))
  }
  return sealOver(leaves, tiles)
}

function sealOver(leaves: readonly Uint8Array[], tiles: readonly Uint8Array[]): Seal {
  return {
    size: leaves.length,
    leaves: Buffer.concat(leaves),
    tiles: Buffer.concat(tiles),
    root: merkleRoot(tiles, sha256),
  }
}

/** The same over packed leaves, given the roots of their runs ({@link packedTiles}). */
export function sealPacked(leaves: Buffer, tiles: Buffer): Seal {
  return { size: leaves.length / hashBytes, leaves, tiles, root: merkleRoot(splitHashes(tiles), sha256) }
}

/** Returns the roots of runs of 256 packed leaves; the first begins a run. */
export function packedTiles(leaves: Buffer): Buffer {
  return Buffer.concat(tileRoots(splitHashes(leaves), sha256))
}

/** Recomputes the root from stored leaves (I6): signing and auditing always derive it from the rows. */
export function rootOfStored(leaves: Uint8Array): Uint8Array {
  return merkleRoot(splitHashes(leaves), sha256)
}

/** Splits concatenated 32-byte hashes. */
export function splitHashes(run: Uint8Array): Uint8Array[] {
  const hashes: Uint8Array[] = []
  for (let at = 0; at < run.length; at += hashBytes) hashes.push(run.subarray(at, at + hashBytes))
  return hashes
}
