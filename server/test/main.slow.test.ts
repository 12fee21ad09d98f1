import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { version } from '../src/base/version.js'
import { check } from '../src/roof/check.js'
import { settings } from '../src/settings.js'
import { runProgram } from './command-line.js'
import { useMailServer } from './portal/mail-server.js'
import { chainSettings, useService } from './service.js'

const mails = await useMailServer()
const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-main-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('main.js', () => {
  it('prints its help, every setting included, without starting anything', async () => {
    const help = await runProgram('main', ['--help'])
    expect([help.code, help.err]).toEqual([0, ''])
    for (const { name, meaning } of settings) {
      expect(help.out).toMatch(new RegExp(`^  ${name} `, 'm'))
      expect(help.out).toContain(meaning)
    }
    expect(help.out).toMatch(/Exit codes:\n {2}0 {2}/)
    expect(await runProgram('main', ['--version'])).toEqual({ code: 0, out: `tallystick ${version}\n`, err: '' })
    expect(await runProgram('main', ['--chekc'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/--help/),
    })
  })
})

describe('main.js --check', () => {
  /** Does the same in this process, which takes less time. */
  const checked = async (env: Record<string, string>) => {
    const lines: string[] = []
    const isGood = await check((line) => lines.push(line), env)
    return { isGood, lines }
  }

  /** Settings of the running service, as its operator has them. */
  const own = () => ({ ...chainSettings(service), SMTP_URL: mails.url, DISK_RESERVE: '0' })

  it('checks everything beside a running service, without changing anything', async () => {
    await service.account()
    const before = readdirSync(service.dataDir, { recursive: true })
    const { code, out, err } = await runProgram('main', ['--check'], own())
    expect(err).toBe('')
    const host = new URL(service.rpcUrl).host
    expect(out.trimEnd().split('\n')).toEqual([
      '✓ settings: all valid',
      expect.stringMatching(/^✓ database: PostgreSQL 18\.\S+, all \d+ migrations applied$/),
      // The tests' own server has nothing to keep.
      '✗ durability: PostgreSQL runs without fsync. Turn it on: every answer relies on it.',
      expect.stringMatching(/^✓ data folder: .* can be written, \d+\.\d GiB free$/),
      '✓ master key: opens the secrets in the database',
      expect.stringMatching(/^✓ mail: 127\.0\.0\.1:\d+ is ready$/),
      expect.stringMatching(new RegExp(`^✓ node ${host}: chain 31337, block \\d+ of \\S+Z$`)),
      expect.stringMatching(/^✓ contract: 0x[0-9a-f]{40} accepts roots, each for about \d+ gas$/),
    ])
    expect(code).toBe(1)
    expect(readdirSync(service.dataDir, { recursive: true })).toEqual(before)
    expect(mails.mails).toEqual([])
  })

  it('says what to do about each problem', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { isGood, lines } = await checked({
      ...own(),
      MASTER_KEY: '00'.repeat(32),
      DATA_DIR: join(file, 'data'),
      SMTP_URL: 'smtp://user:secret@127.0.0.1:1',
      RPC_URL: `http://127.0.0.1:1 ${service.rpcUrl}`,
      CONTRACT_ADDRESS: `0x${'11'.repeat(20)}`,
      STORAGE_URL: 's3://files?endpoint=http://127.0.0.1:1&region=x',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'secret',
      CERTIFICATE_KEY_FILE: file,
    })
    expect(isGood).toBe(false)
    expect(lines.join('\n')).not.toContain('secret')
    expect(lines).toEqual([
      '✓ settings: all valid',
      expect.stringMatching(/^✓ database: /),
      expect.stringMatching(/^✗ durability: /),
      expect.stringMatching(/^✗ bucket files: Files cannot be stored .* Check STORAGE_URL /),
      '✗ master key: This database was written with another MASTER_KEY. Set that one.',
      expect.stringMatching(/^✗ mail: .* Check SMTP_URL: /),
      expect.stringMatching(/^✗ node 127\.0\.0\.1:1: The chain node at RPC_URL is not responding .* Check the address/),
      expect.stringMatching(/^✗ node .*: This database belongs to the contract 0x[0-9a-f]{40}, but /),
      expect.stringMatching(/^✗ certificate key: .* must contain a private key and its certificate/),
    ])
  })

  it('names wrong settings, and checks nothing else', async () => {
    const { isGood, lines } = await checked({ PORT: 'x', FINALITY: 'soon' })
    expect(isGood).toBe(false)
    expect(lines).toEqual([
      expect.stringMatching(/^✗ settings: PORT must be /),
      expect.stringMatching(/^✗ settings: FINALITY must be /),
      'Nothing else was tested. Correct the settings first.',
    ])
  })

  it('says what to do about a data folder that cannot be used, and does not treat a closed pipe as an error', async () => {
    const env = { DATA_DIR: join(folder, 'file', 'data'), DISK_RESERVE: '0' }
    const { isGood, lines } = await checked(env)
    expect(isGood).toBe(false)
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([
      expect.stringMatching(/^✗ secrets: ENOTDIR: .* Set DATA_DIR to the folder of the service, /),
      expect.stringMatching(/^✗ data folder: DATA_DIR must be a folder to write in: /),
    ])
    expect(await runProgram('main', ['--check'], env, false)).toMatchObject({ code: 1, err: '' })
  })

  it('says what the service will start, before its first start, and creates nothing', async () => {
    const dataDir = join(folder, 'below', 'data')
    const { code, out } = await runProgram('main', ['--check'], { DATA_DIR: dataDir, DISK_RESERVE: '0' })
    expect(out.trimEnd().split('\n')).toEqual([
      '✓ settings: all valid',
      '✓ secrets: the first start creates them, in the data folder',
      '✓ database: embedded; it starts with the service',
      expect.stringMatching(/^✓ data folder: .*data is created by the first start, /),
      '✓ mail: SMTP_URL is not set: the portal shows mails in its mailbox',
      '✓ chain: embedded; it starts with the service',
    ])
    expect(code).toBe(0)
    expect(readdirSync(folder)).toEqual(['file'])
  })
})
