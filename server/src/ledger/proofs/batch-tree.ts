import { parents, TILE } from '@tallystick/proof/merkle'
import { plainHex } from '../../chain/hex.js'
import { sha256 } from '../entry.js'
import { splitHashes } from '../seal.js'

/** A tree, or a part of one: its leaves, their parents, and so on up to its root. */
type Levels = Uint8Array[][]

/** The same in hex: each node is in the paths of many leaves. */
type HexLevels = string[][]

/** A batch's tree as it is stored. */
interface StoredTree {
  /** Its batch, for errors. */
  id: string
  root: Uint8Array
  /** Roots of all runs of 256 leaves. */
  tiles: Uint8Array
}

/** Returns the number of the run that a leaf is in. */
export function runOf(leafIndex: number): number {
  return Math.floor(leafIndex / TILE)
}

/**
 * A batch's tree, with some of its runs of leaves. All it holds was recomputed from the leaves (I6), so an entry whose leaf is in its
 * place has a path to the batch's root.
 */
export class BatchTree {
  private readonly id: string
  /** The tree over the roots of runs; its root is the batch's. */
  private readonly upper: HexLevels
  /** The roots of runs. */
  private readonly tiles: Uint8Array[]
  /** By number. */
  private runs = new Map<number, { leaves: Uint8Array[]; levels: HexLevels }>()

  /** @throws {Error} when the runs' roots don't give the batch's */
  constructor({ id, root, tiles }: StoredTree) {
    this.id = id
    this.tiles = splitHashes(tiles)
    const levels = levelsOver(this.tiles)
    this.upper = inHex(levels)
    if (!leads(levels, root)) throw new Error(`batch ${id}: its tiles do not give the root that was anchored`)
  }

  /** Adds the leaves of a run. @throws {Error} when they don't give its root */
  add(run: number, leaves: Uint8Array): void {
    const levels = levelsOver(splitHashes(leaves))
    if (!leads(levels, this.tiles[run])) {
      throw new Error(`batch ${this.id}: its leaves do not give the root that was anchored`)
    }
    this.runs.set(run, { leaves: levels[0] ?? [], levels: inHex(levels) })
  }

  has(run: number): boolean {
    return this.runs.has(run)
  }

  /** Forgets all other runs. */
  keepOnly(runs: ReadonlySet<number>): void {
    for (const run of this.runs.keys()) if (!runs.has(run)) this.runs.delete(run)
  }

  /**
   * Returns the path of an entry in hex, from the bottom up; null when its leaf isn't the one in this place. Its run was added before.
   */
  pathOf(leafIndex: number, leaf: Uint8Array): string[] | null {
    const run = runOf(leafIndex)
    const at = leafIndex % TILE
    const { leaves = [], levels = [] } = this.runs.get(run) ?? {}
    const stored = leaves[at]
    if (!stored || Buffer.compare(stored, leaf) !== 0) return null
    return [...pathIn(levels, at), ...pathIn(this.upper, run)]
  }
}

function levelsOver(leaves: Uint8Array[]): Levels {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; levels.push(level)) level = parents(level, 0, level.length, sha256)
  return levels
}

function inHex(levels: Levels): HexLevels {
  return levels.map((nodes) => nodes.map(plainHex))
}

function pathIn(levels: HexLevels, index: number): string[] {
  const path: string[] = []
  for (const [height, level] of levels.entries()) {
    const sibling = level[(index >>> height) ^ 1]
    if (sibling !== undefined) path.push(sibling)
  }
  return path
}

function leads(levels: Levels, to: Uint8Array | undefined): boolean {
  const root = levels.at(-1)?.[0]
  return root !== undefined && to !== undefined && Buffer.compare(root, to) === 0
}
