import type { Database, Tx } from '../base/database/db.js'
import type { TrustedTime } from '../base/turns/clock.js'
import { type Purged, purgeChanges } from '../folders/changes.js'
import type { FolderContents } from '../folders/folder-contents.js'
import { countTakenAlong } from '../folders/purged.js'
import { apiError } from '../http/errors.js'
import type { FirstLeaf, Recorder } from '../ledger/batches/recorder.js'
import { lockOwn } from './access.js'
import { addLeftovers } from './blobs/sql.js'
import * as sql from './sql.js'

const filesAtOnce = 200
const dayMs = 86_400_000
/** Contents that a purge's entry names, newest first: a file has any number of versions. */
const contentsMax = 1000

/**
 * Purges a file at once: its names, contents, thumbnails, and everything recorded about it except the leaves. The sweep deletes its
 * objects from the store right after the commit.
 *
 * @throws {ApiError} 404
 */
export async function purgeFile(recorder: Recorder, accountId: string, id: string): Promise<void> {
  const requestedAt = new Date()
  await recorder.record(async (tx, first) => {
    await lockOwn(tx, accountId, id)
    const leaves = await purge(tx, first, [id], requestedAt)
    if (leaves.length === 0) throw apiError('unavailable')
    return { leaves, result: undefined }
  }, accountId)
}

/** Purges files that have been in the bin for `binDays`. Returns whether there may be more. */
export async function purgeExpired(
  database: Database,
  recorder: Recorder,
  now: TrustedTime,
  binDays: number,
): Promise<boolean> {
  const before = new Date(now.getTime() - binDays * dayMs)
  const due = await database.query<{ id: string }>(sql.expiredFiles, [before, filesAtOnce])
  if (due.length > 0) await purgeMany(recorder, due)
  return due.length === filesAtOnce
}

/** Purges the files of an account that were deleted on their own, until a time. */
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
  const requestedAt = new Date()
  const { result } = await recorder.record(async (tx, first) => {
    const leaves = await purge(tx, first, ids, requestedAt)
    return { leaves, result: leaves.length }
  })
  return result
}

/** @param requestedAt of files purged on their own; a folder that takes files along has its own */
async function purge(tx: Tx, first: FirstLeaf, ids: readonly string[], requestedAt: Date): Promise<Uint8Array[]> {
  const locked = await tx.query<sql.PurgeRow>(sql.lockForPurge, [ids])
  if (locked.length === 0) return []
  const own = [locked.map(({ id }) => id)]
  const versions = await tx.query<sql.PurgedVersion>(sql.purgeVersions, own)
  await tx.execute(sql.purgeFiles, own)
  const keys = versions.flatMap(({ blob, thumbnail }) => (thumbnail === null ? [blob] : [blob, thumbnail]))
  await addLeftovers(tx, keys, 0)
  const purgeIds = locked.flatMap(({ purgeId }) => purgeId ?? [])
  await countTakenAlong(tx, 'file', purgeIds)
  return purgeChanges(tx, first, 'file', purgedFiles(locked, versions, requestedAt))
}

/** Returns the details of purged files: the digests of what was erased, and nothing else about it. */
function purgedFiles(files: readonly sql.PurgeRow[], versions: readonly sql.PurgedVersion[], now: Date): Purged[] {
  const byFile = new Map<string, sql.PurgedVersion[]>(files.map(({ id }) => [id, []]))
  for (const version of versions) byFile.get(version.fileId)?.push(version)
  return files.map(({ id, accountId, purgeId, requestedAt }) => {
    const own = (byFile.get(id) ?? []).sort((a, b) => b.number - a.number)
    const more = {
      requestedAt: (requestedAt ?? now).toISOString(),
      ...(purgeId !== null && { within: purgeId }),
      versions: own.length,
      contents: own.slice(0, contentsMax).map(({ digest }) => digest.toString('hex')),
    }
    return { id, accountId, more }
  })
}
