import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const vectors = (name: string) => JSON.parse(readFileSync(pathOf(`vectors/${name}`), 'utf8'))
const blocks = [...readFileSync(pathOf('README.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code,
)

const home = mkdtempSync(join(tmpdir(), 'tallystick-readme-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
symlinkSync(pathOf('../node_modules'), join(home, 'node_modules'))
writeFileSync(join(home, 'agreement.txt'), 'tallystick vectors: the content of a file')
writeFileSync(join(home, 'proof.json'), JSON.stringify(vectors('proofs-valid.json')['content of a file']))
writeFileSync(
  join(home, 'manifest.json'),
  JSON.stringify(vectors('manifests-valid.json')['four batches in two blocks']),
)

test.each([
  [0, 'verify a file', /^consistent\nConsistent: agreement\.txt fits [\s\S]*to know: [\s\S]*ok format /],
  [1, 'confirm its block', /^stated \[[\s\S]*block-hash[\s\S]*\] 2026-\S+Z\n/],
  [2, 'verify a folder', /^consistent .+\ndifferent /],
  [5, 'compute a Merkle root', /^true\n$/],
])('example %i of the README runs: %s', (index, _, output) => {
  writeFileSync(join(home, 'example.mjs'), `${blocks[index]}`)
  expect(execFileSync(process.execPath, ['example.mjs'], { cwd: home, encoding: 'utf8' })).toMatch(output)
})
