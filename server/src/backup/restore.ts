import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { opensSecrets } from '../accounts/check.js'
import { AdminError } from '../base/admin.js'
import { Database } from '../base/database/db.js'
import { allMigrations, migrate, migrationsOf } from '../base/database/migrate.js'
import {
  embeddedSecrets,
  keepSecrets,
  type MasterKey,
  masterKeyIn,
  readSecrets,
  type Secrets,
} from '../base/secrets.js'
import { makeFolder } from '../embedded/embedded.js'
import { lockFolder } from '../embedded/folder-lock.js'
import { startPostgres } from '../embedded/postgres.js'
import { DiskStore } from '../storage/stores/disk.js'
import { openStore } from '../storage/stores/open-store.js'
import { type Manifest, partsOf, readManifest } from './manifest.js'
import { copyObjects, digestsIn, keysIn } from './objects.js'
import type { BackupConfig } from './settings.js'
import { copyIn, inOrder, setSequence, setTriggers } from './tables.js'

/**
 * Puts a backup where the settings say: database, objects, secrets. All of it must be empty. Afterwards the service can be started, of
 * the version that made the backup or a newer one.
 *
 * The secrets come last, so a service started on half a restored data folder can't open its database.
 *
 * @throws {AdminError} in words for the operator
 */
export async function restore(config: BackupConfig, from: string, logger: Logger): Promise<Manifest> {
  const folder = resolve(from)
  const manifest = await readManifest(folder)
  const secrets = await readSecrets(folder)
  await checkBackup(config, manifest, secrets)
  const usesFolder = !config.databaseUrl || !config.rpcUrls || !config.s3
  if (usesFolder) await checkDataFolder(config)
  if (usesFolder) await makeFolder(config.dataDir)
  const lock = usesFolder ? await lockFolder(config.dataDir) : undefined
  try {
    await withDatabase(config, secrets, logger, async (database) => {
      if ((await migrationsOf(database)).length > 0)
        throw new AdminError(
          'The database of DATABASE_URL is already in use. Create an empty one, also after a failed restore.',
        )
      await restoreObjects(config, manifest, folder)
      await fill(database, manifest, folder, masterKeyOf(config, secrets))
    })
    if (secrets && usesFolder) await keepSecrets(config.dataDir, secrets)
    return manifest
  } catch (error) {
    // The folder was empty before.
    const made = usesFolder ? ['files', 'postgres', 'secrets.json'] : []
    for (const name of made) await rm(join(config.dataDir, name), { recursive: true, force: true })
    throw error
  } finally {
    await lock?.release()
  }
}

async function checkBackup(
  config: BackupConfig,
  { migrations, objects }: Manifest,
  secrets: Secrets | null,
): Promise<void> {
  const known = await allMigrations()
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new AdminError(
      `A newer version of the service made the backup (${unknown.join(', ')}). Restore it with that version.`,
    )
  if (!config.masterKey && !secrets)
    throw new AdminError("The backup doesn't contain secrets. Set MASTER_KEY to that of the service it was made from.")
  if (objects.place === 'bucket' && !config.s3)
    throw new AdminError(
      `The files are in the bucket ${objects.bucket}, not in the backup. Set STORAGE_URL to it, or to a copy.`,
    )
}

async function checkDataFolder({ dataDir }: BackupConfig): Promise<void> {
  const found = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new AdminError(`DATA_DIR can't be read: ${error.message}`)
  })
  // Of a file system's own.
  if (found.some((name) => name !== 'lost+found'))
    throw new AdminError(`${dataDir} is not empty. Set DATA_DIR to a new folder, or move this one away.`)
}

function masterKeyOf({ masterKey }: BackupConfig, secrets: Secrets | null): MasterKey {
  return masterKey ?? (secrets ? masterKeyIn(secrets) : [])
}

/** Opens the database that the settings name, and starts it if it is the embedded one. */
async function withDatabase(
  { databaseUrl, dataDir }: BackupConfig,
  secrets: Secrets | null,
  logger: Logger,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const { databasePassword: password } = databaseUrl
    ? { databasePassword: '' }
    : (secrets ?? (await embeddedSecrets(dataDir)))
  const embedded = databaseUrl ? undefined : await startPostgres({ dataDir, password, logger })
  try {
    const database = new Database({ url: databaseUrl ?? embedded?.databaseUrl ?? '', connectionsMax: 1, isBulk: true })
    await work(database).finally(() => database.close())
  } finally {
    await embedded?.stop()
  }
}

async function restoreObjects(config: BackupConfig, { objects }: Manifest, folder: string): Promise<void> {
  if (objects.place === 'bucket') return
  const { objectKeys, digests, files } = partsOf(folder)
  const isListed = (await stat(digests).catch(() => null)) !== null
  const saved = isListed ? digestsIn(digests) : keysIn(objectKeys)
  const store = await openStore(config)
  try {
    for await (const { key } of store.list())
      throw new AdminError(`The store already holds ${key}. Set STORAGE_URL to an empty bucket or another prefix.`)
    const { count, bytes, missing, unreadable } = await copyObjects(saved, DiskStore.at(files), store)
    const lost = [...unreadable, ...missing.filter((key) => !objects.missing.includes(key))]
    if (lost.length > 0 || count !== objects.count || bytes !== objects.bytes)
      throw new AdminError(
        `The backup is damaged: ${objects.count} objects of ${objects.bytes} bytes were saved, ${count} of ${bytes} are there.`,
      )
  } finally {
    await store.close()
  }
}

/** Creates the tables as they were, and fills them in one transaction. The next start of the service runs newer migrations. */
async function fill(database: Database, manifest: Manifest, folder: string, masterKey: MasterKey): Promise<void> {
  await migrate(database, manifest.migrations)
  const session = await database.session()
  let isBroken = true
  try {
    const tables = await inOrder(session, manifest.tables)
    await session.begin()
    for (const table of tables) await setTriggers(session, table, false)
    for (const table of tables) {
      const rows = await copyIn(session, table, partsOf(folder).table(table.name))
      if (rows !== table.rows)
        throw new AdminError(
          `The backup is damaged: table ${table.name} had ${table.rows} rows, and ${rows} are there.`,
        )
    }
    for (const sequence of manifest.sequences) await setSequence(session, sequence)
    for (const table of tables) await setTriggers(session, table, true)
    if ((await opensSecrets(session, masterKey)) === false)
      throw new AdminError('The backup was made with another MASTER_KEY. Set that one.')
    await session.commit([])
    // Its statistics, for the planner.
    await session.script('ANALYZE')
    isBroken = false
  } finally {
    session.release(isBroken)
  }
}
