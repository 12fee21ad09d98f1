import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrograms } from '../../scripts/programs.js'
import { repository, sourcesOf } from '../../scripts/sources.js'

/*
 * Makes the programs and threads of the service from what tsc has compiled. They contain our own packages, and those that every start
 * loads: to read their 900 files took half of its processor time. What a contained package depends on need not be within
 * reach of the service. The others stay where they are installed: native ones, and those that few services load.
 */

const server = join(repository, 'server')
const out = join(server, 'dist')

/** Programs and threads: their names, and the compiled files they begin with. */
const entries = {
  main: 'main',
  admin: 'roof/admin',
  'pdf-thread': 'certificates/pdf-thread',
  'evidence-worker': 'chain/evidence-worker',
  'media-child': 'media/child',
  'media-watch': 'media/watch',
  'multi-thread': 'stamps/multi/thread',
  'hash-worker': 'storage/hashing/worker',
  'webhooks-thread': 'webhooks/thread/thread',
}

const contained = [
  '@fastify/compress',
  '@fastify/etag',
  '@fastify/fast-json-stringify-compiler',
  '@fastify/helmet',
  '@fastify/static',
  '@fastify/swagger',
  '@signpdf/signpdf',
  '@signpdf/utils',
  '@streamparser/json',
  '@tallystick/contract',
  '@tallystick/proof',
  '@tus/server',
  '@tus/utils',
  'asn1js',
  'commander',
  'fastify',
  'ipaddr.js',
  'jose',
  'nodemailer',
  'pg',
  'pg-copy-streams',
  'pino',
  'pkijs',
  'prom-client',
  'typebox',
  'undici',
  'uuid',
]

async function build() {
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

export const part = {
  sources: () => [import.meta.filename, ...sourcesOf(['proof', 'contract', 'server'])],
  mark: join(out, 'built-from'),
  build,
}
