import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStale } from '../scripts/sources.js'
import { part as sdk } from '../sdk/scripts/build.js'
import { part as server } from '../server/scripts/build.js'
import { root } from './sources.js'

const parts = { sdk, server }

/** Programs and threads run from `dist`: fails when they were built from other sources. */
export function refuseStale(names: readonly (keyof typeof parts)[]): void {
  const stale = names.filter((name) => isStale(parts[name]))
  if (stale.length === 0) return
  throw new Error(`The sources of ${stale.join(', ')} changed after the last build. Run: npm run build`)
}

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
