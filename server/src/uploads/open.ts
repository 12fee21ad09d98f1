import type { Ground, OpenRoom, Room } from '../base/room.js'
import type { TrustedTime } from '../base/turns/clock.js'
import { startLoop } from '../base/turns/loop.js'
import type { FilesRoom } from '../files/room.js'
import { uploadAuditor } from './audit.js'
import { eraseUploads } from './erase.js'
import { UploadLocks } from './locks.js'
import { expiryMs, type UploadsRoom } from './room.js'
import { uploadRoutes } from './routes.js'
import * as sql from './sql.js'

const sweepMs = 60_000
const sweepBatchSize = 100

export const uploads: Room<'uploads', Ground, { files: FilesRoom }, undefined> = {
  name: 'uploads',
  auditor: uploadAuditor,
  open: openUploads,
}

async function openUploads(
  { database, clock, logger }: Ground,
  { files }: { files: FilesRoom },
): Promise<OpenRoom<undefined>> {
  const locks = new UploadLocks(database, logger)
  const room: UploadsRoom = { files, locks, incoming: new Set() }
  const sweep = async () => {
    while ((await clock.whenTrusted((now) => sweepExpired(files, now))) === sweepBatchSize);
  }
  return {
    shared: undefined,
    async routes(app, onRequest) {
      await app.register(uploadRoutes, { room, onRequest })
    },
    loops: [startLoop({ name: 'uploads', step: sweep, idleMs: sweepMs, logger })],
    eraser: (accountId) => eraseUploads(database, accountId),
    stop: () => locks.stop(),
  }
}

/** Deletes some expired uploads. Returns how many. */
async function sweepExpired({ database, vault }: FilesRoom, now: TrustedTime): Promise<number> {
  const deleted = await database.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(sql.expired, [new Date(now.getTime() - expiryMs), sweepBatchSize])
    const ids = rows.map(({ id }) => id)
    return ids.length > 0 ? sql.deleteUploads(tx, ids) : 0
  })
  if (deleted > 0) vault.wake()
  return deleted
}
