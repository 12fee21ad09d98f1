import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { Quotas } from '../../src/accounts/quotas/quotas.js'
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
