import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { sized } from '../../../test/tier.js'
import { wallTime } from '../../../test/wall-time.js'
import { smallestId } from '../../src/base/ids.js'
import { expandSome } from '../../src/webhooks/expand.js'
import { useDatabase } from '../postgres.js'
import { newWebhook } from './rows.js'

const test = useDatabase()
const masterKey = randomBytes(32)
const network = { chainId: 31_337, name: 'Test', isPrivate: true, contract: new Uint8Array(20) }
const expand = (first: 'small' | 'large' = 'large') => expandSome({ database: test.db, network, logDays: 30 }, first)

/** Creates a final batch of an account's stamps, as the ledger leaves it. */
async function finalBatch(accountId: string, size: number): Promise<string> {
  const { db } = test
  const batchId = uuidv7()
  await db.execute(
    `INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, state, transaction_hash)
     VALUES ($1, 1, (SELECT count(*) FROM batches), 'anchor', $2, $3, '', '', 2, $2)`,
    [batchId, randomBytes(32), size],
  )
  // In pieces, because each statement has a limit.
  for (let from = 0; from < size; from += 20_000) {
    await db.execute(
      `INSERT INTO stamps (account_id, id, client_id, version, hash, code, name, type, original_doc_hash, is_esign, is_private,
                           metadata, owner, salt, batch_id, leaf_index)
       SELECT $1::uuid, overlay(gen_random_uuid()::text PLACING '7' FROM 15)::uuid, 'client', 1, sha256(($2 || n)::bytea),
              $2 || '-' || n, 'name ' || n, '0', '', false, false, '[{}]', 'Ada', '', $2::uuid, n
         FROM generate_series($3::int, $4::int) AS n`,
      [accountId, batchId, from, Math.min(from + 20_000, size) - 1],
    )
  }
  await db.execute(
    `INSERT INTO batch_events (batch_id, kind, transaction_hash) SELECT id, 'final', transaction_hash FROM batches WHERE id = $1`,
    [batchId],
  )
  return batchId
}

const made = async (webhookId: string) => {
  const [row] = await test.db.query<{ count: number; leaves: number; ids: number }>(
    `SELECT count(*)::int AS count, count(DISTINCT leaf_index)::int AS leaves, count(DISTINCT payload)::int AS ids
       FROM deliveries WHERE webhook_id = $1`,
    [webhookId],
  )
  return row
}
const eventsLeft = () => test.db.query('SELECT FROM batch_events').then((rows) => rows.length)

describe('a final block', () => {
  it('that is dated before its stamps were received contradicts them in words, and another does not', async () => {
    await test.db.execute('DELETE FROM batch_events')
    const webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    const contradictions = async (hours: number) => {
      const batchId = await finalBatch(webhook.accountId, 1)
      const id = smallestId(wallTime().getTime())
      await test.db.execute('UPDATE stamps SET id = $2 WHERE batch_id = $1', [batchId, id])
      const [hash, at] = [randomBytes(32), wallTime(-hours * 3_600_000)]
      await test.db.execute("INSERT INTO blocks (hash, number, time, header) VALUES ($1, 12, $2, '')", [hash, at])
      await test.db.execute('UPDATE batches SET block_number = 12, block_hash = $2 WHERE id = $1', [batchId, hash])
      await expand()
      const rows = await test.db.query<{ payload: string }>(
        'SELECT payload FROM deliveries WHERE webhook_id = $1 AND subject_id = $2',
        [webhook.id, id],
      )
      return rows.map(({ payload }) => JSON.parse(payload).data.timeContradiction)
    }
    expect(await contradictions(3)).toEqual([
      expect.stringMatching(
        /^Block 12 is dated .*, before the service received this \(.*\): one of the two clocks was wrong\.$/,
      ),
    ])
    expect(await contradictions(1)).toEqual([undefined])
  })
})

describe('a large batch', () => {
  beforeEach(() => test.db.execute('DELETE FROM batch_events'))

  const count = sized({ short: 5_000, long: 100_000 })

  it(`of ${count.toLocaleString('en')} stamps becomes deliveries 500 at a time, each once`, async () => {
    const webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    await finalBatch(webhook.accountId, count)
    const steps: number[] = []
    for (let step = await expand(); step !== null; step = await expand()) steps.push(step)
    expect(steps).toEqual(Array.from({ length: count / 500 }, () => 500))
    expect(await made(webhook.id)).toEqual({ count, leaves: count, ids: count })
    expect(await eventsLeft()).toBe(0)
  })

  it('resumes where a process died, and processes share the work', async () => {
    const webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    const batches = [await finalBatch(webhook.accountId, 2500), await finalBatch(webhook.accountId, 3), '']
    expect(await expand()).toBe(500)
    const session = await test.db.session()
    await session.begin()
    // A batch that another process works on is left alone until that process dies.
    await session.query('SELECT FROM batch_events WHERE batch_id = $1 FOR UPDATE', [batches[0]])
    expect([await expand(), await expand()]).toEqual([3, null])
    session.release(true)
    const all = await Promise.all(
      Array.from({ length: 4 }, async () => {
        let sum = 0
        for (let step = await expand(); step !== null || (await eventsLeft()) > 0; step = await expand())
          sum += step ?? 0
        return sum
      }),
    )
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(2000)
    expect(await made(webhook.id)).toEqual({ count: 2503, leaves: 2500, ids: 2503 })
  })

  it('lets small ones overtake it, and takes turns with them', async () => {
    const webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    await finalBatch(webhook.accountId, 2000)
    expect(await expand()).toBe(500)
    for (let i = 0; i < 3; i++) await finalBatch(webhook.accountId, 1)
    const steps: (number | null)[] = []
    for (let turn = 0; turn < 7; turn++) steps.push(await expand(turn % 2 === 0 ? 'small' : 'large'))
    expect(steps).toEqual([3, 500, 500, 500, null, null, null])
  })

  it('is expanded alone, many small ones together', async () => {
    const webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    for (let i = 0; i < 30; i++) await finalBatch(webhook.accountId, 20)
    expect([await expand(), await expand(), await expand()]).toEqual([500, 100, null])
    expect(await made(webhook.id)).toEqual({ count: 600, leaves: 20, ids: 600 })
  })

  it('sends later events after earlier ones, also with several processes', async () => {
    const webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    await test.db.execute("UPDATE webhooks SET actions = '{hash.succeed,hash.reorged}'")
    await finalBatch(webhook.accountId, 600)
    const session = await test.db.session()
    try {
      await session.begin()
      await session.query('SELECT FROM batch_events FOR UPDATE')
      await test.db.execute(
        `INSERT INTO batch_events (batch_id, kind, transaction_hash)
         SELECT batch_id, 'reorged', transaction_hash FROM batch_events`,
      )
      expect([await expand(), await expand('small')]).toEqual([null, null])
      await session.query('ROLLBACK')
    } finally {
      session.release(true)
    }
    for (let turn = 0; turn < 4; turn++) await expand(turn % 2 === 0 ? 'small' : 'large')
    const rows = await test.db.query<{ event: string }>(
      'SELECT event FROM deliveries WHERE webhook_id = $1 ORDER BY id',
      [webhook.id],
    )
    const sent = (event: string) => Array.from({ length: 600 }, () => event)
    expect(rows.map(({ event }) => event)).toEqual([...sent('hash.succeed'), ...sent('hash.reorged')])
  })

  it('reaches only its owners, and costs one query per 500', async () => {
    const webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    const other = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    await test.db.execute('DELETE FROM webhooks WHERE id = $1', [other.id])
    await finalBatch(other.accountId, 501)
    expect([await expand(), await expand(), await expand()]).toEqual([0, 0, null])
    expect(await made(webhook.id)).toMatchObject({ count: 0 })
  })
})
