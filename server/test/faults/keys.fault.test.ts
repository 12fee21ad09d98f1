import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { createAccount } from '../../src/accounts/account.js'
import { opensSecrets } from '../../src/accounts/check.js'
import { issueClient, revealSecret } from '../../src/accounts/clients/client.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { login } from '../../src/accounts/tokens/login.js'
import { Tokens } from '../../src/accounts/tokens/token.js'
import { admitKeys, progressOf, requireKeys, seenKeys } from '../../src/base/database/master-keys.js'
import { keyIdOf } from '../../src/base/ring.js'
import { decrypt, encrypt } from '../../src/storage/age/age.js'
import { storageKeys } from '../../src/storage/storage-keys.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { decryptSecret, secretKeysOf } from '../../src/webhooks/secret.js'
import { useDatabase } from '../postgres.js'
import { collect, contentOf, same, steady, stream } from '../storage/age-files.js'
import { newWebhook } from '../webhooks/rows.js'
import { type Program, start } from './programs.js'

const random = seeded('keys')
const kills = sized({ short: 3, long: 60 })
const [clients, files] = [sized({ short: 450, long: 20_000 }), sized({ short: 25, long: 1_000 })]
const fileSize = 300_000
const program = fileURLToPath(new URL('resealer.js', import.meta.url))
const [old, next] = [randomBytes(32), randomBytes(32)]

const test = useDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const admit = (...ring: Uint8Array[]) => admitKeys(test.db, ring, (key) => opensSecrets(test.db, key))
const reseal = (): Program =>
  start(process.execPath, [program, test.url, [next, old].map((key) => key.toString('hex')).join(), folder], {})
const stale = async () => {
  const [row] = await test.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM clients WHERE substring(secret_sealed FROM 1 FOR 8) <> $1',
    [Buffer.from(keyIdOf(next), 'hex')],
  )
  return row?.count ?? 0
}

it(`a change of the master key, killed at ${kills} moments, leaves nothing to the old one and loses nothing`, async () => {
  const { db } = test
  const before = accountKeys(old)
  const { userId } = await createAccount(db, before, 'local', { email: 'ada@example.com', name: 'Ada' })
  const secrets = new Map<string, string>()
  await db.transaction(async (tx) => {
    for (let i = 0; i < clients; i++) {
      const { clientId, secretKey } = await issueClient(tx, before, 'local', userId, `client ${i}`)
      secrets.set(clientId, secretKey)
    }
  })
  const webhook = await newWebhook(db, old, 'https://hooks.example.com')
  const store = await DiskStore.open(folder)
  const names = Array.from({ length: files }, (_, i) => `private/${i}`)
  const { current } = storageKeys(old, [])
  for (const name of names)
    await store.put(name, steady(await collect(encrypt([current.recipient], stream(contentOf(fileSize))))))

  await admit(old)
  await admit(next, old)
  await expect(requireKeys(db, next)).rejects.toThrow(`MASTER_KEY lacks key ${keyIdOf(old)}, which still opens`)

  for (let kill = 0; kill < kills; kill++) {
    const left = await stale()
    const resealing = reseal()
    await eventually(
      'it has begun',
      async () => (await progressOf(db)).length > 0 && ((await stale()) < left || left === 0),
    )
    await atSomeMoment(random, 300)
    await resealing.kill9()
    // A client can log in at any moment.
    const [some] = secrets
    const keys = accountKeys([next, old])
    const context = { db, keys, tokens: new Tokens({ db, keys: keys.token, audience: 'test' }) }
    expect(await login(context, some?.[0] ?? '', some?.[1] ?? '')).not.toBeNull()
  }
  const first = reseal()
  await eventually('a pass has ended', () => first.output().includes('a later pass will look again'))
  await first.kill9()
  expect((await seenKeys(db)).map(({ isNeeded }) => isNeeded)).toEqual([true, true])

  // As if a day had passed: no process seals with the old key any more.
  await db.execute("UPDATE master_keys SET since = since - interval '26 hours'")
  const last = reseal()
  await eventually('the old key is dismissed', async () => (await seenKeys(db)).some(({ isNeeded }) => !isNeeded))
  await last.kill9()
  expect((await seenKeys(db)).map(({ id, isNeeded }) => [id, isNeeded])).toEqual([
    [keyIdOf(next), true],
    [keyIdOf(old), false],
  ])
  expect((await progressOf(db)).filter(({ remaining }) => remaining !== 0)).toEqual([])

  await requireKeys(db, next)
  const after = accountKeys(next)
  for (const [clientId, secretKey] of secrets) expect(await revealSecret(db, after, clientId)).toBe(secretKey)
  const [hashes] = await db.query<{ old: number }>(
    'SELECT count(*)::int AS old FROM clients WHERE secret_hash = ANY($1)',
    [[...secrets.values()].map((secret) => before.secretHash(secret))],
  )
  expect(hashes).toEqual({ old: 0 })
  const [row] = await db.query<{ secret_sealed: Buffer }>('SELECT secret_sealed FROM webhooks')
  expect(decryptSecret(secretKeysOf(next), webhook.id, row?.secret_sealed ?? Buffer.alloc(0))).toBe(webhook.secret)
  const { identities } = storageKeys(next, [])
  for (const name of names)
    expect(
      same(await collect(decrypt(identities, stream(await collect(await store.get(name))))), contentOf(fileSize)),
    ).toBe(true)
  await store.close()
})
