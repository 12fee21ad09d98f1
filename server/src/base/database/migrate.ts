import { readdir, readFile } from 'node:fs/promises'
import { ownFile } from '../own-files.js'
import type { Database, Queryable } from './db.js'
import { fillSearchKeys } from './fill-search-keys.js'
import { advisoryLocks } from './locks.js'
import { respellEmails } from './respell-emails.js'

const folder = ownFile('migrations/')

/** Returns the names of all migrations, in order. */
export async function allMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort()
}

/** Returns the names of the migrations that a database has had, in order; none before the first start. */
export async function migrationsOf(database: Queryable): Promise<string[]> {
  const [found] = await database.query<{ has: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS has")
  if (!found?.has) return []
  return (await database.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).map(({ name }) => name)
}

/**
 * Updates the schema: runs the pending files of `server/migrations` in order, each in one transaction with its row in
 * `migrations`.
 *
 * @param wanted the names of those to run; by default all
 * @returns the names of the migrations that ran
 * @throws {Error} when a newer version of the service migrated the database
 */
export async function migrate(database: Database, wanted?: readonly string[]): Promise<string[]> {
  const files = await allMigrations()
  const session = await database.session()
  try {
    await session.script(`SELECT pg_advisory_lock(${advisoryLocks.migration})`)
    await session.script(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())',
    )
    const done = new Set((await session.query<{ name: string }>('SELECT name FROM migrations')).map((row) => row.name))
    const unknown = [...done].filter((name) => !files.includes(name))
    if (unknown.length > 0) {
      throw new Error(
        `The database has been migrated by a newer version (${unknown.join(', ')}). Start that version, or restore a backup.`,
      )
    }
    const missing = (wanted ?? files).filter((name) => !done.has(name))
    for (const name of missing) {
      await session.begin()
      await session.script(await readFile(new URL(name, folder), 'utf8'))
      if (name === '0026_search_keys.sql') await fillSearchKeys(session)
      if (name === '0040_known_browsers.sql') await respellEmails(session)
      await session.commit([{ text: 'INSERT INTO migrations (name) VALUES ($1)', values: [name] }])
    }
    return missing
  } finally {
    // Closing the connection releases the lock and rolls back a failed migration.
    session.release(true)
  }
}
