import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { Database } from '../base/database/db.js'
import { syncFolder } from '../base/durable.js'
import { childEnvironment } from '../base/settings/config.js'
import { isNameless, writeNameLibrary } from './nameless-user.js'
import { databaseUser, isReachable, postgresPrograms, type User } from './postgres-programs.js'
import { socketFolder } from './socket-folder.js'
import { isOurs, pidIn, type Supervised, supervise } from './supervise.js'

/** The embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Address of its Unix socket; it doesn't listen on the network. */
  readonly databaseUrl: string
  /** Process ID of the server; changes with a restart. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

/** Settings of {@link startPostgres}. */
export interface EmbeddedPostgresOptions {
  dataDir: string
  password: string
  logger: Logger
}

const user = 'tallystick'
const database = 'tallystick'

/**
 * Returns how much memory PostgreSQL keeps pages in, in MiB: an eighth of the machine's or container's, at least 128 and at most
 * 1,024. The usual quarter is for a machine of its own. Indexes on random values (hashes, codes) that outgrow it are written page
 * by page, and each stamp waits for that disk.
 */
export function sharedBuffersMiB(memoryBytes: number): number {
  return Math.min(1024, Math.max(128, Math.floor(memoryBytes / 8 / 2 ** 20)))
}

const settings = [
  'listen_addresses=',
  'unix_socket_directories=../run',
  'unix_socket_permissions=0700',
  'port=5432',
  'max_connections=50',
  `shared_buffers=${sharedBuffersMiB(Math.min(totalmem(), process.constrainedMemory() || totalmem()))}MB`,
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  'wal_compression=pglz',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  // The defaults, set anyway: the service's guarantees rest on them (I1).
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
]

/**
 * Runs PostgreSQL in `dataDir`/postgres, created at the first start. Root runs it as `nobody`, even below a folder only root may
 * enter.
 *
 * @throws {Error} with PostgreSQL's output when it does not start
 */
export async function startPostgres({ dataDir, password, logger }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = join(resolve(dataDir), 'postgres')
  const owner = databaseUser()
  await makeFolder(folder, owner)
  await makeFolder(join(folder, 'run'), owner)
  const data = join(folder, 'data')
  const mark = `cluster_name=tallystick-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const programs = () => postgresPrograms(folder, owner)

  if (!(await exists(data))) {
    logger.info({ folder }, 'creating the embedded PostgreSQL')
    await makeCluster(await programs(), folder, password, owner)
  }
  const socket = await socketFolder(join(folder, 'run'), '/.s.PGSQL.5432'.length)
  const urlOf = (name: string) =>
    `postgresql://${user}:${password}@localhost/${name}?host=${encodeURIComponent(socket.path)}`
  const server: Supervised = await supervise({
    name: 'PostgreSQL',
    command: async () => {
      await removeMistakenPid(data, mark)
      return [
        join(await programs(), 'bin', 'postgres'),
        '-D',
        reachableName(data, owner),
        ...[mark, ...settings].flatMap((setting) => ['-c', setting]),
      ]
    },
    cwd: data,
    env: environment(),
    user: owner,
    pidFile: join(folder, 'server.pid'),
    mark,
    ready: () => withDatabase(urlOf('postgres'), async (db) => void (await db.query('SELECT 1'))),
    readyMs: 120_000,
    stopMs: 60_000,
    logger,
  })
  const stop = async () => {
    await server.stop()
    await socket.remove()
  }
  try {
    await withDatabase(urlOf('postgres'), createDatabase)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    databaseUrl: urlOf(database),
    get pid() {
      return server.pid
    },
    stop,
  }
}

async function createDatabase(db: Database): Promise<void> {
  const found = await db.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
  if (found.length === 0) await db.execute(`CREATE DATABASE ${database}`)
}

async function withDatabase(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = new Database({ url, connectionsMax: 1 })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

/** Creates it under a temporary name and renames, so that a kill in between leaves nothing that looks like a database. */
async function makeCluster(programs: string, folder: string, password: string, owner: User | undefined): Promise<void> {
  const aside = join(folder, 'data.new')
  const passwordFile = join(folder, 'password.new')
  await rm(aside, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  await makeFolder(aside, owner)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (owner) await chown(passwordFile, owner.uid, owner.gid)
  const flags = ['--username', user, '--auth=scram-sha-256', '--pwfile=../password.new', '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const target = ['-D', reachableName(aside, owner), '--no-instructions']
  const name = join(folder, 'name.so')
  const preload = !owner && isNameless() && (await writeNameLibrary(name)) ? { LD_PRELOAD: name } : {}
  await run([join(programs, 'bin', 'initdb'), ...target, ...flags, ...locale], { cwd: aside, owner, env: preload })
  await rm(name, { force: true })
  await rm(passwordFile)
  await rename(aside, join(folder, 'data'))
  await syncFolder(folder)
}

/**
 * Returns a path by which PostgreSQL, started in `folder`, can reach it. If a folder above is closed to `owner` the usual path
 * fails, but the working directory stays open to the process, and Linux has a path for that.
 */
function reachableName(folder: string, owner: User | undefined): string {
  return isReachable(folder, owner) ? folder : '/proc/self/cwd'
}

async function run(
  command: readonly [string, ...string[]],
  { cwd, owner, env }: { cwd: string; owner: User | undefined; env: Readonly<Record<string, string>> },
): Promise<void> {
  const [program, ...args] = command
  const given = { cwd, env: { ...environment(), ...env }, ...owner }
  const child = spawn(program, args, { ...given, stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  const status = await new Promise((done, fail) => child.once('error', fail).once('close', done))
  if (status !== 0) throw new Error(`The embedded PostgreSQL could not be created:\n${words.trim()}`)
}

/**
 * Removes a stale lock file. PostgreSQL refuses to start when the process ID in it belongs to any process of its user, as is
 * common after a restart of the machine or container. The data folder is locked, and our server is known by its command line.
 */
async function removeMistakenPid(data: string, mark: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const pid = await pidIn(file)
  if (pid !== undefined && isRunning(pid) && !(await isOurs(pid, mark))) await rm(file, { force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function makeFolder(path: string, owner: User | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
  if (owner) await chown(path, owner.uid, owner.gid)
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}

/**
 * glibc otherwise gives a backend's memory back after each batch, and the next one faults it in again, page by page: that cost half of
 * the processor time of a small batch. In bytes.
 */
const keptMemory = {
  MALLOC_TRIM_THRESHOLD_: String(256 * 2 ** 20),
  MALLOC_TOP_PAD_: String(2 ** 20),
  MALLOC_MMAP_THRESHOLD_: String(64 * 2 ** 20),
}

function environment(): Record<string, string> {
  return { ...childEnvironment(), LC_ALL: 'C', TZ: 'UTC', ...keptMemory }
}
