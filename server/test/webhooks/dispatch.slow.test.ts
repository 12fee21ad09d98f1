import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { claim, type DisabledRow } from '../../src/webhooks/deliveries/queue-sql.js'
import { Guard } from '../../src/webhooks/guard/guard.js'
import { encryptSecret, newSecret, secretKeysOf } from '../../src/webhooks/secret.js'
import { Dispatcher } from '../../src/webhooks/sending/dispatch.js'
import { rowsRead, type Step, stepsOf } from '../plans/log.js'
import { useDatabase } from '../postgres.js'
import { trusting } from '../trusted.js'
import { type Answering, type Receiver, startReceiver } from './receiver.js'
import { attemptsOf, deliveriesOf, newDeliveries, newWebhook, type TestWebhook } from './rows.js'

const test = useDatabase()
const masterKey = randomBytes(32)
const secretKeys = secretKeysOf(masterKey)
const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Delivers as the service does, with a guard that allows this machine. */
function deliver(connections = 8) {
  const disabled: DisabledRow[] = []
  const deliverer = Dispatcher.start({
    database: test.db,
    guard: new Guard({ allowHttp: true, allowNetworks: ['127.0.0.0/8'] }),
    secretKeys,
    connections,
    clock: trusting,
    onDisabled: async (_tx, webhook) => {
      disabled.push(webhook)
    },
    logger: pino({ level: 'silent' }),
  })
  open.push(() => deliverer.stop())
  return { deliverer, disabled }
}

async function receive(answer?: Answering): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  open.push(() => receiver.close())
  return receiver
}

const states = async (webhook: TestWebhook) => (await deliveriesOf(test.db, webhook)).map(({ state }) => state)
const names = ['waiting', 'delivered', 'failed', 'cancelled']
const allAre = (webhook: TestWebhook, state: number) =>
  eventually(`all deliveries are ${names[state]}`, async () =>
    (await states(webhook)).every((found) => found === state),
  )
const webhookRow = async ({ id }: TestWebhook) => {
  const [row] = await test.db.query<{ disabled_reason: string | null; first_failure_at: Date | null }>(
    'SELECT disabled_reason, first_failure_at FROM webhooks WHERE id = $1',
    [id],
  )
  return row
}

describe('a delivery that is due', () => {
  it('arrives, signed, and is logged', async () => {
    const receiver = await receive((response) => response.writeHead(200, { 'x-who': 'me' }).end('thanks'))
    const webhook = await newWebhook(test.db, masterKey, `${receiver.url}?key=1`)
    const [id = ''] = await newDeliveries(test.db, webhook, 1)
    deliver()
    await allAre(webhook, 1)

    expect(receiver.received).toHaveLength(1)
    const [got] = receiver.received
    expect(got).toMatchObject({ id, method: 'POST', path: '/hook?key=1' })
    expect(got?.headers).toMatchObject({ 'content-type': 'application/json', host: `127.0.0.1:${receiver.port}` })
    const verified = new Webhook(webhook.secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
    expect(verified).toEqual({ webhookId: id, action: 'succeed' })

    const [attempt] = await attemptsOf(test.db, webhook)
    expect(attempt).toMatchObject({
      delivery_id: id,
      number: 1,
      address: '127.0.0.1',
      response_status: 200,
      response_body: 'thanks',
      error: null,
    })
    expect(attempt?.response_head).toMatch(/^HTTP\/1\.1 200\n[\s\S]*x-who: me/)
    expect(attempt?.request_head).toContain(`POST /hook?key=1 HTTP/1.1\nhost: 127.0.0.1:${receiver.port}\n`)
    expect(JSON.stringify(attempt)).not.toContain(webhook.secret.slice(6, 30))
  })

  it('is signed with a changed secret and its predecessor while both are valid', async () => {
    const receiver = await receive()
    const webhook = await newWebhook(test.db, masterKey, receiver.url)
    const rotated = newSecret()
    await test.db.execute(
      `UPDATE webhooks SET previous_secret_sealed = secret_sealed, previous_until = now() + interval '1 hour',
              secret_sealed = $2 WHERE id = $1`,
      [webhook.id, encryptSecret(secretKeys, webhook.id, rotated)],
    )
    await newDeliveries(test.db, webhook, 1)
    deliver()
    await allAre(webhook, 1)
    const [got] = receiver.received
    for (const secret of [webhook.secret, rotated]) {
      expect(() => new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)).not.toThrow()
    }
    await test.db.execute(`UPDATE webhooks SET previous_until = now() - interval '1 second' WHERE id = $1`, [
      webhook.id,
    ])
    await newDeliveries(test.db, webhook, 1)
    await allAre(webhook, 1)
    const later = receiver.received[1]
    const verify = (secret: string) => () =>
      new Webhook(secret).verify(later?.body ?? '', later?.headers as Record<string, string>)
    expect(verify(rotated)).not.toThrow()
    expect(verify(webhook.secret)).toThrow()
  })

  it('arrives once, the oldest first, over few connections', async () => {
    const receiver = await receive()
    const webhook = await newWebhook(test.db, masterKey, receiver.url)
    // Several leases: one takes 500 at most.
    const ids = await newDeliveries(test.db, webhook, sized({ short: 1_100, long: 2_000 }))
    deliver(4)
    await allAre(webhook, 1)
    expect(receiver.received.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(receiver.connections).toBeLessThanOrEqual(4)
    expect(receiver.atOnceMax).toBeLessThanOrEqual(4)
    // Oldest first, except for deliveries in flight together and the order within a claim.
    const order = new Map(ids.map((id, index) => [id, index]))
    const places = receiver.received.map(({ id }) => order.get(id) ?? 0)
    expect(places.every((place, index) => Math.abs(place - index) <= 510)).toBe(true)
  })
})

describe('a delivery that is not accepted', () => {
  it.each([500, 404, 301, 302, 307, 308, 304])('%i is a failure: the next attempt follows in 5 s', async (status) => {
    const other = await receive()
    let stopped: Promise<void> | undefined
    const receiver = await receive((response) => {
      // Records the outcome of this attempt, and makes no other.
      stopped = deliverer.stop()
      response.writeHead(status, { location: other.url }).end()
    })
    const webhook = await newWebhook(test.db, masterKey, receiver.url)
    await newDeliveries(test.db, webhook, 1)
    const { deliverer } = deliver()
    await eventually('the attempt', () => receiver.received.length === 1)
    await stopped
    const [delivery] = await deliveriesOf(test.db, webhook)
    expect(delivery).toMatchObject({ state: 0, attempts: 1, step: 1, lease_owner: null, after_seconds: 5 })
    expect((await webhookRow(webhook))?.first_failure_at).toBeInstanceOf(Date)
    expect(other.connections).toBe(0)
  })

  it('waits as long as an overloaded receiver asks', async () => {
    const receiver = await receive((response) => response.writeHead(429, { 'retry-after': '100' }).end())
    const webhook = await newWebhook(test.db, masterKey, receiver.url)
    await newDeliveries(test.db, webhook, 3)
    deliver()
    await eventually('the attempt is recorded', async () => (await attemptsOf(test.db, webhook)).length === 1)
    const found = await deliveriesOf(test.db, webhook)
    expect(found.map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1])
    expect(found.find(({ attempts }) => attempts === 1)?.after_seconds).toBe(100)
    // The others wait as well: those of another receiver pass them.
    const other = await newWebhook(test.db, masterKey, (await receive()).url)
    await newDeliveries(test.db, other, 3)
    await allAre(other, 1)
    expect(receiver.received).toHaveLength(1)
  })

  it('is retried when due, under the same ID, and a success clears the failure', async () => {
    const receiver = await receive((response) => response.writeHead(receiver.received.length < 3 ? 503 : 200).end())
    const webhook = await newWebhook(test.db, masterKey, receiver.url)
    const [id] = await newDeliveries(test.db, webhook, 1)
    deliver()
    for (let step = 1; step <= 3; step++) {
      await eventually(`attempt ${step} is recorded`, async () => {
        const [delivery] = await deliveriesOf(test.db, webhook)
        return delivery !== undefined && delivery.step >= step
      })
      await test.db.execute('UPDATE deliveries SET next_at = now() WHERE webhook_id = $1 AND state = 0', [webhook.id])
    }
    expect(receiver.received.map((one) => one.id)).toEqual([id, id, id])
    expect(await states(webhook)).toEqual([1])
    expect(
      (await attemptsOf(test.db, webhook)).map(({ number, response_status }) => [number, response_status]),
    ).toEqual([
      [1, 503],
      [2, 503],
      [3, 200],
    ])
    await eventually('the webhook fails no more', async () => (await webhookRow(webhook))?.first_failure_at === null)
  })

  it('fails permanently after the last retry', async () => {
    const receiver = await receive((response) => response.writeHead(500).end())
    const webhook = await newWebhook(test.db, masterKey, receiver.url)
    await newDeliveries(test.db, webhook, 1)
    await test.db.execute('UPDATE deliveries SET step = 9, attempts = 9 WHERE webhook_id = $1', [webhook.id])
    deliver()
    await allAre(webhook, 2)
    expect(receiver.received).toHaveLength(1)
  })

  it('disables the webhook at once on 410, and cancels what is pending', async () => {
    const receiver = await receive((response) => response.writeHead(410).end())
    const webhook = await newWebhook(test.db, masterKey, receiver.url)
    await newDeliveries(test.db, webhook, 50)
    const { disabled } = deliver()
    await eventually('the webhook is disabled', () => disabled.length === 1)
    expect(disabled).toMatchObject([{ id: webhook.id, account_id: webhook.accountId, disabled_reason: 'gone' }])
    await eventually('that is committed', async () => (await webhookRow(webhook))?.disabled_reason === 'gone')
    const found = await states(webhook)
    expect(found.filter((state) => state === 2).length).toBeGreaterThanOrEqual(1)
    expect(found.every((state) => state === 2 || state === 3)).toBe(true)
    const [late] = await newDeliveries(test.db, webhook, 1)
    const other = await newWebhook(test.db, masterKey, (await receive()).url)
    await newDeliveries(test.db, other, 1)
    await allAre(other, 1)
    expect(receiver.received.map(({ id }) => id)).not.toContain(late)
  })

  it('disables the webhook after five days, and its owner gets a mail', async () => {
    const receiver = await receive((response) => response.writeHead(500).end())
    const webhook = await newWebhook(test.db, masterKey, receiver.url)
    await newDeliveries(test.db, webhook, 1)
    await test.db.execute(`UPDATE webhooks SET first_failure_at = now() - interval '5 days' WHERE id = $1`, [
      webhook.id,
    ])
    const { disabled } = deliver()
    await eventually('the webhook is disabled', () => disabled.length === 1)
    expect(disabled[0]).toMatchObject({ id: webhook.id, disabled_reason: 'failing' })
    await allAre(webhook, 3)
  })
})

describe('a long backlog', () => {
  let webhook: TestWebhook
  beforeAll(async () => {
    webhook = await newWebhook(test.db, masterKey, 'https://hooks.example.com')
    await newDeliveries(test.db, webhook, 20_000)
  })

  it.each(['custom', 'generic'])('is leased by a %s plan that reads only what it takes', async (kind) => {
    const session = await test.db.session()
    try {
      await session.script(`ANALYZE deliveries; BEGIN; SET LOCAL plan_cache_mode = force_${kind}_plan`)
      await session.script(`PREPARE claim (uuid[], integer[], uuid, integer) AS ${claim}`)
      const values = `'{${webhook.id}}', '{100}', '${randomUUID()}', 1000`
      const [row] = await session.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE claim (${values})`,
      )
      const steps = stepsOf((row as NonNullable<typeof row>)['QUERY PLAN'][0].Plan)
      expect(Math.max(...steps.map(rowsRead))).toBe(100)
    } finally {
      await session.rollback()
      session.release(true)
    }
  })
})
