import type { Database, Tx } from '../base/database/db.js'
import type { TrustedClock, TrustedTime } from '../base/turns/clock.js'
import type { Recorder } from '../ledger/batches/recorder.js'
import { type Purged, purgeChanges } from './changes.js'
import type { FolderContents } from './folder-contents.js'
import { countTakenAlong } from './purged.js'
import * as sql from './sql.js'
import { lockTree } from './tree.js'

/** Dependencies of the bin's loop. */
export interface BinContext {
  database: Database
  recorder: Recorder
  contents: FolderContents
  clock: TrustedClock
  /** Days that deleted folders stay in the bin. */
  binDays: number
}

/** How often to look for folders whose time in the bin has expired. */
export const binIntervalMs = 60_000

const expiredAtOnce = 20
const purgedAtOnce = 100
const dayMs = 86_400_000

/**
 * Marks folders whose time in the bin has expired, and purges marked folders, in small transactions. The rows alone decide what to
 * do, so it continues after a crash.
 */
export async function purgeExpired(context: BinContext): Promise<void> {
  // Otherwise another process holds the lane, and does this.
  while (context.recorder.takes) {
    const expired = (await context.clock.whenTrusted((now) => markExpired(context, now))) ?? 0
    const purged = await purgeMarked(context)
    if (expired + purged === 0) return
  }
}

async function markExpired({ database, recorder, binDays }: BinContext, now: TrustedTime): Promise<number> {
  const before = new Date(now.getTime() - binDays * dayMs)
  const tops = await database.query<{ id: string; account_id: string }>(sql.expiredBins, [before, expiredAtOnce])
  for (const { id, account_id } of tops) {
    await recorder.record(async (tx) => {
      await lockTree(tx, account_id)
      // It may have been restored since.
      const [top] = await tx.query<sql.FolderRow>(sql.folderById, [id])
      if (top?.deleted_at && top.deleted_at < before) await tx.execute(sql.markPurging, [id])
      return { leaves: [], result: undefined }
    })
  }
  return tops.length
}

async function purgeMarked({ database, recorder, contents }: BinContext): Promise<number> {
  const marked = await database.query<{ id: string }>(sql.markedFolders, [purgedAtOnce])
  if (marked.length === 0) return 0
  const empty = await contents.purge(marked.map(({ id }) => id))
  if (empty.length === 0) return marked.length
  await recorder.record(async (tx, first) => {
    const gone = await tx.query<sql.PurgedFolder>(sql.purgeFolders, [empty])
    await tx.execute(sql.purgeCounts, [gone.map(({ id }) => id)])
    return { leaves: await purgeChanges(tx, first, 'folder', await detailsOf(tx, gone)), result: undefined }
  })
  return marked.length
}

/** Returns the details of purged folders. Those that another took along count in its entry: it may be among them. */
async function detailsOf(tx: Tx, gone: readonly sql.PurgedFolder[]): Promise<Purged[]> {
  const others = gone.filter(({ id, purgeId }) => id !== purgeId)
  const takenAlong = await countTakenAlong(
    tx,
    'folder',
    others.map(({ purgeId }) => purgeId),
  )
  return gone.map(({ id, accountId, purgeId, requestedAt, files, folders }) => {
    const counts = { files, folders: folders + (takenAlong.get(id) ?? 0) }
    const more = { requestedAt: requestedAt.toISOString(), ...(purgeId === id ? counts : { within: purgeId }) }
    return { id, accountId, more }
  })
}
