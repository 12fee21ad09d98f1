import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isStale, makePrograms } from '../../scripts/programs.js'
import { filesIn } from '../../scripts/sources.js'

/*
 * Makes the programs and threads of the service from what tsc has compiled. The service's dependencies stay where they are installed,
 * except typebox, which alone has 371 files, and our own; what those depend on need not be within reach of the service.
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

const contained = ['typebox', '@tallystick/proof', '@tallystick/contract']

const compiled = ['proof/dist', 'contract/dist', 'server/build'].flatMap((folder) => filesIn(join(repository, folder)))
if (isStale(join(out, 'main.js'), [import.meta.filename, ...compiled])) {
  const { dependencies } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  await makePrograms({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, path]) => [name, join(server, 'build', `${path}.js`)]),
    ),
    installed: Object.keys(dependencies).filter((name) => !contained.includes(name)),
    folder: out,
    output: { chunkFileNames: 'chunks/[name]-[hash].js' },
  })
}
