import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf } from '../../../test/blocks.js'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { root } from '../../../test/sources.js'
import { decrypt, encrypt } from '../../src/storage/age/age.js'
import { formatIdentity, formatRecipient, makeIdentity, parseIdentity } from '../../src/storage/age/keys.js'
import { storageKeys } from '../../src/storage/storage-keys.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { collect, contentOf, same, sizes, stream } from './age-files.js'

// Debian's `age`, which operators recover files with.

const run = promisify(execFile)
let age: DebianPrograms | null
let folder: string

beforeAll(async () => {
  age = await debianPrograms(['age'])
  folder = await mkdtemp(join(tmpdir(), 'tallystick-age-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `age` with the input on its stdin. */
function runAge(programs: DebianPrograms, program: string, args: readonly string[], input: Uint8Array): Buffer {
  const options = { env: programs.env, input, maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'pipe'] as 'pipe'[] }
  return execFileSync(programs.path(program), args, options)
}

describe("Debian's age", () => {
  test('decrypts our files, and we decrypt its files', async ({ skip }) => {
    if (!age) return skip(noDebian)
    const me = makeIdentity()
    const path = join(folder, 'me.txt')
    await writeFile(path, `${formatIdentity(me)}\n`)
    for (const size of sizes) {
      const ours = await collect(encrypt([makeIdentity().recipient, me.recipient], stream(contentOf(size))))
      expect(same(runAge(age, 'age', ['-d', '-i', path], ours), contentOf(size))).toBe(true)
      const theirs = runAge(age, 'age', ['-r', formatRecipient(me.recipient)], contentOf(size))
      expect(same(await collect(decrypt([me], stream(theirs))), contentOf(size))).toBe(true)
    }
  })

  test('makes identities that we parse, and derives the same recipient from ours', async ({ skip }) => {
    if (!age) return skip(noDebian)
    const made = runAge(age, 'age-keygen', [], new Uint8Array(0)).toString()
    const [, text = ''] = /^(AGE-SECRET-KEY-.*)$/m.exec(made) ?? []
    expect(made).toContain(`# public key: ${formatRecipient(parseIdentity(text).recipient)}`)
    const ours = makeIdentity()
    const input = Buffer.from(formatIdentity(ours))
    expect(runAge(age, 'age-keygen', ['-y'], input).toString().trim()).toBe(formatRecipient(ours.recipient))
  })

  test('refuses a truncated file of ours', async ({ skip }) => {
    if (!age) return skip(noDebian)
    const programs = age
    const me = makeIdentity()
    const path = join(folder, 'cut.txt')
    await writeFile(path, `${formatIdentity(me)}\n`)
    const file = await collect(encrypt([me.recipient], stream(contentOf(200_000))))
    expect(() => runAge(programs, 'age', ['-d', '-i', path], file.subarray(0, 150_000))).toThrow()
  })
})

describe('the command line', () => {
  const masterKey = 'ab'.repeat(32)
  const admin = async (environment: Record<string, string>, ...args: string[]) => {
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), MASTER_KEY: masterKey, ...environment }
    const { stdout } = await run(process.execPath, [`${root}server/dist/admin.js`, 'storage', ...args], { env })
    return stdout
  }
  const keys = storageKeys(Buffer.from(masterKey, 'hex'), [])
  const store = () => DiskStore.open(join(folder, 'data', 'files'))

  test('recovers a file by the commands of docs/operators.md, with nothing but the identity', async ({ skip }) => {
    if (!age) return skip(noDebian)
    const block = blocksOf('docs/operators.md', 'sh').find((lines) => lines.includes('age -d'))
    const here = await mkdtemp(join(folder, 'recover-'))
    for (const name of ['node_modules', 'package.json', 'server']) await symlink(`${root}${name}`, join(here, name))
    const files = await DiskStore.open(join(here, 'data', 'files'))
    await files.put('private/0199-abc', encrypt([keys.current.recipient], stream(contentOf(150_000))))
    const shards = await readdir(join(here, 'data', 'files', 'objects'), { recursive: true })
    const file = shards.find((name) => name.endsWith('private+0199-abc'))
    expect(file).toBeDefined()
    const env = {
      ...age.env,
      PATH: `${dirname(process.execPath)}:${age.env.PATH}:${process.env.PATH}`,
      MASTER_KEY: masterKey,
      FILE: `data/files/objects/${file}`,
    }
    await run('bash', ['-e', '-c', block ?? 'false'], { cwd: here, env })
    expect(same(await readFile(join(here, 'recovered')), contentOf(150_000))).toBe(true)
  })

  test('prints the current identities, or a new one', async () => {
    const derived = formatIdentity(keys.current)
    expect(await admin({}, 'identity')).toBe(`# public key: ${formatRecipient(keys.current.recipient)}\n${derived}\n`)
    const made = (await admin({}, 'identity', '--new')).split('\n')[1] ?? ''
    expect(made).not.toBe(derived)
    const both = await admin({ AGE_IDENTITIES: made }, 'identity')
    expect(both.split('\n').filter((line) => line.startsWith('AGE'))).toEqual([made, derived])
    const wrong = `${made.slice(0, -1)}${made.endsWith('Q') ? 'P' : 'Q'}`
    const failed = await admin({ AGE_IDENTITIES: wrong }, 'identity').catch((error: { stderr: string }) => error.stderr)
    expect(failed).toMatch(
      /^AGE_IDENTITIES: number 1 is not an identity \(bech32: a character or the checksum is wrong\)\.\n$/,
    )
    const shapeless = await admin({ AGE_IDENTITIES: 'secret' }, 'identity').catch(
      (error: { stderr: string }) => error.stderr,
    )
    expect(shapeless).toMatch(/^AGE_IDENTITIES must be a comma-separated list of age identities/)
    expect(shapeless).not.toContain('secret')
  })

  test('rotates to the first of AGE_IDENTITIES', async () => {
    const next = makeIdentity()
    const files = await store()
    await files.put('private/one', encrypt([keys.current.recipient], stream(contentOf(70_000))))
    const environment = { AGE_IDENTITIES: formatIdentity(next) }
    const printed = await admin(environment, 'rotate', '--json')
    expect(JSON.parse(printed)).toEqual({ ok: true, rewrapped: 1, current: 0, failed: [] })
    expect(await admin(environment, 'rotate')).toBe('0 rotated, 1 already current, 0 failed.\n')
    const opened = await collect(decrypt([next], await files.get('private/one')))
    expect(same(opened, contentOf(70_000))).toBe(true)
    await files.put('private/two', encrypt([makeIdentity().recipient], stream(contentOf(1))))
    const failed = await admin(environment, 'rotate').catch((error: { code: number; stdout: string }) => error)
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT ROTATED: private/two: age no match') })
  })
})
