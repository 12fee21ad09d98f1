import type { Database, Tx } from '../base/db.js'
import { purgeChanges } from '../folders/changes.js'
import type { FolderContents } from '../folders/folder-contents.js'
import { apiError } from '../http/errors.js'
import type { FirstLeaf, Recorder } from '../ledger/recorder.js'
import { lockOwn } from './access.js'
import { addLeftovers } from './blob-sql.js'
import * as sql from './sql.js'

const filesAtOnce = 200

/**
 * Purges a file at once: its names, contents, thumbnails, and everything recorded about it except the leaves. The sweep deletes its
 * objects from the store right after the commit.
 *
 * @throws {ApiError} 404
 */
export async function purgeFile(recorder: Recorder, accountId: string, id: string): Promise<void> {
  await recorder.record(async (tx, first) => {
    await lockOwn(tx, accountId, id)
    const leaves = await purge(tx, first, [id])
    if (leaves.length === 0) throw apiError('unavailable')
    return { leaves, result: undefined }
  })
}

/** Purges files whose time in the bin has expired. Returns whether there may be more. */
export async function purgeExpired(database: Database, recorder: Recorder, before: Date): Promise<boolean> {
  const due = await database.query<{ id: string }>(sql.expiredFiles, [before, filesAtOnce])
  if (due.length > 0) await purgeMany(recorder, due)
  return due.length === filesAtOnce
}

/** Purges the files of an account that were deleted by themselves, until a time. */
export async function purgeBinned(
  database: Database,
  recorder: Recorder,
  accountId: string,
  until: Date,
): Promise<void> {
  for (;;) {
    const due = await database.query<{ id: string }>(sql.binnedFiles, [accountId, until, filesAtOnce])
    // Files that another process is purging aren't waited for.
    if (due.length === 0 || (await purgeMany(recorder, due)) === 0) return
  }
}

/** Purges the files in folders. `onPurged` is called when objects of the store are due for deletion. */
export function fileContents(database: Database, recorder: Recorder, onPurged: () => void): FolderContents {
  return {
    async purge(folderIds) {
      const found = await database.query<{ id: string; folder_id: string }>(sql.filesInFolders, [
        folderIds,
        filesAtOnce,
      ])
      if (found.length > 0) {
        await purgeMany(recorder, found)
        onPurged()
        return []
      }
      await database.execute(sql.purgeFileCounts, [folderIds])
      return folderIds
    },
  }
}

/** Returns how many it purged; another process may have locked the others. */
async function purgeMany(recorder: Recorder, files: readonly { id: string }[]): Promise<number> {
  const ids = files.map(({ id }) => id)
  const { result } = await recorder.record(async (tx, first) => {
    const leaves = await purge(tx, first, ids)
    return { leaves, result: leaves.length }
  })
  return result
}

async function purge(tx: Tx, first: FirstLeaf, ids: readonly string[]): Promise<Uint8Array[]> {
  const locked = await tx.query<{ id: string; accountId: string }>(sql.lockForPurge, [ids])
  if (locked.length === 0) return []
  const own = [locked.map(({ id }) => id)]
  const purged = await tx.query<{ blob: string; thumbnail: string | null }>(sql.purgeVersions, own)
  await tx.execute(sql.purgeFiles, own)
  const keys = purged.flatMap(({ blob, thumbnail }) => (thumbnail === null ? [blob] : [blob, thumbnail]))
  await addLeftovers(tx, keys, 0)
  return purgeChanges(tx, first, 'file', locked)
}
