import { BlockTable, type ManifestBatch, type ManifestDocument, type ManifestFile, toHex } from '@tallystick/proof'
import { type IndexedHash, multiPathIn, parents, rootFromLeaves } from '@tallystick/proof/merkle'
import type { Database } from '../../base/database/db.js'
import { Turn } from '../../base/turns/turn.js'
import { sha256 } from '../entry.js'
import { batchProofs } from './batch-proofs.js'
import { manifestText } from './manifest-text.js'
import type { NetworkInfo } from './proof.js'

/** An entry of a manifest: where its leaf is. */
export interface ManifestEntry {
  id: string
  batchId: string
  leafIndex: number
  /** Computed when its batch is written: there may be many. */
  leaf: () => Uint8Array
}

/** The part of a manifest's entry that its room knows. */
export type ManifestPart = Omit<ManifestFile, 'transactionId' | 'batch' | 'leafIndex'>

/** Batches read at a time. */
const batchesAtOnce = 100

/**
 * Makes a manifest: the proofs of many entries, which share what their batches and blocks have in common.
 *
 * @param entries in the order of their paths, in UTF-16 code units
 * @param parts in the same order; read after all batches were written
 * @returns the text in pieces
 */
export function manifest(
  { database, network }: { database: Database; network: NetworkInfo },
  folder: ManifestDocument['folder'],
  entries: readonly ManifestEntry[],
  parts: AsyncIterable<ManifestPart>,
): AsyncGenerator<string, void> {
  const byBatch = new Map<string, ManifestEntry[]>()
  for (const entry of entries) {
    const others = byBatch.get(entry.batchId)
    if (others === undefined) byBatch.set(entry.batchId, [entry])
    else others.push(entry)
  }
  const order = new Map([...byBatch.keys()].map((id, i) => [id, i]))
  const table = new BlockTable()
  const transactionIds: string[] = []
  return manifestText({
    folder,
    issuedAt: new Date().toISOString(),
    batches: batches(),
    blocks: table.blocks(),
    files: files(),
  })

  async function* batches(): AsyncGenerator<ManifestBatch> {
    const turn = new Turn()
    const ids = [...byBatch.keys()]
    for (let from = 0; from < ids.length; from += batchesAtOnce) {
      const some = ids.slice(from, from + batchesAtOnce)
      const proofs = await batchProofs(database, network, some)
      for (const id of some) {
        if (turn.isOver()) await turn.next()
        const { leaves, root, anchor } = proofs.get(id)!
        const placed = byBatch.get(id)!.map(({ leafIndex, leaf }) => ({ index: leafIndex, hash: leaf() }))
        transactionIds.push(anchor.transactionId)
        yield { treeSize: leaves.length, ...(await proven(id, placed, leaves, root)), anchors: [table.add(anchor)] }
      }
    }
  }

  async function* files(): AsyncGenerator<ManifestFile> {
    let at = 0
    for await (const part of parts) {
      const { batchId, leafIndex } = entries[at++]!
      const batch = order.get(batchId)!
      yield Object.assign({ transactionId: `${transactionIds[batch]}`, batch, leafIndex }, part)
    }
    if (at !== entries.length) throw new Error(`a manifest has ${at} of ${entries.length} files`)
  }
}

/** Returns the root, and the siblings that complete the leaves. Checks both (I6): no manifest is issued that wouldn't verify. */
async function proven(id: string, placed: IndexedHash[], leaves: Uint8Array[], root: Buffer) {
  placed.sort((a, b) => a.index - b.index)
  const indexes = placed.map(({ index }) => index)
  const siblings = multiPathIn(await levelsOf(leaves), indexes)
  if (!root.equals(rootFromLeaves(placed, leaves.length, siblings, sha256))) {
    throw new Error(`batch ${id}: the files' rows do not give the root that was anchored`)
  }
  return { root: toHex(root), siblings: siblings.map(toHex) }
}

const nodesAtOnce = 4096

/** All levels of a tree, from the leaves up: a batch can hold a hundred thousand. */
async function levelsOf(leaves: Uint8Array[]): Promise<Uint8Array[][]> {
  const turn = new Turn()
  const levels = [leaves]
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const up: Uint8Array[] = []
    for (let from = 0; from < level.length; from += nodesAtOnce) {
      if (turn.isOver()) await turn.next()
      up.push(...parents(level, from, Math.min(from + nodesAtOnce, level.length), sha256))
    }
    level = up
  }
  return levels
}
