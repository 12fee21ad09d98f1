import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileNotary } from './compile.js'

// Writes src/notary.ts: `npx tsc -b contract && node contract/dist/generate.js`.
const { abi, bytecode } = compileNotary()
const target = fileURLToPath(new URL('./notary.ts', import.meta.url))
writeFileSync(
  target,
  `// Generated from Notary.sol by generate.ts; a test compiles it again and compares.

/** ABI of the Notary contract. */
export const notaryAbi = ${JSON.stringify(abi)} as const

/** Creation code of the Notary contract. Its constructor has no parameters. */
export const notaryBytecode = '${bytecode}' as const
`,
)
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
const { status } = spawnSync(process.execPath, [biome, 'check', '--write', target], { stdio: 'inherit' })
if (status !== 0) throw new Error('the generated file could not be formatted')
