import { toHex } from '@tallystick/proof'
import type { Database } from '../base/database/db.js'
import { createdAt } from '../base/ids.js'
import { sortInTurns } from '../base/turns/turn.js'
import { readableFolder } from '../folders/access.js'
import { apiError } from '../http/errors.js'
import { entryLeaf } from '../ledger/entry.js'
import { manifest } from '../ledger/proofs/manifest.js'
import type { NetworkInfo } from '../ledger/proofs/proof.js'
import { manifestPaths } from './manifest-paths.js'
import * as sql from './manifest-sql.js'

/** Maximum files of a manifest: readers couldn't parse a larger one as a single text. */
export const manifestFilesMax = 100_000

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
  const folders = await database.query<sql.ManifestFolderRow>(sql.manifestFolders, [[folder.id], accountId])
  const ids = folders.map(({ id }) => id)
  const rows = await database.query<sql.ManifestFileRow>(sql.manifestFiles, [ids, filesMax + 1])
  if (rows.length > filesMax) throw apiError('folder_too_large', { limit: filesMax.toLocaleString('en') })
  const paths = await manifestPaths(folder.id, folders, rows)
  const entries = await sortInTurns(
    rows.map((row, i) => ({ row, path: `${paths[i]}` })),
    (a, b) => (a.path < b.path ? -1 : 1),
  )
  const leaves = entries.map(({ row }) => ({
    id: row.code,
    batchId: row.batch_id,
    leafIndex: row.leaf_index,
    leaf: () => entryLeaf(row),
  }))
  const own = { id: folder.id, name: folder.name, createdAt: createdAt(folder.id) }
  return manifest({ database, network }, own, leaves, parts())

  async function* parts() {
    for (const { row, path } of entries) {
      const { size, digest, code, salt, details } = row
      yield { path, size, hash: toHex(digest), code, salt: toHex(salt), details }
    }
  }
}
