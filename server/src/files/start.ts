import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '../base/db.js'
import { type Loop, startLoop } from '../base/loop.js'
import { deriveKey } from '../base/secrets.js'
import type { FolderContents } from '../folders/folder-contents.js'
import type { NetworkInfo } from '../ledger/proof.js'
import type { Recorder } from '../ledger/recorder.js'
import { Media } from '../media/media.js'
import { HashPool } from '../storage/hash-pool.js'
import type { StorageKeys } from '../storage/storage-keys.js'
import type { BlobStore } from '../storage/store.js'
import { encryptStep } from './encrypt-later.js'
import { Inspector } from './inspection.js'
import { Links } from './links.js'
import { fileContents, purgeExpired } from './purge.js'
import type { FilesRoom } from './room.js'
import { UploadSlots } from './upload-slots.js'
import { Vault } from './vault.js'

/** What files stand on. */
export interface FilesOptions {
  database: Database
  recorder: Recorder
  network: NetworkInfo
  store: BlobStore
  keys: StorageKeys
  masterKey: Uint8Array
  settings: { publicUrl?: string; uploadLimit: number; uploadsAtOnce: number; binDays: number }
  logger: Logger
}

/** The files of this process. */
export interface Files {
  room: FilesRoom
  contents: FolderContents
  stop(): Promise<void>
}

const dayMs = 86_400_000
const inspectionMs = 30_000
const encryptMs = 5000
const purgeMs = 60_000

/** Starts what files need: hashing threads, the inspector, and the loops that clean up. */
export function startFiles(options: FilesOptions): Files {
  const { database, recorder, network, store, keys, masterKey, settings, logger } = options
  const vault = new Vault({ store, database, keys, logger })
  const media = new Media({ logger })
  // Apart from inspections, because a person waits for a page.
  const pages = new Media({ logger })
  const inspector = new Inspector({ database, vault, media, logger })
  const threads = new HashPool(Math.max(1, Math.min(4, availableParallelism() - 1)))
  const encrypt = async () => {
    while (await encryptStep(database, vault));
  }
  const purge = async () => {
    // Another process holds the lane, and purges.
    while (recorder.takes && (await purgeExpired(database, recorder, new Date(Date.now() - settings.binDays * dayMs))));
  }
  const loops: Loop[] = [
    startLoop({ name: 'inspection', step: () => inspector.step(), idleMs: inspectionMs, logger }),
    startLoop({ name: 'encrypt', step: encrypt, idleMs: encryptMs, logger }),
    startLoop({ name: 'purge-files', step: purge, idleMs: purgeMs, logger }),
  ]
  vault.start()
  return {
    room: {
      database,
      recorder,
      network,
      vault,
      threads,
      inspector,
      pages,
      links: new Links(deriveKey(masterKey, 'file-links')),
      slots: new UploadSlots(settings.uploadsAtOnce),
      publicUrl: settings.publicUrl,
      uploadLimit: settings.uploadLimit,
      binDays: settings.binDays,
    },
    contents: fileContents(database, recorder, () => vault.wake()),
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await Promise.all([media.stop(), pages.stop()])
      await inspector.stop()
      await vault.stop()
      await threads.close()
    },
  }
}
