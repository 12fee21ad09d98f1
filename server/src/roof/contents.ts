import type { Database } from '../base/database/db.js'
import type { MasterKey } from '../base/secrets.js'
import { createLogger } from '../base/telemetry/log.js'
import { auditContents, type ContentsReport } from '../files/blobs/audit-contents.js'
import { Vault } from '../files/blobs/vault.js'
import type { Config } from '../settings.js'
import { HashPool } from '../storage/hashing/pool.js'
import { storageKeys } from '../storage/storage-keys.js'
import { DiskSpace } from '../storage/stores/disk-space.js'
import { openStore } from '../storage/stores/open-store.js'

/** Between two lines about the progress. */
const progressMs = 10_000

/**
 * Audits all stored objects, beside the service or without it. Says on standard error how far it is.
 *
 * @throws {ConfigError} when the store can't be opened
 */
export async function auditObjects(config: Config, database: Database, masterKey: MasterKey): Promise<ContentsReport> {
  const store = await openStore(config)
  const threads = new HashPool(2)
  // It stores nothing.
  const space = new DiskSpace({ files: null, database: null, reserve: config.diskReserve })
  const keys = storageKeys(masterKey, config.ageIdentities)
  // The report names everything.
  const logger = createLogger('silent')
  // Nor does it delete anything.
  const clock = { whenTrusted: async () => undefined, doubts: () => [] }
  const vault = new Vault({ store, space, database, keys, threads, clock, logger })
  let saidMs = performance.now()
  try {
    return await auditContents({ database, vault }, ({ objects, bytes }) => {
      if (performance.now() - saidMs < progressMs) return
      saidMs = performance.now()
      process.stderr.write(`${objects} objects and ${bytes} bytes so far\n`)
    })
  } finally {
    await threads.close()
    await store.close()
  }
}

/** Words the report for people, one line for each damaged object. */
export function contentLines({ objects, bytes, damaged }: ContentsReport): string[] {
  const counts = [`${String(objects).padStart(10)}  objects`, `${String(bytes).padStart(10)}  bytes`]
  const lines = damaged.map(({ damage, kind, owner, within, key, problem }) => {
    const place = kind === 'part' ? `part of upload ${owner}` : `${kind} of file ${owner}, version ${within}`
    return `${damage.toUpperCase()}: ${place}, object ${key}: ${problem}`
  })
  return [...counts, ...lines]
}
