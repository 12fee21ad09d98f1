import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vitest/config'
import { part as command } from '../command/scripts/build.js'
import { part as proof } from '../proof/scripts/build.js'
import { isStale } from '../scripts/sources.js'
import { part as sdk } from '../sdk/scripts/build.js'
import { part as server } from '../server/scripts/build.js'
import { root } from './sources.js'

const parts = { proof, sdk, command, server }

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

/** Folders of what tsc has compiled, by package. */
const compiledTo: Record<string, string> = {
  server: 'build',
  proof: 'dist',
  contract: 'dist',
  sdk: 'dist',
  command: 'dist',
}

/**
 * Has Node load what tsc has compiled of our packages: transforming their sources, and running them in Vite's module runner, takes a
 * third of what it takes to start a run. Errors name the compiled files.
 *
 * @returns `plugins` that resolve a source to its compiled file, and `external` files that Vite leaves to Node
 */
export function compiledSources(): { plugins: Plugin[]; external: RegExp[] } {
  const source = new RegExp(`^${root}(${Object.keys(compiledTo).join('|')})/src/(.*)\\.ts$`)
  const folders = Object.entries(compiledTo).map((names) => names.join('/'))
  const plugin: Plugin = {
    name: 'compiled-sources',
    enforce: 'pre',
    async resolveId(name, importer, options) {
      const found = await this.resolve(name, importer, { ...options, skipSelf: true })
      const [, folder = '', path] = source.exec(found?.id ?? '') ?? []
      return path === undefined ? found : { id: join(root, folder, compiledTo[folder] ?? '', `${path}.js`) }
    },
  }
  return { plugins: [plugin], external: [new RegExp(`^${root}(${folders.join('|')})/`)] }
}
