import type { Database } from '../base/db.js'
import type { Recorder } from '../ledger/recorder.js'
import { purgeChanges } from './changes.js'
import type { FolderContents } from './folder-contents.js'
import * as sql from './sql.js'
import { lockTree } from './tree.js'

/** What emptying the bin needs. */
export interface BinContext {
  database: Database
  recorder: Recorder
  contents: FolderContents
  /** How long deleted things stay in the bin. */
  binDays: number
}

/** How often to look for what has been in the bin long enough. */
export const binIntervalMs = 60_000

const expiredAtOnce = 20
const erasedAtOnce = 100
const dayMs = 86_400_000

/**
 * One round of emptying the bin: condemns what has been in it long enough, then erases what is condemned, in small
 * transactions. What it does is decided by the rows alone, so that it goes on after a crash where it was.
 */
export async function emptyBin(context: BinContext): Promise<void> {
  // Another process holds the lane, and empties the bin.
  while (context.recorder.takes) {
    const expired = await condemnExpired(context)
    const erased = await eraseCondemned(context)
    if (expired + erased === 0) return
  }
}

async function condemnExpired({ database, recorder, binDays }: BinContext): Promise<number> {
  const before = new Date(Date.now() - binDays * dayMs)
  const tops = await database.query<{ id: string; account_id: string }>(sql.expiredBins, [before, expiredAtOnce])
  for (const { id, account_id } of tops) {
    await recorder.record(async (tx) => {
      await lockTree(tx, account_id)
      // It may have been restored since.
      const [top] = await tx.query<sql.FolderRow>(sql.folderById, [id])
      if (top?.deleted_at && top.deleted_at < before) await tx.execute(sql.condemnTree, [id, new Date()])
      return { leaves: [], result: undefined }
    })
  }
  return tops.length
}

async function eraseCondemned({ database, recorder, contents }: BinContext): Promise<number> {
  const condemned = await database.query<{ id: string }>(sql.condemned, [erasedAtOnce])
  if (condemned.length === 0) return 0
  const empty = await contents.purge(condemned.map(({ id }) => id))
  if (empty.length === 0) return condemned.length
  await recorder.record(async (tx, place) => {
    const gone = await tx.query<{ id: string; account_id: string }>(sql.eraseFolders, [empty])
    await tx.execute(sql.eraseCounts, [gone.map(({ id }) => id)])
    const purged = gone.map(({ id, account_id: accountId }) => ({ id, accountId }))
    return { leaves: await purgeChanges(tx, place, 'folder', purged), result: undefined }
  })
  return condemned.length
}
