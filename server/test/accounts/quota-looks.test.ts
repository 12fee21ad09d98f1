import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { Quotas } from '../../src/accounts/quotas/quotas.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()

it('queries the database once for all requests in flight, and not again for a known account', async () => {
  const { db } = test
  const { userId } = await createAccount(db, accountKeys(randomBytes(32)), 'live', {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
  })
  let looks = 0
  const counting: typeof db = Object.create(db, {
    query: {
      value: (...args: Parameters<typeof db.query>) => {
        looks++
        return db.query(...args)
      },
    },
  })
  let elapsedMs = 0
  const defaults = { storageBytes: 0, unfinishedBytes: 0, stampsPerDay: 1000, bulkItems: 0 }
  const quotas = new Quotas({
    db: counting,
    defaults,
    clock: { now: () => Date.UTC(2026, 0, 1, 12), elapsed: () => elapsedMs },
  })
  await Promise.all(Array.from({ length: 50 }, () => quotas.acceptStamps(userId, 1)))
  expect(looks).toBe(1)
  elapsedMs += 60_000
  expect(Array.from({ length: 50 }, () => quotas.acceptStamps(userId, 1))).toEqual(Array(50).fill(undefined))
  expect(looks).toBe(2)
  // A refusal rests on a new look.
  await expect(async () => quotas.acceptStamps(userId, 1001)).rejects.toMatchObject({ code: 'stamp_quota' })
})
