import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.js'

/** Programs, threads and the portal run from `dist`: fails when a build is older than its sources. */
export function refuseStale(packages: readonly string[]): void {
  const stale = packages.flatMap((name) => newerThanBuild(name) ?? [])
  if (stale.length === 0) return
  throw new Error(`${stale.join(', ')} changed after the last build. Run: npm run build`)
}

/** Returns a package's newest source if it is newer than the build; otherwise null. */
function newerThanBuild(name: string): string | null {
  const built = join(root, name, 'tsconfig.tsbuildinfo')
  const dist = join(root, name, 'dist')
  const newest = newestOf(join(root, name, 'src'))
  const isBuilt = existsSync(dist) && existsSync(built)
  if (!isBuilt || modifiedMs(newest) > modifiedMs(built)) return newest.slice(root.length)
  // Programs are made from what was compiled.
  const [compiled, made] = name === 'sdk' ? ['dist/command', 'dist/program'] : ['build', 'dist']
  const isMade =
    !existsSync(join(root, name, compiled)) ||
    (existsSync(join(root, name, made)) &&
      modifiedMs(newestOf(join(root, name, compiled), '.js')) <= modifiedMs(newestOf(join(root, name, made))))
  return isMade ? null : `${name}/${compiled}`
}

const newestOf = (folder: string, ending = '') =>
  filesIn(folder)
    .filter((path) => path.endsWith(ending))
    .reduce((a, b) => (modifiedMs(a) > modifiedMs(b) ? a : b))

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const modifiedMs = (path: string) => statSync(path).mtimeMs

/**
 * Resolves imports of our packages to their sources while testing, not to what was built from them.
 * Derived from the `exports` of their package.json.
 */
export function sourceAliases(): { find: RegExp; replacement: string }[] {
  return ['proof', 'contract', 'sdk'].flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string
      exports: Record<string, string | { default: string }>
    }
    return Object.entries(exports).flatMap(([subpath, target]) => {
      const file = typeof target === 'string' ? target : target.default
      const source = /^\.\/dist\/(.*)\.js$/.exec(file)?.[1]
      if (source === undefined) return []
      const pattern = `${name}${subpath.slice(1)}`.replace(/[.*]/g, (char) => (char === '*' ? '([^.]+)' : `\\${char}`))
      return {
        find: new RegExp(`^${pattern}$`),
        replacement: join(root, folder, 'src', `${source.replace('*', '$1')}.ts`),
      }
    })
  })
}
