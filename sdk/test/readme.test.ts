import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startAnvil } from '../../proof/test/anvil.js'
import { blocksOf } from '../../test/blocks.js'
import { root } from '../../test/sources.js'
import { anchored, deployNotary } from './anchored.js'

test('the example of the README asks a node', async () => {
  const example = `${blocksOf('sdk/README.md', 'js').find((block) => block.includes('askNodes'))}`
  const home = mkdtempSync(join(tmpdir(), 'tallystick-readme-'))
  const anvil = await startAnvil('cancun')
  try {
    const proof = await anchored(anvil, await deployNotary(anvil), createHash('sha256').update('agreed').digest('hex'))
    symlinkSync(`${root}node_modules`, join(home, 'node_modules'))
    writeFileSync(join(home, 'proof.json'), JSON.stringify(proof))
    writeFileSync(join(home, 'example.mjs'), example.replace('http://127.0.0.1:8545', anvil.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: home })
    expect(stdout).toMatch(/^stated \[ \{ kind: 'node', name: '127\.0\.0\.1:\d+' \} \] \[/)
  } finally {
    await anvil.stop()
    rmSync(home, { recursive: true, force: true })
  }
})
