import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { wallTime } from '../../../test/wall-time.js'
import { idAt } from '../../src/webhooks/deliveries/log.js'
import { tidyWebhooks } from '../../src/webhooks/deliveries/tidy.js'
import { useDatabase } from '../postgres.js'
import { doubting, trusting } from '../trusted.js'
import { deliveriesOf, newDeliveries, newWebhook, type TestWebhook } from './rows.js'

const test = useDatabase()
const masterKey = randomBytes(32)
const dayMs = 86_400_000
let webhook: TestWebhook
beforeEach(async () => {
  webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
})

/** Creates a delivery of this age, with an attempt. */
async function aged(days: number, state: number): Promise<string> {
  const [id = ''] = await newDeliveries(test.db, webhook, 1)
  const old = uuidv7({ msecs: wallTime(-days * dayMs).getTime() })
  await test.db.execute(
    `UPDATE deliveries SET id = $2, state = $3, created_at = created_at - $4 * interval '1 day' WHERE id = $1`,
    [id, old, state, days],
  )
  await test.db.execute(
    "INSERT INTO delivery_attempts (delivery_id, number, at, duration_ms, request_head) VALUES ($1, 1, now(), 1, '')",
    [old],
  )
  return old
}
const left = async () => (await deliveriesOf(test.db, webhook)).map(({ id }) => id)
const attemptsLeft = () => test.db.query('SELECT FROM delivery_attempts').then((rows) => rows.length)

describe('tidying', () => {
  it('deletes the log after its days, with its attempts; nothing pending, and nothing while the time is in doubt', async () => {
    const kept = [await aged(29.9, 1), await aged(0, 2), await aged(31, 0)]
    for (const state of [1, 2, 3]) await aged(30.1, state)
    const all = (await left()).sort()
    await tidyWebhooks(test.db, 1, doubting)
    expect((await left()).sort()).toEqual(all)
    await tidyWebhooks(test.db, 30, trusting)
    expect((await left()).sort()).toEqual([...kept].sort())
    expect(await attemptsLeft()).toBe(3)
    await tidyWebhooks(test.db, 1, trusting)
    expect((await left()).sort()).toEqual(kept.slice(1).sort())
  })

  it('keeps what a process made whose clock was behind, as long as its row is young', async () => {
    const id = await aged(31, 1)
    await test.db.execute('UPDATE deliveries SET created_at = now() WHERE id = $1', [id])
    await tidyWebhooks(test.db, 30, trusting)
    expect(await left()).toEqual([id])
  })

  it('deletes a secret that no longer signs, and keeps one that still does', async () => {
    const sealed = randomBytes(60)
    const keep = async (until: string) => {
      const one = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
      await test.db.execute(
        `UPDATE webhooks SET previous_secret_sealed = $2, previous_until = now() + $3::interval WHERE id = $1`,
        [one.id, sealed, until],
      )
      return one.id
    }
    const ids = [await keep('-1 second'), await keep('1 hour')]
    await tidyWebhooks(test.db, 30, trusting)
    const rows = await test.db.query<{ id: string }>('SELECT id FROM webhooks WHERE previous_secret_sealed IS NOT NULL')
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1))
  })

  it('deletes more rows than fit into one statement, and a deleted webhook with them', async () => {
    await newDeliveries(test.db, webhook, 12_345)
    await test.db.execute(
      "UPDATE webhooks SET disabled_at = now(), disabled_reason = 'deleted', secret_sealed = '' WHERE id = $1",
      [webhook.id],
    )
    await tidyWebhooks(test.db, 30, trusting)
    expect(await left()).toEqual([])
    expect(await test.db.query('SELECT FROM webhooks WHERE id = $1', [webhook.id])).toEqual([])
  })
})

it('deliveries made for a webhook while it was disabled are cancelled a minute later', async () => {
  const disable = (ago: string) =>
    test.db.execute("UPDATE webhooks SET disabled_at = now() - $2::interval, disabled_reason = 'owner' WHERE id = $1", [
      webhook.id,
      ago,
    ])
  const states = async () => (await deliveriesOf(test.db, webhook)).map(({ state }) => state)
  await disable('0 seconds')
  await newDeliveries(test.db, webhook, 2)
  await tidyWebhooks(test.db, 30, trusting)
  expect(await states()).toEqual([0, 0])
  await disable('61 seconds')
  await tidyWebhooks(test.db, 30, trusting)
  expect(await states()).toEqual([3, 3])
})

it('the rest of a long backlog is cancelled when its webhook is disabled, and nothing of another one', async () => {
  const other = await newWebhook(test.db, masterKey, 'https://other.example.com')
  await newDeliveries(test.db, webhook, 12_345)
  await newDeliveries(test.db, other, 2)
  await test.db.execute("UPDATE webhooks SET disabled_at = now(), disabled_reason = 'gone' WHERE id = $1", [webhook.id])
  await tidyWebhooks(test.db, 30, trusting)
  expect(new Set((await deliveriesOf(test.db, webhook)).map(({ state }) => state))).toEqual(new Set([3]))
  expect((await deliveriesOf(test.db, other)).map(({ state }) => state)).toEqual([0, 0])
})

it('ids are in the order of their times', () => {
  const at = new Date('2026-07-01T12:00:00.123Z')
  const before = uuidv7({ msecs: at.getTime() - 1 })
  const after = uuidv7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) })
  expect(idAt(at)).toBe('019f1d8c-e27b-7000-8000-000000000000')
  expect([before, idAt(at), after].sort()).toEqual([before, idAt(at), after])
})
