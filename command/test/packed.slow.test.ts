import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPacked, lintPacked } from '../../test/packed.js'

// The package as someone gets it who has no checkout: it contains the library and package proof, and needs neither.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'tallystick-packed-'))
const command = join(folder, 'node_modules/.bin/tallystick')
let tarball = ''

beforeAll(async () => {
  tarball = await installPacked('command', folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('publint finds nothing', async () => {
  expect(await lintPacked(tarball)).toEqual([])
})

test('the command verifies without another package of ours', async () => {
  const { stdout } = await run(command, ['verify', '--help'], { cwd: folder })
  expect(stdout).toContain('--checkpoints')
})

test('it runs a service only where one is installed, and says how to install it', async () => {
  for (const name of ['serve', 'admin']) {
    await expect(run(command, [name, '--help'], { cwd: folder })).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'tallystick: the service is not installed here. Run: npm install @tallystick/server\n',
    })
  }
})
