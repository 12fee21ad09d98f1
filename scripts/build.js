import { spawnSync } from 'node:child_process'
import { buildWhenChanged, repository } from './sources.js'

// Compiles, and builds what isn't up to date: `node scripts/build.js` all of it, `node scripts/build.js server sdk` these parts alone.

/** By part: the package to compile for it, and what builds it from that, in this order. */
const parts = {
  proof: { compiled: 'proof', load: () => import('../proof/scripts/build.js') },
  server: { compiled: 'server', load: () => import('../server/scripts/build.js') },
  sdk: { compiled: 'sdk', load: () => import('../sdk/scripts/build.js') },
  verifier: { compiled: 'command', load: () => import('../web/scripts/build-verifier.js') },
  command: { compiled: 'command', load: () => import('../command/scripts/build.js') },
  web: { compiled: 'web', load: () => import('../web/scripts/build.js') },
}

const named = process.argv.slice(2)
for (const name of named) if (!Object.hasOwn(parts, name)) throw new Error(`${name} is none of ${Object.keys(parts)}`)
const wanted = new Set(named.length > 0 ? named : Object.keys(parts))
// The client's CommonJS form requires the proof's.
if (wanted.has('sdk')) wanted.add('proof')
// Both know the script that certificates run.
if (wanted.has('web') || wanted.has('command')) wanted.add('verifier')

const compiler = 'node_modules/typescript-native/bin/tsc'
const packages = named.map((name) => parts[name].compiled)
const { status } = spawnSync(process.execPath, [compiler, '-b', ...packages], { cwd: repository, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

for (const [name, { load }] of Object.entries(parts)) {
  if (wanted.has(name)) await buildWhenChanged((await load()).part)
}
