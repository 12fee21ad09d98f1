import type { Logger } from 'pino'
import { startLoop } from '../base/loop.js'
import type { FilesRoom } from '../files/room.js'
import type { Incoming } from './incoming.js'
import { UploadLocks } from './locks.js'
import * as sql from './sql.js'

/** What the interface of resumable uploads stands on. */
export interface UploadsRoom {
  files: FilesRoom
  locks: UploadLocks
  /** Bodies under way in this process. */
  incoming: Set<Incoming>
}

/** An upload to which nothing has come for so long is forgotten. */
export const expiryMs = 86_400_000
const sweepMs = 60_000
const sweepAtOnce = 100

/** Starts what resumable uploads need. */
export function startUploads(files: FilesRoom, logger: Logger): { room: UploadsRoom; stop(): Promise<void> } {
  const locks = new UploadLocks(files.database, logger)
  const sweep = async () => {
    while ((await sweepExpired(files)) === sweepAtOnce);
  }
  const loop = startLoop({ name: 'uploads', step: sweep, idleMs: sweepMs, logger })
  return {
    room: { files, locks, incoming: new Set() },
    async stop() {
      await loop.stop()
      await locks.stop()
    },
  }
}

/** Forgets some uploads whose time is over. Returns how many. */
export async function sweepExpired({ database, vault }: FilesRoom): Promise<number> {
  const forgotten = await database.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(sql.expired, [expiryMs, sweepAtOnce])
    const ids = rows.map(({ id }) => id)
    return ids.length > 0 ? sql.forgetUploads(tx, ids) : 0
  })
  if (forgotten > 0) vault.wake()
  return forgotten
}
