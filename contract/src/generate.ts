import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileContracts } from './compile.js'

// Writes what follows from the contracts: `npx tsc -b contract && node contract/dist/generate.js`.
const { Notary, DocumentRegistry } = compileContracts()
const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const notary = `// Generated from Notary.sol by generate.ts; a test compiles it again and compares.

/** ABI of the Notary contract. */
export const notaryAbi = ${JSON.stringify(Notary.abi)} as const

/** Creation code of the Notary contract. Its constructor has no parameters. */
export const notaryBytecode = '${Notary.bytecode}' as const
`
const registry = `// Generated from DocumentRegistry.sol by generate.ts; a test compiles it again and compares.

/** ABI of the example. */
export const registryAbi = ${JSON.stringify(DocumentRegistry.abi)} as const

/** Creation code of the example, before the arguments of its constructor. */
export const registryBytecode = '${DocumentRegistry.bytecode}' as const
`
const files = {
  'src/notary.ts': notary,
  'examples/registry.ts': registry,
  'abi/Notary.json': JSON.stringify(Notary.abi),
}
for (const [path, text] of Object.entries(files)) writeFileSync(pathOf(path), text)
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
const check = [biome, 'check', '--write', ...Object.keys(files).map(pathOf)]
const { status } = spawnSync(process.execPath, check, { stdio: 'inherit' })
if (status !== 0) throw new Error('the generated files could not be formatted')
