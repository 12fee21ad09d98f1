import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AdminError } from '../base/admin.js'
import { Database, type Session } from '../base/database/db.js'
import { advisoryLocks } from '../base/database/locks.js'
import { migrationsOf } from '../base/database/migrate.js'
import { syncFolder } from '../base/durable.js'
import { keepSecrets, readSecrets } from '../base/secrets.js'
import { version } from '../base/version.js'
import { type FolderLock, lockFolder, lockName } from '../embedded/folder-lock.js'
import { claimedBlobs } from '../files/blobs/sql.js'
import { DiskStore } from '../storage/stores/disk.js'
import { type Manifest, partsOf, type SavedObjects, type SavedTable, writeManifest } from './manifest.js'
import { changedContents, copyObjects, digestList, digestsIn, keysIn } from './objects.js'
import type { BackupConfig } from './settings.js'
import { allTables, copyOut, usedSequences } from './tables.js'

/** How long to wait for deletions that are under way. */
const lockMs = 60_000

/**
 * Copies the database as of one moment, then the objects that it names, then the secrets, into a new folder. The service may run: what
 * it commits later isn't in the copy, and it deletes no object until the copy is complete.
 *
 * The folder appears under its name once it is complete and durable.
 *
 * @param databaseUrl of the service's database, which may be the embedded one
 * @throws {AdminError} in words for the operator
 */
export async function backUp(config: BackupConfig, databaseUrl: string, to: string): Promise<Omit<Manifest, 'format'>> {
  const folder = resolve(to)
  const aside = `${folder}.unfinished`
  const lock = await beginAside(folder, aside)
  const database = new Database({ url: databaseUrl, connectionsMax: 1, isBulk: true })
  try {
    const session = await database.session()
    try {
      await keepObjects(session)
      const madeAt = new Date().toISOString()
      const saved = await saveDatabase(session, aside)
      const objects = await saveObjects(session, config, aside)
      await saveSecrets(config, aside)
      // Fails if the connection was lost, and the lock with it.
      await session.query('SELECT 1')
      const manifest = { version, madeAt, ...saved, objects }
      await writeManifest(aside, manifest)
      // The lock is a socket in the folder.
      await lock.release()
      await rename(aside, folder)
      await syncFolder(dirname(folder))
      return manifest
    } finally {
      session.release(true)
    }
  } catch (error) {
    await lock.release()
    await rm(aside, { recursive: true, force: true })
    throw error
  } finally {
    await database.close()
  }
}

/** Makes the unfinished folder, and locks it. Empties what a killed backup left. */
async function beginAside(folder: string, aside: string): Promise<FolderLock> {
  if (await stat(folder).catch(() => null))
    throw new AdminError(`${folder} already exists. Choose another name, or delete it.`)
  try {
    await mkdir(aside, { recursive: true })
    await chmod(aside, 0o700)
    const lock = await lockFolder(aside, 0).catch(() => null)
    if (!lock) throw new Error(`another backup is writing ${aside}`)
    for (const name of await readdir(aside)) {
      if (name !== lockName) await rm(join(aside, name), { recursive: true })
    }
    await mkdir(partsOf(aside).database, { mode: 0o700 })
    return lock
  } catch (error) {
    throw new AdminError(`The backup can't be written: ${(error as Error).message}`)
  }
}

/** Has the service delete no objects while this session lasts. */
async function keepObjects(session: Session): Promise<void> {
  await session.script(`SET lock_timeout = ${lockMs}`)
  try {
    await session.query('SELECT pg_advisory_lock($1)', [advisoryLocks.objects])
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55P03') throw error
    throw new AdminError('Another backup is running. Wait until it has finished.')
  }
}

/** Copies all tables, and the keys of the objects that they name, as of one moment. */
async function saveDatabase(
  session: Session,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const parts = partsOf(folder)
  await session.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const migrations = await migrationsOf(session)
  if (migrations.length === 0)
    throw new AdminError('The database has no tables yet. Start the service first: it creates them.')
  const tables: SavedTable[] = []
  for (const table of await allTables(session)) {
    tables.push({ ...table, rows: await copyOut(session, table, parts.table(table.name)) })
  }
  await copyOut(session, claimedBlobs, parts.objectKeys)
  const sequences = await usedSequences(session)
  // Ended at once: PostgreSQL keeps old rows as long as a snapshot lasts.
  await session.script('COMMIT')
  await syncFolder(parts.database)
  return { migrations, tables, sequences }
}

async function saveObjects(session: Session, { s3, dataDir }: BackupConfig, folder: string): Promise<SavedObjects> {
  if (s3) return { place: 'bucket', bucket: s3.bucket }
  const { objectKeys, digests, files } = partsOf(folder)
  const from = DiskStore.at(join(dataDir, 'files'))
  const list = digestList(digests)
  const copied = await copyObjects(keysIn(objectKeys), from, await DiskStore.open(files), list.add)
  await list.end()
  return { place: 'files', ...copied, changed: await changedContents(session, digestsIn(digests)) }
}

async function saveSecrets({ dataDir }: BackupConfig, folder: string): Promise<void> {
  const secrets = await readSecrets(dataDir)
  if (secrets) await keepSecrets(folder, secrets)
}
