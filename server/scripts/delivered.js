import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Published files. */
export const published = ['proof', 'contract', 'sdk', 'command', 'server']
/** Published files, and those built into them. */
export const ours = [...published, 'web']

/**
 * Finds the packages of others that the service is delivered with: those that ours need, and those that they need in turn, by the lock
 * file, of what is installed on this machine. npm's own `--omit dev` leaves out what the tools need as well.
 *
 * @param folders of our packages
 * @returns by their folders, from the repository's
 */
export function delivered(folders = ours) {
  const packages = locked()
  const found = new Map()
  const visit = (folder) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[folder]
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers)) {
      const path = resolve(packages, folder, name)
      if (path === null || found.has(path) || packages[path].link || !existsSync(posix.join(root, path))) continue
      found.set(path, packages[path])
      visit(path)
    }
  }
  for (const folder of folders) visit(folder)
  return found
}

/** Returns a package's own name: it may be installed under that of another one, whose place it takes. */
export const packageName = (path, { name }) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns what the lock file says of each package. */
export function locked() {
  return JSON.parse(readFileSync(posix.join(root, 'package-lock.json'), 'utf8')).packages
}

/** Node's way: in the package's own folder of packages, then in those above it. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, 'node_modules', name)
    if (packages[path]) return path
    if (folder === '.' || folder === '') return null
  }
}
