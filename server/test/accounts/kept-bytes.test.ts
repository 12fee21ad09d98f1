import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { Quotas } from '../../src/accounts/quotas/quotas.js'
import type { Tx } from '../../src/base/database/db.js'
import { wrongBytes } from '../../src/stamps/sql.js'
import { useDatabase } from '../postgres.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { newDeliveries, newWebhook } from '../webhooks/rows.js'

const service = useService()
const own = useDatabase()
const usedBy = async (by: TestAccount): Promise<number> =>
  dataOf(await service.call('GET', '/account/usage', undefined, by.auth)).storage.used
const exact = async (by: TestAccount) =>
  (await service.database.db.query<{ account_id: string }>(wrongBytes.replace('LIMIT 1', ''))).filter(
    ({ account_id }) => account_id === by.userId,
  )

it('counts the metadata of stamps, and nothing for stamps without', async () => {
  const ada = await service.account()
  await service.call('POST', '/hash', { hash: someHash() }, ada.auth)
  expect(await usedBy(ada)).toBe(0)
  const metadata = { description: 'ü'.repeat(1000) }
  await Promise.all(
    Array.from({ length: 3 }, () => service.call('POST', '/hash', { hash: someHash(), metadata }, ada.auth)),
  )
  const bytes = Buffer.byteLength(JSON.stringify([metadata]))
  expect(await usedBy(ada)).toBe(3 * bytes)
  const free = { userId: ada.userId, metadata: 'text', metadata2: [{ b: 1, a: 2.5 }] }
  expect((await service.call('POST', '/v2/hash', { hash: someHash(), ...free }, ada.auth)).status).toBe(201)
  const { userId: _, ...kept } = free
  expect(await usedBy(ada)).toBe(3 * bytes + Buffer.byteLength(JSON.stringify([kept])))
  expect(await exact(ada)).toEqual([])
})

it('counts a multi-stamp’s kept answer', async () => {
  const ada = await service.account()
  const items = Array.from({ length: 100 }, () => ({ hash: someHash(), filename: 'x' }))
  const key = { 'idempotency-key': randomUUID() }
  expect((await service.call('POST', '/multi-stamp', items, { ...ada.auth, ...key })).status).toBe(200)
  expect(await usedBy(ada)).toBeGreaterThan(1024)
  expect(await exact(ada)).toEqual([])
  await service.database.db.execute('DELETE FROM idempotency_keys WHERE account_id = $1', [ada.userId])
  expect(await usedBy(ada)).toBe(0)
})

it('counts end users, less once they are erased', async () => {
  const ada = await service.account()
  const person = { userId: 'customer-17', username: 'Kim', email: 'kim@example.org' }
  const enroll = (more = {}) => service.call('POST', '/v2/enroll-user', { ...person, ...more }, ada.auth)
  expect((await enroll()).status).toBe(200)
  expect(await usedBy(ada)).toBe(11 + 3 + 15 + 42)
  await enroll({ username: 'Kimberley' })
  expect(await usedBy(ada)).toBe(11 + 9 + 15 + 42)
  expect(await exact(ada)).toEqual([])
  await service.call('DELETE', '/v2/enroll-user/customer-17', undefined, ada.auth)
  expect(await usedBy(ada)).toBe(11)
  expect(await exact(ada)).toEqual([])
})

it('counts the log of deliveries until it is deleted', async () => {
  const { db } = own
  const webhook = await newWebhook(db, randomBytes(32), 'https://receiver.example')
  const ids = await newDeliveries(db, webhook, 3)
  const quotas = new Quotas({ db, defaults: { storageBytes: 0, unfinishedBytes: 0, stampsPerDay: 0, bulkItems: 0 } })
  const used = async () => (await quotas.of(webhook.accountId)).usage.storedBytes
  const one = (await used()) / 3
  expect(one).toBeGreaterThan(50)
  await db.execute('DELETE FROM deliveries WHERE id = ANY($1::uuid[])', [ids.slice(1)])
  expect(await used()).toBe(one)
  expect(await db.query(wrongBytes)).toEqual([])
})

/** Statements that bring, change and remove many rows of the accounts $1; those that come before are made for one row each. */
const many: [string, string[], string[]?][] = [
  [
    'end users',
    [
      `INSERT INTO end_users (account_id, id, user_id, publishes_name)
       SELECT a, gen_random_uuid(), 'person ' || n, false FROM unnest($1::uuid[]) AS a, generate_series(1, 50) AS n`,
      `UPDATE end_users SET username = 'Kim', email = 'kim@example.org', public_address = '' WHERE account_id = ANY($1)`,
      'DELETE FROM end_users WHERE account_id = ANY($1)',
    ],
  ],
  [
    'documents without a stamp',
    [
      `INSERT INTO runs (account_id, id, name, is_private) SELECT a, a, 'Run', false FROM unnest($1::uuid[]) AS a`,
      `INSERT INTO run_failures (account_id, run_id, folder, name, reason)
       SELECT a, a, '', 'Plan ' || n, 'unreadable' FROM unnest($1::uuid[]) AS a, generate_series(1, 50) AS n`,
      `UPDATE run_failures SET reason = 'too large' WHERE account_id = ANY($1)`,
      'DELETE FROM run_failures WHERE account_id = ANY($1)',
    ],
  ],
  [
    'stamps and notes',
    [
      `INSERT INTO stamps (account_id, id, client_id, version, hash, code, name, type, original_doc_hash, is_esign, is_private,
                           metadata, owner, salt, batch_id, leaf_index)
       SELECT a, gen_random_uuid(), 'client', 1, sha256((a::text || n)::bytea), a::text || n, '', '0', '', false, false,
              '[{"page":1}]', '', '', a, n FROM unnest($1::uuid[]) AS a, generate_series(1, 50) AS n`,
      `INSERT INTO stamp_notes (account_id, stamp_id, note, search_key)
       SELECT account_id, id, 'Signed', 'signed' FROM stamps WHERE account_id = ANY($1)`,
      `UPDATE stamp_notes SET note = 'Signed twice' WHERE account_id = ANY($1)`,
      'DELETE FROM stamp_notes WHERE account_id = ANY($1)',
      'DELETE FROM stamps WHERE account_id = ANY($1)',
    ],
  ],
  [
    'kept answers',
    ['DELETE FROM idempotency_keys WHERE account_id = ANY($1)'],
    [
      `INSERT INTO idempotency_keys (account_id, key, fingerprint, owner, lease_until)
       SELECT a, n, '', a, now() FROM unnest($1::uuid[]) AS a, generate_series(1, 50) AS n`,
      `UPDATE idempotency_keys SET body = repeat('x', 2000) WHERE account_id = ANY($1)`,
    ],
  ],
  [
    'timestamp tokens',
    ['DELETE FROM timestamp_tokens WHERE account_id = ANY($1)'],
    [
      `INSERT INTO timestamp_tokens (serial, account_id, hash, response)
       SELECT gen_random_uuid(), a, sha256('x'), 'response' FROM unnest($1::uuid[]) AS a, generate_series(1, 50)`,
    ],
  ],
]

/** Rows of the counts that this connection has changed and not reported yet. */
async function changesIn(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ changes: number }>(
    `SELECT (pg_stat_get_xact_tuples_inserted(c) + pg_stat_get_xact_tuples_updated(c))::int AS changes
       FROM (SELECT 'account_bytes'::regclass::oid AS c)`,
  )
  return row?.changes ?? 0
}

it.each(many)(
  'counts %s once a statement and account, however many rows it has',
  async (_what, statements, before = []) => {
    const { db } = own
    const webhooks = [1, 2].map(() => newWebhook(db, randomBytes(32), 'https://receiver.example'))
    const accounts = (await Promise.all(webhooks)).map(({ accountId }) => accountId)
    for (const statement of before) await db.execute(statement, [accounts])
    for (const statement of statements) {
      const changes = await db.transaction(async (tx) => {
        const start = await changesIn(tx)
        await tx.execute(statement, [accounts])
        return (await changesIn(tx)) - start
      })
      // A change takes the old bytes away, and adds the new ones.
      expect(changes, statement).toBeLessThanOrEqual(2 * accounts.length)
      expect(await db.query(wrongBytes), statement).toEqual([])
    }
  },
)

it('refuses metadata beyond the storage, and takes stamps without', async () => {
  const ada = await service.account()
  const limit = 10_000
  const limits = 'INSERT INTO account_limits (account_id, storage_bytes) VALUES ($1, $2)'
  await service.database.db.execute(limits, [ada.userId, limit])
  const metadata = { description: 'x'.repeat(4000) }
  const stamp = (body: object = { metadata }) => service.call('POST', '/hash', { hash: someHash(), ...body }, ada.auth)
  expect([(await stamp()).status, (await stamp()).status]).toEqual([200, 200])
  expectError(await stamp(), 507, 'storage_quota', /^This account uses \d+ of the 10000 bytes it can store/)
  expect((await stamp({})).status).toBe(200)
  expect(await usedBy(ada)).toBeLessThan(limit)
})
