import { embeddedAddresses } from '../base/admin.js'
import { Database } from '../base/database/db.js'
import { allMigrations, migrationsOf } from '../base/database/migrate.js'
import { type SessionRow, sessionFaults, sessionSql } from '../base/database/session-settings.js'
import { textOf } from '../base/error-text.js'
import { type CheckContext, type Finding, finding } from '../base/finding.js'
import { type MasterKey, masterKeyIn, readSecrets } from '../base/secrets.js'
import { ConfigError, type Environment } from '../base/settings/config.js'
import { isLocked } from '../embedded/folder-lock.js'
import { embeddedPrograms } from '../embedded/postgres-programs.js'
import { type Config, loadConfig } from '../settings.js'

/**
 * Tests the settings and what they name, and prints a line for each. It changes nothing that a running service relies on.
 *
 * @param env the settings, unless those of this process
 * @returns whether all of it is good
 */
export async function check(print: (line: string) => void, env?: Environment): Promise<boolean> {
  let isGood = true
  const tell = (found: Finding) => {
    isGood &&= found.isGood
    print(`${found.isGood ? '✓' : '✗'} ${found.about}: ${found.text}`)
  }
  const config = settings(env, tell)
  if (!config) {
    print('Nothing else was tested. Correct the settings first.')
    return false
  }
  // Loads all of the service, which wrong settings don't need.
  const { rooms } = await import('../rooms.js')
  // A service that was killed leaves the file behind.
  const isRunning = await isLocked(config.dataDir)
  const embedded = isRunning ? await embeddedAddresses(config.dataDir).catch(() => undefined) : undefined
  const masterKey = await masterKeyFrom(config, tell)
  const url = config.databaseUrl ?? embedded?.databaseUrl
  const database = url === undefined ? undefined : new Database({ url, connectionsMax: 1 })
  try {
    const found = await finding('database', () => checkDatabase(config, database), databaseAdvice(config))
    tell(found)
    if (found.isGood && database) tell(await finding('durability', () => checkDurability(database)))
    const hasTables = found.isGood && database !== undefined && (await migrationsOf(database)).length > 0
    const context: CheckContext<Config> = { config, database: hasTables ? database : undefined, masterKey, embedded }
    for await (const one of rooms.check(context)) tell(one)
  } finally {
    await database?.close()
  }
  return isGood
}

function settings(env: Environment | undefined, tell: (found: Finding) => void): Config | null {
  try {
    const config = loadConfig(env)
    tell({ about: 'settings', isGood: true, text: 'all valid' })
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const text of error.problems) tell({ about: 'settings', isGood: false, text })
    return null
  }
}

/** Undefined before the first start, which creates one. */
async function masterKeyFrom(config: Config, tell: (found: Finding) => void): Promise<MasterKey | undefined> {
  if (config.masterKey) return config.masterKey
  let key: MasterKey | undefined
  const read = async () => {
    const secrets = await readSecrets(config.dataDir)
    if (!secrets) return 'the first start creates them, in the data folder'
    key = masterKeyIn(secrets)
    return 'in the data folder'
  }
  const advice = 'Set DATA_DIR to the folder of the service, and let the user that runs it read its files.'
  const found = await finding('secrets', read, advice)
  tell(found)
  return key
}

const extensions = ['pg_trgm', 'btree_gin']

function databaseAdvice({ databaseUrl }: Config): string {
  return databaseUrl === undefined
    ? 'The service runs without its database: see its log.'
    : 'Check DATABASE_URL, and that PostgreSQL is running and accepts the login.'
}

/** @throws {Error} when the service could not run on this database */
async function checkDatabase(config: Config, database: Database | undefined): Promise<string> {
  if (!database) {
    embeddedPrograms()
    return 'embedded; it starts with the service'
  }
  const [server] = await database.query<{ version: string; mayCreate: boolean; missing: string[] }>(
    `SELECT current_setting('server_version') AS version,
       coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
       ARRAY(SELECT e FROM unnest($1::text[]) AS e
              WHERE e NOT IN (SELECT name FROM pg_available_extensions)) AS missing`,
    [extensions],
  )
  if (!server) throw new Error('the database returned no row')
  const [session] = await database.query<SessionRow>(sessionSql)
  const faults = session ? sessionFaults(session) : []
  if (faults.length > 0) throw new ConfigError(faults)
  const { version, mayCreate, missing } = server
  if (!mayCreate)
    throw new ConfigError(['The role of DATABASE_URL may not create tables. Grant it CREATE on the schema.'])
  if (missing.length > 0)
    throw new ConfigError([`PostgreSQL lacks ${missing.join(' and ')}. Install its contrib package.`])
  await checkExtensions(database)
  const all = await allMigrations()
  const done = await migrationsOf(database)
  const newer = done.filter((name) => !all.includes(name))
  if (newer.length > 0)
    throw new ConfigError([`A newer version migrated the database (${newer.join(', ')}). Run that version.`])
  const pending = all.length - done.length
  const migrations =
    pending === 0
      ? `all ${all.length} migrations applied`
      : `the next start runs ${pending} of ${all.length} migrations`
  return `${config.databaseUrl === undefined ? 'embedded and running, ' : ''}PostgreSQL ${version}, ${migrations}`
}

/** Creates the extensions and takes them back: rights, and lists of what a managed database allows, are known only by trying. */
async function checkExtensions(database: Database): Promise<void> {
  const session = await database.session()
  try {
    await session.begin()
    for (const name of extensions) await session.script(`CREATE EXTENSION IF NOT EXISTS ${name}`)
  } catch (error) {
    const advice = 'Grant the role of DATABASE_URL CREATE on the database, or have a superuser create it there:'
    const statements = extensions.map((name) => `CREATE EXTENSION ${name};`).join(' ')
    throw new ConfigError([`An extension can't be created: ${textOf(error)}. ${advice} ${statements}`])
  } finally {
    await session.rollback()
    session.release()
  }
}

/** @throws {ConfigError} when PostgreSQL may lose what it has confirmed */
async function checkDurability(database: Database): Promise<string> {
  const off = await database.query<{ name: string }>(
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting <> 'on' ORDER BY name",
  )
  const names = off.map(({ name }) => name).join(' and ')
  if (names !== '') throw new ConfigError([`PostgreSQL runs without ${names}. Turn it on: every answer relies on it.`])
  return 'PostgreSQL keeps what it has confirmed (fsync and full_page_writes are on)'
}
