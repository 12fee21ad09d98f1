import { BlockTable, type ManifestBatch, type ManifestFile, toHex } from '@tallystick/proof'
import { type IndexedHash, multiPathIn, parents, rootFromLeaves } from '@tallystick/proof/merkle'
import type { Database } from '../base/database/db.js'
import { createdAt } from '../base/ids.js'
import { sortInTurns, Turn } from '../base/turns/turn.js'
import { readableFolder } from '../folders/access.js'
import { apiError } from '../http/errors.js'
import { entryLeaf, sha256 } from '../ledger/entry.js'
import { batchProofs } from '../ledger/proofs/batch-proofs.js'
import type { NetworkInfo } from '../ledger/proofs/proof.js'
import { manifestPaths } from './manifest-paths.js'
import * as sql from './manifest-sql.js'
import { manifestText } from './manifest-text.js'

/** Maximum files of a manifest: readers couldn't parse a larger one as a single text. */
export const manifestFilesMax = 100_000

/** Batches read at a time. */
const batchesAtOnce = 100

/**
 * Makes the manifest of a folder: the proofs of all files in it and in the folders under it that the account may read.
 *
 * @returns the text in pieces; the folder and its files are read before the first one
 * @throws {ApiError} 404; 422 when there are more than `filesMax` files
 */
export async function folderManifest(
  { database, network }: { database: Database; network: NetworkInfo },
  accountId: string,
  folderId: string,
  filesMax = manifestFilesMax,
): Promise<AsyncGenerator<string, void>> {
  const folder = await readableFolder(database, accountId, folderId)
  const folders = await database.query<sql.ManifestFolderRow>(sql.manifestFolders, [folder.id, accountId])
  const ids = folders.map(({ id }) => id)
  const rows = await database.query<sql.ManifestFileRow>(sql.manifestFiles, [ids, filesMax + 1])
  if (rows.length > filesMax) throw apiError('folder_too_large', { limit: filesMax.toLocaleString('en') })
  const paths = await manifestPaths(folder.id, folders, rows)
  const entries = await sortInTurns(
    rows.map((row, i) => ({ row, path: `${paths[i]}` })),
    (a, b) => (a.path < b.path ? -1 : 1),
  )
  const byBatch = new Map<string, sql.ManifestFileRow[]>()
  for (const { row } of entries) {
    const others = byBatch.get(row.batch_id)
    if (others === undefined) byBatch.set(row.batch_id, [row])
    else others.push(row)
  }
  const order = new Map([...byBatch.keys()].map((id, i) => [id, i]))
  const table = new BlockTable()
  const transactionIds: string[] = []
  return manifestText({
    folder: { id: folder.id, name: folder.name, createdAt: createdAt(folder.id) },
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
        const placed = byBatch.get(id)!.map((row) => ({ index: row.leaf_index, hash: entryLeaf(row) }))
        transactionIds.push(anchor.transactionId)
        yield { treeSize: leaves.length, ...(await proven(id, placed, leaves, root)), anchors: [table.add(anchor)] }
      }
    }
  }

  function* files(): Generator<ManifestFile> {
    for (const { row, path } of entries) {
      const batch = order.get(row.batch_id)!
      yield {
        path,
        size: row.size,
        hash: toHex(row.digest),
        transactionId: `${transactionIds[batch]}`,
        code: row.code,
        salt: toHex(row.salt),
        details: row.details,
        batch,
        leafIndex: row.leaf_index,
      }
    }
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
