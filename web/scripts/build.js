import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { buildWhenChanged, filesIn } from '../../scripts/sources.js'
import { buildVerifier } from './build-verifier.js'

/** Builds the verifier and the portal into the service's folder, unless they were last built from the same sources. */
const web = fileURLToPath(new URL('..', import.meta.url))
const repository = join(web, '..')
const out = join(repository, 'server', 'portal')
const mark = join(out, 'built-from')

/** The contents that decide what the portal is: how it is built, too, or what was built otherwise would stay. */
const parts = [
  fileURLToPath(import.meta.url),
  ...['src', 'public'].flatMap((folder) => filesIn(join(web, folder))),
  ...readdirSync(web)
    .filter((name) => /\.(html|json)$|^vite/.test(name))
    .map((name) => join(web, name)),
  ...['proof', 'sdk'].flatMap((name) => filesIn(join(repository, name, 'dist'))).filter((path) => path.endsWith('.js')),
  join(repository, 'package-lock.json'),
]

/** Packs the files that browsers load, once, as well as it goes; the service sends each browser what it can read. */
function pack(folder) {
  for (const path of filesIn(folder).filter((name) => /\.(js|css)$/.test(name))) {
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

await buildVerifier()
await buildWhenChanged({
  repository,
  sources: [...parts, join(repository, 'server', 'verifier', 'check.js')],
  mark,
  build: async () => {
    // React's other build is for its developers: slower, and three times as large.
    process.env.NODE_ENV = 'production'
    const { build } = await import('vite')
    await build({ configFile: join(web, 'vite.config.js'), logLevel: 'warn' })
    pack(join(out, 'assets'))
  },
})
