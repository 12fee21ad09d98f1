import { beforeAll, expect, it } from 'vitest'
import type { Queryable } from '../../src/base/database/db.js'
import { pooledMax } from '../../src/ledger/batch-state.js'
import { listByTransaction } from '../../src/stamps/lookup/read.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from './shapes.js'

// Statements look at a bulk in other ways than at a batch that accounts share: it may be long.

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

/** Makes a bulk whose stamps are private up to one. Returns its transaction ID. */
async function bulk(size: number, privateUntil: number): Promise<string> {
  const items = Array.from({ length: size }, (_, at) => ({
    hash: someHash(),
    filename: `${at}`,
    isPrivate: at < privateUntil,
  }))
  return dataOf(await service.call('POST', '/multi-stamp', items, ada.auth))[0].txid
}

const first = async (txid: string, by: TestAccount) => {
  const answer = await service.call('GET', `/hash?txid=${txid}&page=1&limit=1`, undefined, by.auth)
  return dataOf(answer).files[0].hash
}
const find = (txid: string, by: TestAccount) => service.call('GET', `/hash?id=${txid}`, undefined, by.auth)

it.each([20, pooledMax + 1])('by transaction ID: the first stamp of %i that the caller sees', async (size) => {
  const mixed = await bulk(size, size - 3)
  expect(dataOf(await find(mixed, ada)).hash).toBe(await first(mixed, ada))
  expect(dataOf(await find(mixed, bea)).hash).toBe(await first(mixed, bea))
  expect(await first(mixed, bea)).not.toBe(await first(mixed, ada))
  const hidden = await bulk(size, size)
  expect(dataOf(await find(hidden, ada)).hash).toBe(await first(hidden, ada))
  expectError(await find(hidden, bea), 404, 'stamp_not_found', 'Stamp does not exist')
})

interface Listed {
  count: number
  names: string[]
  next: string | null
}

async function list(txid: string, by: TestAccount, query: string): Promise<Listed> {
  const answer = await service.call('GET', `/hash?txid=${txid}&${query}`, undefined, by.auth)
  const { count, files } = dataOf(answer)
  return { count, names: files.map(({ name }: { name: string }) => name), next: answer.headers.get('next-cursor') }
}

it.each([20, pooledMax + 1])(
  'lists those of %i that the caller sees, by number and by cursor, counted',
  async (size) => {
    const names = Array.from({ length: size }, (_, at) => `${at}`)
    for (const privateUntil of [0, 7, size]) {
      const txid = await bulk(size, privateUntil)
      const seenBy = [
        [ada, names, ''],
        [bea, names.slice(privateUntil), ''],
        [ada, names.slice(0, privateUntil), '&isPrivate=true'],
        [ada, names.slice(privateUntil), '&isPrivate=false'],
        [bea, [], '&isPrivate=true'],
      ] as const
      for (const [by, seen, filter] of seenBy) {
        const walked: string[] = []
        let query = 'limit=5'
        for (let page = 1; page <= 4; page++) {
          const byNumber = await list(txid, by, `page=${page}&limit=5${filter}`)
          expect(byNumber.count).toBe(seen.length)
          expect(byNumber.names).toEqual(seen.slice(page * 5 - 5, page * 5))
          const byCursor = await list(txid, by, query + filter)
          walked.push(...byCursor.names)
          if (!byCursor.next) break
          query = `limit=5&cursor=${encodeURIComponent(byCursor.next)}`
        }
        expect(walked).toEqual(seen.slice(0, walked.length))
        const last = Math.max(1, Math.ceil(seen.length / 5))
        expect((await list(txid, by, `page=${last}&limit=5${filter}`)).names).toEqual(seen.slice(last * 5 - 5))
        expect(await list(txid, by, `page=${last + 1}&limit=5${filter}`)).toEqual({
          count: seen.length,
          names: [],
          next: null,
        })
      }
      const pending = await list(txid, ada, 'limit=5&status=false')
      const done = await list(txid, ada, 'limit=5&status=true')
      expect([0, size]).toContain(pending.count)
      expect([0, size]).toContain(done.count)
    }
  },
)

/** Counts the pages that statements read, in memory or not. */
function counting(db: Queryable) {
  const counted = { pages: 0 }
  const query = async (text: string, values: readonly unknown[]) => {
    const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    )
    const plan = row?.['QUERY PLAN'][0].Plan
    counted.pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    return db.query(text, values)
  }
  return { counted, db: { query } as unknown as Queryable }
}

it('reads a page of 50,000 stamps, not 50,000, wherever it is in the list', async () => {
  const size = 50_000
  const txid = await bulk(size, 0)
  await service.database.db.execute('ANALYZE stamps')
  for (const by of [ada, bea]) {
    for (const page of [1, 1250, 2500]) {
      const { counted, db } = counting(service.database.db)
      const { rows, count } = await listByTransaction(db, txid, { accountId: by.userId, page, limit: 20, after: null })
      expect([rows.length, count]).toEqual([20, size])
      expect(counted.pages).toBeLessThan(500)
    }
  }
})
