import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { filesIn } from '../../web/scripts/sources.js'

/*
 * Makes the programs and threads of the service from what tsc has compiled, each of few files: loading a thousand small ones takes longer
 * than running them. The service's dependencies stay where they are installed, except typebox, which alone has 371 files, and our own;
 * what those depend on need not be within reach of the service.
 */

const server = fileURLToPath(new URL('..', import.meta.url))
const repository = join(server, '..')
const out = join(server, 'dist')

/** Programs and threads: their names, and the compiled files they begin with. */
const entries = {
  main: 'main',
  admin: 'admin',
  'pdf-thread': 'certificates/pdf-thread',
  'evidence-worker': 'ledger/evidence-worker',
  'media-child': 'media/child',
  'media-watch': 'media/watch',
  'multi-thread': 'stamps/multi/thread',
  'hash-worker': 'storage/hash-worker',
  'webhooks-thread': 'webhooks/thread',
}

const compiled = ['proof/dist', 'contract/dist', 'server/build'].map((folder) => join(repository, folder))
const newestMs = Math.max(...[import.meta.filename, ...compiled.flatMap(filesIn)].map((path) => statSync(path).mtimeMs))

const contained = ['typebox', '@tallystick/proof', '@tallystick/contract']

async function build() {
  const { dependencies } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  const installed = Object.keys(dependencies).filter((name) => !contained.includes(name))
  const names = new RegExp(`^(${installed.join('|')})(/|$)`)
  rmSync(out, { recursive: true, force: true })
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, path]) => [name, join(server, 'build', `${path}.js`)]),
    ),
    platform: 'node',
    // A contained library may need another version of one that is installed.
    external: (name, importer) => names.test(name) && !/\/node_modules\//.test(importer ?? ''),
    logLevel: 'warn',
  })
  await bundle.write({ dir: out, format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' })
  await bundle.close()
}

const made = join(out, 'main.js')
if (!existsSync(made) || statSync(made).mtimeMs < newestMs) await build()
