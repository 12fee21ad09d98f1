import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { filesIn, repository } from '../../scripts/sources.js'
import { drawIcons, writeWorker } from './build-offline.js'

/** Builds the portal into the service's folder. */
const web = join(repository, 'web')
const out = join(repository, 'server', 'portal')

const sources = () => [
  import.meta.filename,
  join(import.meta.dirname, 'build-offline.js'),
  ...['src', 'public', 'worker'].flatMap((folder) => filesIn(join(web, folder))),
  ...readdirSync(web)
    .filter((name) => /\.(html|json)$|^vite/.test(name))
    .map((name) => join(web, name)),
  ...['proof', 'sdk'].flatMap((name) => filesIn(join(repository, name, 'dist'))).filter((path) => path.endsWith('.js')),
  join(repository, 'server', 'verifier', 'check.js'),
]

/** Packs the files that browsers load, once, as well as it goes; the service sends each browser what it can read. */
function pack(folder) {
  for (const path of filesIn(folder).filter((name) => /\.(js|css)$/.test(name))) {
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

/** Returns the addresses of the portal's pages as its router has them, `/stamps/$code`: the service answers others with 404. */
function portalPaths() {
  const router = readFileSync(join(web, 'src', 'app', 'router.tsx'), 'utf8')
  const folders = new Map(
    [...router.matchAll(/const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => \w+,\s*path: '([^']+)'/g)].map(
      ([, name, path]) => [name, path],
    ),
  )
  return [...router.matchAll(/getParentRoute: \(\) => (\w+),\s*path: '([^']+)'/g)].map(([, parent, path]) =>
    `${folders.get(parent) ?? ''}${path}`.replace(/(.)\/$/, '$1'),
  )
}

async function build() {
  // React's other build is for its developers: slower, and three times as large.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ configFile: join(web, 'vite.config.js'), logLevel: 'warn' })
  pack(join(out, 'assets'))
  writeWorker(out)
  await drawIcons(out)
  writeFileSync(join(out, 'paths.json'), JSON.stringify([...new Set(portalPaths())].sort()))
}

export const part = { sources, mark: join(out, 'built-from'), build }
