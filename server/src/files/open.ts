import { availableParallelism } from 'node:os'
import type { AccountsRoom } from '../accounts/open.js'
import type { Database } from '../base/database/db.js'
import { derivedKeys } from '../base/ring.js'
import type { Ground, OpenRoom, Room } from '../base/room.js'
import type { TrustedClock } from '../base/turns/clock.js'
import { startLoop } from '../base/turns/loop.js'
import type { CertificatesRoom } from '../certificates/open.js'
import type { FoldersWithBin } from '../folders/open.js'
import type { FoldersConfig } from '../folders/settings.js'
import type { Ledger } from '../ledger/ledger.js'
import { Media } from '../media/media.js'
import type { StampsRoom } from '../stamps/room.js'
import { HashPool } from '../storage/hashing/pool.js'
import type { StorageRoom } from '../storage/open.js'
import type { StorageConfig } from '../storage/settings.js'
import { storageKeys } from '../storage/storage-keys.js'
import type { BlobStore } from '../storage/store.js'
import { fileAuditor } from './audit.js'
import { encryptStep } from './blobs/encrypt-later.js'
import { Scrub } from './blobs/scrub.js'
import { Vault } from './blobs/vault.js'
import { pageRoutes } from './content/page-routes.js'
import { contentRoutes } from './content/routes.js'
import { Inspector } from './inspection.js'
import { Links } from './links.js'
import { fileContents, purgeExpired } from './purge.js'
import type { FilesRoom } from './room.js'
import { fileRoutes } from './routes.js'
import type { FilesConfig } from './settings.js'
import { uploadSlots } from './upload/upload-slots.js'

type Needs = Ground<FilesConfig & StorageConfig & FoldersConfig> & { ledger: Ledger; store: BlobStore }

interface Left {
  storage: StorageRoom
  accounts: AccountsRoom
  certificates: CertificatesRoom
  folders: FoldersWithBin
  stamps: StampsRoom
}

const inspectionMs = 30_000
const encryptMs = 5000
const purgeMs = 60_000

export const files: Room<'files', Needs, Left, FilesRoom> = {
  name: 'files',
  auditor: fileAuditor,
  open: openFiles,
}

async function openFiles(
  ground: Needs,
  { storage, accounts, certificates, folders, stamps }: Left,
): Promise<OpenRoom<FilesRoom>> {
  const { config, database, ledger, store, masterKey, clock, logger } = ground
  const { publicUrl, uploadLimit, uploadsAtOnce, binDays, scrubIntervalMs, scrubRate, roles } = config
  const { recorder, network } = ledger
  const { space } = storage
  const { quotas } = accounts
  const threads = new HashPool(Math.max(1, Math.min(4, availableParallelism() - 1)))
  const keys = storageKeys(masterKey, config.ageIdentities)
  const vault = new Vault({ store, space, database, keys, threads, clock, logger })
  const media = new Media({ logger })
  // Apart from inspections, which nothing waits for: someone is looking at the page.
  const pages = new Media({ logger, limits: { waitMsMax: 30_000 } })
  const inspector = new Inspector({ database, vault, media, logger })
  const room: FilesRoom = {
    database,
    recorder,
    codes: stamps.codes,
    network,
    vault,
    inspector,
    pages,
    quotas,
    space,
    publicUrl,
    uploadLimit,
    binDays,
    threads,
    links: new Links(...derivedKeys(masterKey, 'file-links')),
    slots: uploadSlots(uploadsAtOnce),
  }
  vault.start()
  const pace = { bytesPerSecond: scrubRate }
  const scrub = new Scrub({ database, vault, intervalMs: scrubIntervalMs, pace, logger })
  return {
    shared: room,
    async routes(app, onRequest) {
      await app.register(fileRoutes, { room, onRequest, prefix: '/api' })
      await app.register(pageRoutes, { room, onRequest, prefix: '/api' })
      await app.register(contentRoutes, { room, drawer: certificates.drawer, onRequest })
    },
    loops: [
      startLoop({ name: 'inspection', step: () => inspector.step(), idleMs: inspectionMs, logger }),
      startLoop({ name: 'encrypt', step: () => encryptAll(database, vault), idleMs: encryptMs, logger }),
      startLoop({ name: 'purge-files', step: () => purgeAll(room, clock), idleMs: purgeMs, logger }),
      folders.startBin(fileContents(database, recorder, () => vault.wake())),
      ...(roles.worker ? [scrub.start()] : []),
    ],
    warnings: () => vault.damages.warnings(),
    metrics: (metrics) => scrub.addMetrics(metrics),
    async stop() {
      await Promise.all([media.stop(), pages.stop()])
      await inspector.stop()
      await vault.stop()
      await room.threads.close()
    },
  }
}

async function encryptAll(database: Database, vault: Vault): Promise<void> {
  while (await encryptStep(database, vault));
}

async function purgeAll({ database, recorder, binDays }: FilesRoom, clock: TrustedClock): Promise<void> {
  // Only the process that holds the lane purges.
  while (recorder.takes && (await clock.whenTrusted((now) => purgeExpired(database, recorder, now, binDays))));
}
