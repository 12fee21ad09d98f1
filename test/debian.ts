import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { downloading } from './waits.js'
import { wallTime } from './wall-time.js'

/** Programs from Debian packages, in a folder of their own. */
export interface DebianPrograms {
  /** The folder with the unpacked packages; what the system already has is not in it. */
  root: string
  /** The environment in which the programs find their libraries; start them with it. */
  env: Record<string, string>
  /** Finds a program in the packages, or else in the system. @throws Error when it is in neither */
  path(program: string): string
}

const cache = fileURLToPath(new URL('../node_modules/.cache/debian', import.meta.url))
const statusPath = '/var/lib/dpkg/status'
const run = promisify(execFile)

/**
 * Provides programs of Debian packages to tests without changing the system, as any user: it downloads them with their
 * dependencies and unpacks them below `node_modules/.cache`, where the next call finds them. The first call can take minutes.
 *
 * @param packages names, e.g. `['age']`
 * @returns null without apt; skip the tests then, with the reason (`noDebian`)
 * @throws Error when apt fails
 * @example
 * const age = await debianPrograms(['age'])
 * if (age) execFileSync(age.path('age'), ['--version'], { env: age.env })
 */
export async function debianPrograms(packages: readonly string[]): Promise<DebianPrograms | null> {
  const programs = ['apt-get', 'dpkg', 'flock'].map((name) => find(name, systemFolders()))
  if (programs.includes(null) || !existsSync(statusPath)) return null
  // Which packages are missing depends on the system.
  const key = createHash('sha256')
    .update(await readFile(statusPath))
    .update([...packages].sort().join(' '))
  const root = join(cache, `root-${key.digest('hex').slice(0, 16)}`)
  if (!existsSync(root)) {
    const unpacking = withLock(() => (existsSync(root) ? undefined : unpack(packages, root)))
    await downloading(`the Debian packages ${packages.join(', ')}`, unpacking)
  }
  return programsIn(root)
}

/** The reason to skip a test when {@link debianPrograms} returns null. */
export const noDebian = 'it needs programs of Debian packages, and there is no apt here'

function programsIn(root: string): DebianPrograms {
  // Not those of PATH: another Python there lacks the packages' modules.
  const folders = [root, '/'].flatMap((top) => ['usr/bin', 'usr/sbin', 'bin', 'sbin'].map((name) => join(top, name)))
  const libraries = ['usr/lib', 'lib'].flatMap((folder) => libraryFolders(join(root, folder)))
  return {
    root,
    env: {
      PATH: folders.join(delimiter),
      // Without a locale, file names are ASCII: Chromium could not open "Verträge".
      LC_ALL: 'C.UTF-8',
      LD_LIBRARY_PATH: libraries.join(delimiter),
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONNOUSERSITE: '1',
    },
    path: (program) => {
      const found = find(program, folders)
      if (found === null) throw new Error(`neither the packages nor the system have the program ${program}`)
      return found
    },
  }
}

/** Returns a folder of libraries with its platform's, and private ones that only a run path names (pulseaudio's). */
function libraryFolders(path: string): string[] {
  if (!existsSync(path)) return []
  const platforms = readdirSync(path).filter((name) => name.includes('-linux-'))
  const own = platforms.flatMap((name) => [name, ...privateFolders(join(path, name)).map((inner) => join(name, inner))])
  return [...own.map((name) => join(path, name)), path]
}

function privateFolders(path: string): string[] {
  const holdsLibraries = (name: string) => readdirSync(join(path, name)).some((file) => /^lib.+\.so/.test(file))
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && holdsLibraries(entry.name))
    .map((entry) => entry.name)
}

/** Downloads what the system lacks and unpacks it aside, so that a folder is complete once it exists. */
async function unpack(packages: readonly string[], root: string): Promise<void> {
  const conf = await configure()
  const env = { PATH: systemFolders().join(delimiter), LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => run('apt-get', ['-c', conf, ...args], { env, cwd: cache, maxBuffer: 1 << 26 })
  await refreshLists(() => apt('update'))
  const { stdout } = await apt('-s', 'install', '--no-install-recommends', ...packages)
  // "Inst name [installed version] (new version …": takes exactly the new version.
  const missing = [...stdout.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+) /gm)].map(
    ([, name, version]) => `${name}=${version}`,
  )
  const aside = await mkdtemp(join(cache, 'aside-'))
  try {
    const downloads = join(aside, 'downloads')
    const unpacked = join(aside, 'root')
    await mkdir(downloads)
    await mkdir(unpacked)
    if (missing.length > 0) {
      await run('apt-get', ['-c', conf, 'download', ...missing], { env, cwd: downloads, maxBuffer: 1 << 26 })
    }
    for (const name of await readdir(downloads)) await run('dpkg', ['-x', join(downloads, name), unpacked], { env })
    await freeScripts(unpacked, root)
    await rename(unpacked, root)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

const listsMaxAgeMs = 3_600_000

/** Runs once for all packages of a run. */
async function refreshLists(update: () => Promise<unknown>): Promise<void> {
  const mark = join(cache, 'lists-read')
  const read = await stat(mark).catch(() => null)
  if (read && read.mtime > wallTime(-listsMaxAgeMs)) return
  await update()
  await writeFile(mark, '')
}

/** Uses the system's sources, proxies and keys, but folders of our own, and none of the hooks, which change the system. */
async function configure(): Promise<string> {
  const conf = join(cache, 'apt.conf')
  const folders = {
    'Dir::State': join(cache, 'state'),
    'Dir::Cache': join(cache, 'cache'),
    'Dir::Log': join(cache, 'log'),
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
  await mkdir(join(cache, 'state/lists/partial'), { recursive: true })
  await mkdir(join(cache, 'cache/archives/partial'), { recursive: true })
  const hooks = ['APT::Update::Pre-Invoke', 'APT::Update::Post-Invoke', 'APT::Update::Post-Invoke-Success']
  const values = {
    ...folders,
    'Dir::State::status': statusPath,
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    // The user that apt downloads as may have no access to this folder.
    ...(process.getuid?.() === 0 ? { 'APT::Sandbox::User': 'root' } : {}),
  }
  const lines = [
    ...hooks.map((name) => `#clear ${name};`),
    ...Object.entries(values).map(([name, value]) => `${name} "${value}";`),
  ]
  await writeFile(conf, `${lines.join('\n')}\n`)
  return conf
}

/** Scripts name their interpreter by its path in the system; if missing there, points them to its future path in `root`. */
async function freeScripts(unpacked: string, root: string): Promise<void> {
  for (const folder of ['usr/bin', 'usr/sbin'].map((name) => join(unpacked, name)).filter(existsSync)) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (!entry.isFile() || !(await isScript(path))) continue
      const script = await readFile(path, 'utf8')
      const interpreter = /^#! ?(\/\S+)/.exec(script)?.[1] ?? ''
      if (existsSync(interpreter) || !existsSync(join(unpacked, interpreter))) continue
      await writeFile(path, script.replace(interpreter, join(root, interpreter)))
    }
  }
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1') === '#!'
  } finally {
    await file.close()
  }
}

/** Runs one at a time across all processes; the lock ends with the process that holds it. */
async function withLock(work: () => Promise<void> | undefined): Promise<void> {
  await mkdir(cache, { recursive: true })
  const holder = spawn('flock', [join(cache, 'lock'), 'sh', '-c', 'echo held; read -r _'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve())
    holder.once('error', reject).once('exit', () => reject(new Error('flock gave no lock')))
  })
  const released = new Promise((resolve) => holder.once('close', resolve))
  try {
    await work()
  } finally {
    holder.stdin.end()
    await released
  }
}

function systemFolders(): string[] {
  // Where daemons are, but not on an ordinary user's PATH.
  return [...(process.env.PATH ?? '/usr/bin:/bin').split(delimiter), '/usr/sbin', '/sbin']
}

function find(program: string, folders: readonly string[]): string | null {
  for (const folder of folders) {
    const path = join(folder, program)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Try the next folder.
    }
  }
  return null
}
