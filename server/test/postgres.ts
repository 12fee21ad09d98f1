import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { eventually, Hopeless } from '../../test/eventually.js'
import { Database } from '../src/base/database/db.js'
import { databaseUrl, templateName } from './postgres-server.js'

/** A database for tests, migrated and otherwise empty. */
export interface TestDatabase {
  db: Database
  /** Its address, for another pool or a child process. */
  url: string
}

/**
 * Gives the test file its own database: call it at the top of the file (or of a `describe`).
 * It is dropped afterwards; a connection that is still open fails the file.
 *
 * @returns the database, filled in before the first test runs
 * @example
 * const test = useDatabase()
 * it('…', async () => { await test.db.query('SELECT 1') })
 */
export function useDatabase(): TestDatabase {
  const given = {} as TestDatabase
  let made: Awaited<ReturnType<typeof createDatabase>> | undefined
  beforeAll(async () => {
    made = await createDatabase()
    Object.assign(given, made)
  })
  afterAll(() => made?.drop())
  return given
}

/** Creates a database. `drop()` closes and drops it, and fails if any other connection to it is still open. */
export async function createDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const socketDir = inject('postgresSocketDir')
  const admin = new Database({ url: databaseUrl(socketDir, 'postgres'), connectionsMax: 1 })
  await admin.execute(`CREATE DATABASE ${name} TEMPLATE ${templateName}`)
  const url = databaseUrl(socketDir, name)
  const db = new Database({ url })
  return {
    db,
    url,
    async drop() {
      await db.close()
      const leak = await othersClosed(admin, name).catch((error: Error) => error)
      await admin.execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.close()
      if (leak) throw leak
    },
  }
}

/**
 * Waits until exactly one statement on this database, of those that are like `pattern`, waits for a lock.
 *
 * @param pattern as LIKE has it
 * @returns the process of its connection
 */
export function lockWaiter(db: Database, pattern: string): Promise<number> {
  // The other test files have databases of their own on this server, where the same statement may wait.
  const sql = `
    SELECT pid FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE $1`
  return eventually(`“${pattern}” waits for a lock`, async () => {
    const [waiter, another] = await db.query<{ pid: number }>(sql, [pattern])
    return another ? undefined : waiter?.pid
  })
}

/**
 * Waits until nobody but `own` is connected to the database `name` (its own one, if none is given): closing takes a little time.
 * PostgreSQL goes on for a while with what a killed program had sent, and would write anew a lease that a test ended meanwhile.
 *
 * @throws Error when a connection stays open
 */
export async function othersClosed(own: Database, name: string | null = null): Promise<void> {
  const sql = `
    SELECT count(*) AS open FROM pg_stat_activity
     WHERE datname = coalesce($1, current_database()) AND backend_type = 'client backend'
       AND application_name <> current_setting('application_name')`
  await eventually('all other connections to the database of the tests are closed', async () => {
    // At the end of the run the server may be gone before.
    const [row] = await own.query<{ open: number }>(sql, [name]).catch((error: Error) => {
      throw new Hopeless(error.message)
    })
    if (row?.open !== 0) throw new Error(`${row?.open} still open: close them`)
    return true
  })
}
