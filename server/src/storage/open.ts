import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ground, Room } from '../base/room.js'
import { startLoop } from '../base/turns/loop.js'
import { checkStorage } from './check.js'
import { storageCommands } from './commands.js'
import { refuseOnFullDisk } from './full-disk.js'
import { operatorStorageRoute } from './operator-route.js'
import { sealedFiles } from './rotate.js'
import type { StorageConfig } from './settings.js'
import { storageKeys } from './storage-keys.js'
import type { BlobStore } from './store.js'
import { DiskSpace, type StatFs } from './stores/disk-space.js'

const sweepMs = 3_600_000

/** Shared with the other rooms. */
export interface StorageRoom {
  space: DiskSpace
}

/** Sweeps the store, reports whether it is ready, and keeps the reserve on the disk. `look` reads the free space. */
export function storageRoomOn(
  look: StatFs = statfs,
): Room<'storage', Ground<StorageConfig> & { store: BlobStore }, unknown, StorageRoom> {
  return {
    name: 'storage',
    commands: storageCommands,
    check: checkStorage,
    open: async ({ store, masterKey, clock, logger, config, isEmbedded }) => {
      const { dataDir, s3, diskReserve: reserve } = config
      const files = s3 ? null : join(dataDir, 'files')
      const space = new DiskSpace({ files, database: isEmbedded ? join(dataDir, 'postgres') : null, reserve, look })
      return {
        shared: { space },
        sealed: [sealedFiles(store, storageKeys(masterKey, config.ageIdentities))],
        routes: async (app, onRequest, onOperator) => {
          refuseOnFullDisk(app, space)
          await app.register(operatorStorageRoute, { space, store: s3 ? 's3' : 'disk', onRequest, onOperator })
        },
        loops: [
          startLoop({ name: 'storage', step: () => clock.whenTrusted(() => store.sweep()), idleMs: sweepMs, logger }),
        ],
        readiness: async () => [...(await store.readinessProblems()), ...(await space.readinessProblems())],
        warnings: () => space.warnings(),
        metrics(metrics) {
          if (files === null && !isEmbedded) return
          const read = async (which: 'free' | 'reserve') => (await space.tightest())?.[which] ?? 0
          metrics.gauge('disk_free_bytes', 'Free bytes on the disk', () => read('free'))
          metrics.gauge('disk_reserve_bytes', 'Bytes kept free of uploads on the disk', () => read('reserve'))
          metrics.gauge('disk_held_bytes', 'Bytes held for running uploads', () => space.heldBytes)
        },
      }
    },
  }
}
