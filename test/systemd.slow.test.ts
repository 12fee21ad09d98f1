import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from './debian.js'
import { root } from './sources.js'

/** The exposure that systemd computes, times ten: 0 is best, 100 worst; units without any hardening have 96. */
const exposureMax = 16

describe('deploy/systemd/tallystick.service, with the systemd of Debian', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-systemd-'))
  const unit = join(folder, 'tallystick.service')
  let debian: DebianPrograms | null

  beforeAll(async () => {
    const text = readFileSync(`${root}deploy/systemd/tallystick.service`, 'utf8')
    // The program must exist to be verified.
    writeFileSync(unit, text.replace('/usr/bin/node', process.execPath))
    debian = await debianPrograms(['systemd'])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Returns everything it prints. @throws when it finds a problem */
  async function analyze({ path, env }: DebianPrograms, ...args: string[]): Promise<string> {
    const { stdout, stderr } = await promisify(execFile)(path('systemd-analyze'), args, {
      env: { ...env, COLUMNS: '200' },
    })
    return stdout + stderr
  }

  test('is valid', async ({ skip }) => {
    if (!debian) return skip(noDebian)
    const printed = await analyze(debian, 'verify', '--man=no', '--recursive-errors=no', unit)
    expect(printed.split('\n').filter((line) => line.includes('tallystick'))).toEqual([])
  })

  test(`has an exposure of at most ${exposureMax / 10}`, async ({ skip }) => {
    if (!debian) return skip(noDebian)
    await analyze(debian, 'security', '--offline=true', `--threshold=${exposureMax}`, '--no-pager', unit)
  })
})
