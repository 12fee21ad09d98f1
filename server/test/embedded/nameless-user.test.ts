import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { isNameless, writeNameLibrary } from '../../src/embedded/nameless-user.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-name-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(process.platform !== 'linux')('the library that names a user (Linux)', () => {
  it('answers programs of the C library that ask for the name of any user ID', async () => {
    const path = join(folder, 'name.so')
    expect(await writeNameLibrary(path)).toBe(true)
    const { stdout, stderr } = await promisify(execFile)('id', ['-un'], { env: { ...process.env, LD_PRELOAD: path } })
    expect([stdout, stderr]).toEqual(['postgres\n', ''])
  })
})

it('is needed only by a user without a name', () => {
  expect(isNameless()).toBe(false)
})
