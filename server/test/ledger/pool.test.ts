import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from '../../../test/eventually.js'
import { signerOf } from '../../src/chain/sign.js'
import { Pool } from '../../src/ledger/batches/pool.js'
import type { Submission, Writer } from '../../src/ledger/batches/writer.js'
import { Lane } from '../../src/ledger/lanes/lane.js'
import { seal } from '../../src/ledger/seal.js'
import { ensureLane } from '../../src/ledger/sql.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()
let pool: Pool
beforeAll(async () => {
  await test.db.execute('CREATE TABLE words (word text UNIQUE, batch_id uuid)')
  const signer = signerOf(randomBytes(32))
  await test.db.execute(ensureLane, [signer.address, 0])
  const fees = { maxFeePerGas: 1e9, maxPriorityFeePerGas: 1 }
  const terms = { chainId: 31337, contract: new Uint8Array(20), gas: () => 80_000, fees: () => fees }
  const lane = await Lane.open(test.db, signer, terms, 0, true)
  pool = new Pool({ database: test.db, lane: () => lane, anchorIntervalMs: 0, onCommitted: () => undefined })
})
afterAll(() => pool.close())

const words: Writer<string, Submission, never> = {
  ownerOf: (word) => word.charAt(0),
  bytesOf: (word) => word.length,
  make(word) {
    if (word === 'bad') throw new Error('no leaf can be made of it')
    return { key: word, leaf: randomBytes(32) }
  },
  find: async (_db, items) => items.map(() => null),
  insert: (items, _firstIndex, batchId) => ({
    text: 'INSERT INTO words SELECT unnest($1::text[]), $2',
    values: [items.map(({ key }) => key), batchId],
  }),
  finish: () => [],
  afterLostRace: async () => undefined,
}

it("rejects only the submission whose item can't be made, and records the rest of its batch", async () => {
  const asked = ['one', 'bad', 'two'].map((word) => pool.submit(words, word))
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { message: 'no leaf can be made of it' } })
  await expect(pool.submit(words, 'bad')).rejects.toThrow('no leaf')
  await pool.submit(words, 'three')
  const rows = await test.db.query<{ word: string; batch_id: string }>('SELECT * FROM words ORDER BY word')
  expect(rows.map(({ word }) => word)).toEqual(['one', 'three', 'two'])
  expect(rows[0]?.batch_id).toBe(rows[2]?.batch_id)
})

/** Words whose insert PostgreSQL undoes for the first `times` attempts, as in a deadlock. */
async function conflicting(times: number): Promise<Writer<string, Submission, never>> {
  await test.db.execute(`
    CREATE OR REPLACE FUNCTION conflict(times integer) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempts') <= times THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
      RETURN true;
    END $$`)
  await test.db.execute('DROP SEQUENCE IF EXISTS attempts')
  await test.db.execute('CREATE SEQUENCE attempts')
  return {
    ...words,
    insert: (items, _firstIndex, batchId) => ({
      text: 'INSERT INTO words SELECT unnest($1::text[]), $2 WHERE conflict($3)',
      values: [items.map(({ key }) => key), batchId, times],
    }),
  }
}

it('records a submission that meets a few conflicts with other transactions', async () => {
  await expect(pool.submit(await conflicting(4), 'contested')).resolves.toMatchObject({
    receipt: { outcome: 'written' },
  })
})

it('gives up on a submission that always meets one, and asks its client to retry', async () => {
  await expect(pool.submit(await conflicting(1_000), 'hopeless')).rejects.toMatchObject({ code: 'unavailable' })
})

it("records another account's submission before the rest of ten thousand", async () => {
  let recorded = 0
  const many = Array.from({ length: 10_000 }, (_, at) =>
    pool.submit(words, `many ${at}`).then(() => {
      recorded++
    }),
  )
  await pool.submit(words, 'other')
  // The batches under way when it came, and its own.
  expect(recorded).toBeLessThan(5_000)
  await Promise.all(many)
})

describe('large submissions of one account', () => {
  const kib60 = 60 << 10
  const large: Writer<string, Submission, never> = { ...words, bytesOf: (word) => (word.startsWith('l') ? kib60 : 0) }

  it('make small batches, so that those of others are soon recorded', async () => {
    let recorded = 0
    const many = Array.from({ length: 400 }, (_, at) =>
      pool.submit(large, `large ${at}`).then(() => {
        recorded++
      }),
    )
    await pool.submit(large, 'small')
    // The batches under way when it came, and its own, of five each.
    expect(recorded).toBeLessThan(40)
    await Promise.all(many)
    const sizes =
      'SELECT max(n)::int AS max FROM (SELECT count(*) AS n FROM words WHERE word LIKE $1 GROUP BY batch_id) b'
    expect(await test.db.query(sizes, ['large %'])).toEqual([{ max: 5 }])
  })

  it('fill half of the queue at most', async () => {
    const many = Array.from({ length: 600 }, (_, at) => pool.submit(large, `lots ${at}`))
    expect(pool.takes).toBe(true)
    const other = pool.submit(large, 'another')
    const outcomes = await Promise.allSettled(many)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ reason: { code: 'queue_full', status: 429 } })
    expect((await other).receipt.outcome).toBe('written')
  })
})

it('a bulk begins to write after the batches that may write the same rows, to avoid a deadlock', async () => {
  let open: () => void = () => undefined
  let gate = Promise.resolve()
  let beginLookup: () => void = () => undefined
  const known = new Set(['one'])
  const slow: Writer<string, Submission, string> = {
    ...words,
    find: async (_db, items) => {
      beginLookup()
      await gate
      return items.map(({ key }) => (known.has(key) ? key : null))
    },
  }
  // A repetition: the next batches are looked up before they are written.
  await pool.submit(slow, 'one')
  gate = new Promise((resolve) => {
    open = resolve
  })
  const isLookedUp = new Promise<void>((resolve) => {
    beginLookup = resolve
  })
  const single = pool.submit(slow, 'both')
  await isLookedUp
  let isNew = true
  let isWriting = false
  const bulk = pool.submitMany({
    size: 1,
    async prepare() {
      if (!isNew) return null
      isNew = false
      return seal([randomBytes(32)])
    },
    writes: (key) => key === 'both',
    async *inserts(batchId) {
      isWriting = true
      yield { text: 'INSERT INTO words VALUES ($1, $2)', values: ['both', batchId] }
    },
    finish: () => [],
    afterLostRace: async () => undefined,
  })
  expect(await settled('the bulk', () => [isNew, isWriting])).toEqual([false, false])
  open()
  expect((await single).receipt.outcome).toBe('written')
  expect(await bulk).toBeNull()
})
