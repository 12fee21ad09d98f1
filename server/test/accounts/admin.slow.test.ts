import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { accountKeys } from '../../src/accounts/keys.js'
import { checkPassword } from '../../src/accounts/proving/passwords.js'
import { login } from '../../src/accounts/tokens/login.js'
import { admitKeys, dismissOlder, noteProgress } from '../../src/base/database/master-keys.js'
import { keyIdOf, ringOf } from '../../src/base/ring.js'
import { embeddedSecrets, masterKeyOf, readSecrets } from '../../src/base/secrets.js'
import { type Outcome, runAdmin, runProgram } from '../command-line.js'
import { useDatabase } from '../postgres.js'
import { contextOn } from './fixture.js'

const test = useDatabase()
const masterKey = 'ab'.repeat(32)
const folder = mkdtempSync(join(tmpdir(), 'tallystick-admin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = () => ({ DATABASE_URL: test.url, MASTER_KEY: masterKey, DATA_DIR: folder })
/** Runs the command line on the test's database. */
const admin = (args: string[], env: Record<string, string> = {}): Promise<Outcome> =>
  runAdmin(args, { ...settings(), ...env })
/** The same by the program that operators run. */
const program = (...args: string[]) => runProgram('admin', args, settings())

describe('admin', () => {
  it('creates an account that can log in, and prints JSON only', async () => {
    const made = await program('account', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--json')
    expect(made).toMatchObject({ code: 0, err: '' })
    const account = JSON.parse(made.out)
    expect(Object.keys(account)).toEqual(['userId', 'clientId', 'secretKey'])
    const context = { ...contextOn(test.db), keys: accountKeys(Buffer.from(masterKey, 'hex')) }
    expect(await login(context, account.clientId, account.secretKey)).toMatchObject({ _id: account.userId })

    const listed = await admin(['account', 'list', '--json'])
    expect(JSON.parse(listed.out)).toMatchObject([{ userId: account.userId, email: 'ada@example.com', clients: 1 }])

    // The first password, and one that replaces it.
    for (const name of ['Ada@example.com', account.userId]) {
      const { password } = JSON.parse((await admin(['account', 'password', name, '--json'])).out)
      expect(await checkPassword(test.db, account.userId, password)).toBe(true)
    }

    const rotated = JSON.parse((await admin(['client', 'rotate', account.clientId, '--json'])).out)
    expect(Object.keys(rotated)).toEqual(['clientId', 'secretKey'])
    expect(await login(context, account.clientId, account.secretKey)).toBeNull()
    expect(await login(context, account.clientId, rotated.secretKey)).not.toBeNull()
    expect(await admin(['client', 'revoke', account.clientId])).toMatchObject({ code: 0 })
    expect(await login(context, account.clientId, rotated.secretKey)).toBeNull()
  })

  it('shows the usage of an account, and gives it limits of its own', async () => {
    const email = 'hedy@example.com'
    await admin(['account', 'create', '--email', email, '--name', 'Hedy', '--json'])
    const set = await admin(['account', 'quota', email, '--storage', '1000', '--stamps', 'none', '--json'])
    expect(JSON.parse(set.out)).toMatchObject({
      usage: { storedBytes: 0, stamps: 0 },
      limits: { storageBytes: 1000, stampsPerDay: 0, bulkItems: 200_000 },
    })
    const shown = await admin(['account', 'quota', email, '--stamps', 'default'])
    expect(shown.out.split('\n')).toEqual([
      'stored bytes      0 of 1000 (its own)',
      'unfinished bytes  0 of 26843545600',
      'stamps today      0 of 1000000',
      'multi-stamp items 200000',
      '',
    ])
    expect(await admin(['account', 'quota', email, '--storage', '0'])).toEqual({
      code: 1,
      out: '',
      err: '--storage must be a whole number from 1, "none" or "default", not "0".\n',
    })
  })

  it('explains errors in plain words', async () => {
    const create = ['account', 'create', '--email', 'Grace@example.com', '--name', 'Grace', '--json']
    await admin(create)
    expect(await admin(create)).toEqual({
      code: 1,
      out: '',
      err: 'An account with the e-mail address Grace@example.com already exists.\n',
    })
    expect(await program('client', 'rotate', 'cl_none')).toMatchObject({ code: 1, out: '' })
    expect(await admin(['account', 'create'])).toMatchObject({ code: 1, out: '' })
    expect(await admin(['nonsense'])).toMatchObject({ code: 1, out: '', err: expect.stringContaining('(see --help)') })
  })

  it('reports that the service is not running', async () => {
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const refused = await admin(['account', 'list'], unreachable)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Cannot connect to the database at DATABASE_URL')
    const nowhere = await admin(['account', 'list'], { DATABASE_URL: '' })
    expect(nowhere).toMatchObject({ code: 1, out: '' })
    expect(nowhere.err).toContain('Start it first')
  })

  it('finds the database of a running service in its data folder', async () => {
    writeFileSync(join(folder, 'embedded.json'), JSON.stringify({ databaseUrl: test.url }))
    const listed = await admin(['account', 'list', '--json'], { DATABASE_URL: '' })
    expect(listed).toMatchObject({ code: 0, err: '' })
  })
})

describe('admin key', () => {
  const first = Buffer.from(masterKey, 'hex')
  const own = mkdtempSync(join(tmpdir(), 'tallystick-keys-'))
  afterAll(() => rmSync(own, { recursive: true, force: true }))
  const inFolder = (...args: string[]) => runAdmin(['key', ...args], { DATA_DIR: own })

  it('shows the keys and what they are needed for', async () => {
    const next = Buffer.alloc(32, 1)
    await admitKeys(test.db, first, async () => null)
    await admitKeys(test.db, [next, first], async () => null)
    await noteProgress(test.db, { part: 'client secrets', keyId: keyIdOf(next), resealed: 2, remaining: 1 })
    const env = { MASTER_KEY: `${next.toString('hex')},${masterKey}` }
    const shown = await admin(['key', 'status'], env)
    expect(shown.out.split('\n').slice(0, 3)).toEqual([
      `${keyIdOf(next)}  seals`,
      expect.stringMatching(`^${keyIdOf(first)}  needed, until [0-9T:.-]+Z at least$`),
      'client secrets: 2 re-sealed, 1 left',
    ])
    const missing = JSON.parse((await admin(['key', 'status', '--json'], { MASTER_KEY: next.toString('hex') })).out)
    expect(missing.keys).toMatchObject([{ use: 'seals' }, { use: 'missing', isNeeded: true }])
    expect(await admin(['key', 'add'])).toMatchObject({ code: 1, err: expect.stringContaining('MASTER_KEY is set') })
  })

  it('adds a key to the data folder, and retires it once it is no longer needed', async () => {
    const secrets = await embeddedSecrets(own)
    writeFileSync(join(own, 'embedded.json'), JSON.stringify({ databaseUrl: test.url }))
    const { id } = JSON.parse((await inFolder('add', '--json')).out)
    const [newest, older] = ringOf(await masterKeyOf({ dataDir: own }))
    expect([keyIdOf(newest), older]).toEqual([id, Buffer.from(secrets.masterKey, 'hex')])

    await test.db.execute('DELETE FROM master_keys')
    await admitKeys(test.db, older as Uint8Array, async () => null)
    await admitKeys(test.db, await masterKeyOf({ dataDir: own }), async () => null)
    expect(JSON.parse((await inFolder('retire', '--json')).out)).toEqual({ retired: [] })
    await dismissOlder(test.db, id)
    expect(JSON.parse((await inFolder('retire', '--json')).out)).toEqual({ retired: [keyIdOf(older as Uint8Array)] })
    expect(ringOf(await masterKeyOf({ dataDir: own }))).toEqual([newest])
    expect(await readSecrets(own)).toMatchObject({ databasePassword: secrets.databasePassword })
  })
})
