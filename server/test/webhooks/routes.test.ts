import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { type TestAccount, useOwnService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { type Receiver, startReceiver } from './receiver.js'
import {
  attemptShape,
  deliveryShape,
  loopback,
  type Registered,
  register,
  webhookShape,
  withSecretShape,
} from './shapes.js'

const service = useOwnService(loopback)
let receiver: Receiver
let ada: TestAccount
let bea: TestAccount
let revoked: TestAccount
beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(200, { 'x-who': 'me' }).end('thanks'))
  ada = await service.account('Ada')
  bea = await service.account('Bea')
  revoked = await service.account('Cyd')
  await service.call('DELETE', '/authenticate', undefined, revoked.auth)
})
afterAll(() => receiver.close())

const call = (method: string, path: string, body?: unknown, by = ada, headers: Record<string, string> = {}) =>
  service.call(method, `/v2/webhooks${path}`, body, { ...by.auth, ...headers })
const never = '01938f3c-7a40-7c3e-9d5b-0c6f2f1b8a11'
const valid = () => ({ redirectUrl: receiver.url, action: ['hash.succeed'] })

/** Waits until a delivery is in this state. @returns its details */
const deliveryIn = (state: string, webhook: Registered, id: string, by = ada) =>
  eventually(`the delivery is ${state}`, async () => {
    const data = dataOf(await call('GET', `/${webhook.id}/deliveries/${id}`, undefined, by))
    return data.state === state && data
  })

/** Sends a test event and waits until it arrives. */
async function delivered(webhook: Registered, by = ada): Promise<string> {
  const { id } = dataOf(await call('POST', `/${webhook.id}/test`, undefined, by))
  await deliveryIn('delivered', webhook, id, by)
  return id
}

describe('who may', () => {
  const routes: [string, string, string, unknown?][] = [
    ['details', 'GET', '/W'],
    ['change', 'PATCH', '/W', { description: 'mine' }],
    ['rotate', 'POST', '/W/rotate'],
    ['test', 'POST', '/W/test'],
    ['log', 'GET', '/W/deliveries'],
    ['delivery', 'GET', '/W/deliveries/D'],
    ['redeliver', 'POST', '/W/deliveries/D/redeliver'],
    ['recover', 'POST', '/W/recover', { since: '2026-01-01T00:00:00Z' }],
    ['delete', 'DELETE', '/W'],
  ]

  it.each(routes)('%s: owner, stranger, revoked token, no token', async (_, method, pattern, body) => {
    const webhook = await register(service, ada, receiver.url)
    const path = pattern.replace('W', webhook.id).replace('D', await delivered(webhook))
    const missing = await service.call(method, `/v2/webhooks${path}`, body)
    expectError(missing, 400, 'token_missing', 'Authorization Token Not Found')
    expectError(await call(method, path, body, revoked), 401, 'token_invalid', 'Invalid auth token')
    const other = await call(method, path, body, bea)
    expectError(other, 404, 'webhook_not_found', 'Webhook does not exist')
    for (const id of [never, 'x', '%00', webhook.id.slice(1)]) {
      expect((await call(method, path.replace(webhook.id, id), body)).text).toBe(other.text)
    }
    expect((await call(method, path, body)).status).toBe(200)
    await call('DELETE', `/${webhook.id}`)
  })

  it.each([
    ['register', 'POST', () => valid()],
    ['list', 'GET', () => undefined],
  ] as [string, string, () => unknown][])('%s: revoked token, no token', async (_, method, body) => {
    expectError(
      await service.call(method, '/v2/webhooks', body()),
      400,
      'token_missing',
      'Authorization Token Not Found',
    )
    expectError(await call(method, '', body(), revoked), 401, 'token_invalid', 'Invalid auth token')
  })

  it('lists show only the caller’s own; a delivery is found only below its own webhook', async () => {
    const [dan, eve] = await Promise.all([service.account('Dan'), service.account('Eve')])
    const [mine, other, eves] = await Promise.all([
      register(service, dan, receiver.url),
      register(service, dan, receiver.url),
      register(service, eve, receiver.url),
    ])
    const ids = (by: TestAccount) =>
      call('GET', '', undefined, by).then((answer) => dataOf(answer).webhooks.map((one: { id: string }) => one.id))
    expect((await ids(dan)).sort()).toEqual([mine.id, other.id].sort())
    expect(await ids(eve)).toEqual([eves.id])
    const deliveryId = await delivered(mine, dan)
    const found = await call('GET', `/${other.id}/deliveries/${deliveryId}`, undefined, dan)
    expectError(found, 404, 'delivery_not_found', 'Delivery does not exist')
    for (const id of [never, 'x']) {
      expect((await call('GET', `/${mine.id}/deliveries/${id}`, undefined, dan)).text).toBe(found.text)
      expect((await call('POST', `/${mine.id}/deliveries/${id}/redeliver`, undefined, dan)).text).toBe(found.text)
    }
  })
})

describe('POST /v2/webhooks', () => {
  it.each([
    [{ action: ['hash.succeed'] }, 'redirectUrl: this field is required'],
    [{ redirectUrl: 7, action: ['hash.succeed'] }, 'redirectUrl: expected a string'],
    [{ redirectUrl: 'ftp://example.com', action: ['hash.succeed'] }, /^redirectUrl: expected an address starting with/],
    [{ redirectUrl: 'https://10.0.0.1/', action: ['hash.succeed'] }, 'redirectUrl: expected a public address'],
    [
      { redirectUrl: 'https://[::ffff:169.254.169.254]/', action: ['hash.succeed'] },
      'redirectUrl: expected a public address',
    ],
    [
      { redirectUrl: 'https://me:pass@example.com', action: ['hash.succeed'] },
      /^redirectUrl: expected an address without a user name/,
    ],
    [
      { redirectUrl: `https://example.com/${'x'.repeat(2048)}`, action: ['hash.succeed'] },
      'redirectUrl: expected at most 2048 characters',
    ],
    [{ redirectUrl: 'https://example.com' }, 'action: this field is required'],
    [{ redirectUrl: 'https://example.com', action: 'hash.succeed' }, 'action: expected a list'],
    [{ redirectUrl: 'https://example.com', action: [] }, 'action: expected at least 1 item'],
    [
      { redirectUrl: 'https://example.com', action: ['hash.lost'] },
      /^action.0: expected one of hash.succeed, hash.failed, hash.reorged/,
    ],
    [{ redirectUrl: 'https://example.com', action: ['hash.failed', 'hash.failed'] }, 'action: expected each item once'],
    [{ redirectUrl: 'https://example.com', action: ['hash.failed'], secret: 'x' }, 'secret: unknown field'],
    [
      { redirectUrl: 'https://example.com', action: ['hash.failed'], description: 'a\nb' },
      /^description: contains characters/,
    ],
    [
      { redirectUrl: 'https://example.com', action: ['hash.failed'], description: 'half a pair: \ud800' },
      /^description: contains characters/,
    ],
    [
      { redirectUrl: 'https://example.com', action: ['hash.failed'], description: 'x'.repeat(501) },
      'description: expected at most 500 characters',
    ],
  ])('400: %j', async (body, message) => {
    expectError(await call('POST', '', body), 400, 'invalid', message)
  })

  it('201: exactly what is documented; the secret is shown this once and sealed at rest', async () => {
    const sent = { redirectUrl: receiver.url, action: [...webhookShape.action], description: 'Bürosystem' }
    const dan = await service.account('Dan')
    const made = dataOf(await call('POST', '', sent, dan), 201)
    const shape = { userId: dan.userId, redirectUrl: receiver.url, description: 'Bürosystem' }
    expect(made).toStrictEqual({ ...withSecretShape, ...shape })
    expect(dataOf(await call('GET', `/${made.id}`, undefined, dan))).toStrictEqual({ ...webhookShape, ...shape })
    const list = dataOf(await call('GET', '', undefined, dan))
    expect(list).toStrictEqual({ count: 1, webhooks: [{ ...webhookShape, ...shape }] })
    const raw = Buffer.from(made.secret.slice('whsec_'.length), 'base64')
    const [row] = await service.database.db.query<{ text: string; sealed: Buffer }>(
      'SELECT w::text AS text, secret_sealed AS sealed FROM webhooks w WHERE id = $1',
      [made.id],
    )
    expect(row?.sealed.includes(raw)).toBe(false)
    expect(row?.text).not.toContain(made.secret)
    expect(row?.text).not.toContain(raw.toString('hex'))
  })

  it('Idempotency-Key: the same answer with its secret again, kept sealed; another body 422; gone with the webhook', async () => {
    const dan = await service.account('Dan')
    const headers = { 'idempotency-key': 'webhook-1' }
    const body = valid()
    const first = await call('POST', '', body, dan, headers)
    const again = await call('POST', '', body, dan, headers)
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expectError(
      await call('POST', '', { ...body, description: 'x' }, dan, headers),
      422,
      'idempotency_mismatch',
      /^Idempotency-Key/,
    )
    const { id, secret } = first.body.data
    const kept = await service.database.db.query<{ body: string }>('SELECT body FROM idempotency_keys')
    expect(kept.length).toBeGreaterThan(0)
    for (const one of kept) {
      expect(one.body).not.toContain(secret)
      expect(Buffer.from(one.body, 'base64').toString()).not.toContain(secret)
    }
    const rotations = { 'idempotency-key': 'webhook-2' }
    const rotated = await call('POST', `/${id}/rotate`, undefined, dan, rotations)
    expect((await call('POST', `/${id}/rotate`, undefined, dan, rotations)).text).toBe(rotated.text)
    expect(dataOf(await call('GET', '', undefined, dan))).toMatchObject({ count: 1 })
    // The same key of another account is a different key.
    const beas = await call('POST', '', body, bea, headers)
    expect(beas.body.data.id).not.toBe(id)
    await call('DELETE', `/${beas.body.data.id}`, undefined, bea)
    await call('DELETE', `/${id}`, undefined, dan)
    expectError(await call('POST', '', body, dan, headers), 404, 'webhook_not_found', 'Webhook does not exist')
  })

  it('409: more than 20, also when many register at once', async () => {
    const cyd = await service.account()
    const answers = await Promise.all(Array.from({ length: 25 }, () => call('POST', '', valid(), cyd)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 409, 'webhooks_too_many', 'An account can have at most 20 webhooks. Delete one first.')
    }
    const one = answers.find(({ status }) => status === 201)
    await call('DELETE', `/${one?.body.data.id}`, undefined, cyd)
    expect((await call('POST', '', valid(), cyd)).status).toBe(201)
  })
})

describe('PATCH /v2/webhooks/{id}', () => {
  it.each([
    [{}, 'body: expected at least one field'],
    [{ redirectUrl: 'http://[fe80::1]/' }, 'redirectUrl: expected a public address'],
    [{ action: [] }, 'action: expected at least 1 item'],
    [{ enabled: 'yes' }, 'enabled: expected true or false'],
    [{ id: 'x' }, 'id: unknown field'],
  ])('400: %j', async (body, message) => {
    const { id } = await register(service, bea, receiver.url)
    expectError(await call('PATCH', `/${id}`, body, bea), 400, 'invalid', message)
    await call('DELETE', `/${id}`, undefined, bea)
  })

  it('200: changes only the given fields; while disabled, nothing is sent and nothing can be requested', async () => {
    const webhook = await register(service, ada, receiver.url)
    const path = `/${webhook.id}`
    const before = dataOf(await call('GET', path))
    const changed = dataOf(await call('PATCH', path, { description: 'new', action: ['hash.failed'] }))
    const { updatedAt: _, ...rest } = before
    expect(changed).toStrictEqual({
      ...before,
      description: 'new',
      action: ['hash.failed'],
      updatedAt: changed.updatedAt,
    })
    expect(changed).toMatchObject({ ...rest, description: 'new', action: ['hash.failed'] })
    const disabled = dataOf(await call('PATCH', path, { enabled: false }))
    expect(disabled).toMatchObject({ enabled: false, disabledReason: 'owner', disabledAt: expect.any(String) })
    const past = { since: '2026-01-01T00:00:00Z' }
    for (const answer of [await call('POST', `${path}/test`), await call('POST', `${path}/recover`, past)]) {
      expectError(answer, 409, 'webhook_disabled', 'The webhook is disabled. Enable it first.')
    }
    const enabled = dataOf(await call('PATCH', path, { enabled: true }))
    expect(enabled).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null })
    await delivered(webhook)
    await call('DELETE', path)
  })
})

it('failures of one address do not count against the next', async () => {
  const webhook = await register(service, ada, 'https://hooks.example.com/old')
  const { db } = service.database
  await db.execute('UPDATE webhooks SET first_failure_at = now() WHERE id = $1', [webhook.id])
  const isFailing = async () => {
    const [row] = await db.query<{ failing: boolean }>(
      'SELECT first_failure_at IS NOT NULL AS failing FROM webhooks WHERE id = $1',
      [webhook.id],
    )
    return row?.failing
  }
  const shown = dataOf(await call('PATCH', `/${webhook.id}`, { description: 'new' }))
  expect(shown.failingSince).toMatch(/^\d{4}-/)
  expect(await isFailing()).toBe(true)
  await call('PATCH', `/${webhook.id}`, { redirectUrl: 'https://hooks.example.com/new' })
  expect(await isFailing()).toBe(false)
  await call('DELETE', `/${webhook.id}`)
})

describe('POST /v2/webhooks/{id}/rotate', () => {
  it('200: a new secret, and until when the previous one signs too', async () => {
    const webhook = await register(service, ada, receiver.url)
    const rotated = dataOf(await call('POST', `/${webhook.id}/rotate`))
    expect(rotated).toStrictEqual({
      ...withSecretShape,
      redirectUrl: receiver.url,
      previousSecretUntil: rotated.previousSecretUntil,
    })
    expect(rotated.secret).not.toBe(webhook.secret)
    expect(Date.parse(rotated.previousSecretUntil) - Date.parse(rotated.updatedAt)).toBe(86_400_000)
    await call('DELETE', `/${webhook.id}`)
  })
})

describe('the delivery log', () => {
  it('200: what was sent and what came back, exactly; secrets are not in it', async () => {
    const webhook = await register(service, ada, `${receiver.url}?key=1`)
    const path = `/${webhook.id}/deliveries`
    const sent = dataOf(await call('POST', `/${webhook.id}/test`))
    expect(sent).toStrictEqual({ ...deliveryShape, event: 'test', state: 'waiting', lastAttempt: null })
    const shown = await deliveryIn('delivered', webhook, sent.id)
    expect(shown).toStrictEqual({
      ...deliveryShape,
      attempts: 1,
      nextAttemptAt: null,
      payload: sent.payload,
      lastAttempt: { ...attemptShape, number: 1, responseStatus: 200, responseBody: 'thanks' },
      log: [shown.lastAttempt],
    })
    expect(shown.payload).toMatchObject({ webhookId: webhook.id, actionId: sent.id, action: 'test' })
    expect(shown.lastAttempt.requestHead).toContain(`webhook-id: ${sent.id}`)
    expect(shown.lastAttempt.responseHead).toContain('x-who: me')
    expect(JSON.stringify(shown)).not.toContain(webhook.secret.slice('whsec_'.length))
    const { log: __, ...listed } = shown
    expect(dataOf(await call('GET', path))).toStrictEqual({ count: 1, deliveries: [listed] })
    await call('DELETE', `/${webhook.id}`)
  })

  it('200: why an attempt failed, as a message and a code; attempts from before there were codes have the code for other failures', async () => {
    const closed = await startReceiver()
    await closed.close()
    const webhook = await register(service, ada, closed.url)
    const { id } = dataOf(await call('POST', `/${webhook.id}/test`))
    const lastAttempt = () =>
      eventually('an attempt', async () => dataOf(await call('GET', `/${webhook.id}/deliveries/${id}`)).lastAttempt)
    const nothing = { address: null, responseStatus: null, responseHead: null, responseBody: null }
    expect(await lastAttempt()).toStrictEqual({
      ...attemptShape,
      ...nothing,
      number: 1,
      error: 'the connection was refused',
      errorCode: 'connection_refused',
    })
    await service.database.db.execute('UPDATE delivery_attempts SET error_code = NULL WHERE delivery_id = $1', [id])
    expect(await lastAttempt()).toMatchObject({ error: 'the connection was refused', errorCode: 'other' })
    await call('DELETE', `/${webhook.id}`)
  })

  it('pages: newest first, by number or cursor, and by state', async () => {
    const webhook = await register(service, ada, receiver.url)
    const path = `/${webhook.id}/deliveries`
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.unshift(await delivered(webhook))
    const page = async (query: string) => {
      const answer = await call('GET', `${path}?${query}`)
      const { count, deliveries } = dataOf(answer)
      return { count, ids: deliveries.map((one: { id: string }) => one.id), next: answer.headers.get('next-cursor') }
    }
    const first = await page('limit=2')
    expect(first).toMatchObject({ count: 5, ids: ids.slice(0, 2) })
    expect(await page('limit=2&page=2')).toMatchObject({ ids: ids.slice(2, 4) })
    expect(await page(`limit=3&cursor=${first.next}`)).toMatchObject({ count: 5, ids: ids.slice(2), next: null })
    expect(await page('state=delivered')).toMatchObject({ count: 5, ids })
    for (const state of ['waiting', 'failed', 'cancelled'])
      expect(await page(`state=${state}`)).toMatchObject({ count: 0 })
    for (const [query, message] of [
      ['limit=0', 'limit: expected 1 or more'],
      ['limit=101', 'limit: expected 100 or less'],
      ['page=0', 'page: expected 1 or more'],
      ['state=new', 'state: expected one of waiting, delivered, failed, cancelled'],
      ['cursor=x', 'cursor: expected the Next-Cursor of an earlier response'],
    ] as const) {
      expectError(await call('GET', `${path}?${query}`), 400, 'invalid', message)
    }
    expectError(
      await call('GET', '?cursor=x'),
      400,
      'invalid',
      'cursor: expected the Next-Cursor of an earlier response',
    )
    await call('DELETE', `/${webhook.id}`)
  })

  it('is deleted with its webhook', async () => {
    const webhook = await register(service, ada, receiver.url)
    await delivered(webhook)
    expect((await call('DELETE', `/${webhook.id}`)).body).toStrictEqual({
      status: 200,
      message: 'Webhook deleted successfully',
    })
    const { db } = service.database
    const [secrets] = await db.query<{ sealed: Buffer }>('SELECT secret_sealed AS sealed FROM webhooks WHERE id = $1', [
      webhook.id,
    ])
    expect(secrets?.sealed.length ?? 0).toBe(0)
    await eventually('nothing of it is left', async () => {
      const [row] = await db.query<{ left: number }>(
        `SELECT (SELECT count(*) FROM webhooks WHERE id = $1)::int + (SELECT count(*) FROM deliveries WHERE webhook_id = $1)::int
           + (SELECT count(*) FROM delivery_attempts WHERE delivery_id NOT IN (SELECT id FROM deliveries))::int AS left`,
        [webhook.id],
      )
      return row?.left === 0
    })
  })
})

describe('sending again', () => {
  it('200: the same id and body; with an Idempotency-Key once', async () => {
    const webhook = await register(service, ada, receiver.url)
    const id = await delivered(webhook)
    const headers = { 'idempotency-key': 'redeliver-1' }
    const path = `/${webhook.id}/deliveries/${id}/redeliver`
    const first = await call('POST', path, undefined, ada, headers)
    expect(dataOf(first)).toStrictEqual({ ...deliveryShape, state: 'waiting', lastAttempt: attemptShape })
    expect((await call('POST', path, undefined, ada, headers)).text).toBe(first.text)
    const shown = await deliveryIn('delivered', webhook, id)
    expect(shown.log.map((one: { number: number }) => one.number)).toEqual([1, 2])
    const got = receiver.received.filter((one) => one.id === id)
    expect(got).toHaveLength(2)
    expect(got[1]?.body).toBe(got[0]?.body)
    await call('DELETE', `/${webhook.id}`)
  })

  it('a test is attempted once', async () => {
    const failing = await startReceiver((response) => response.writeHead(500).end())
    const webhook = await register(service, ada, failing.url)
    const { id } = dataOf(await call('POST', `/${webhook.id}/test`))
    expect((await deliveryIn('failed', webhook, id)).attempts).toBe(1)
    // A failed test event is not recovered.
    const since = wallTime(-86_400_000).toISOString()
    expect(dataOf(await call('POST', `/${webhook.id}/recover`, { since }))).toEqual({ recovered: 0 })
    await call('DELETE', `/${webhook.id}`)
    await failing.close()
  })

  it.each([
    [{}, 'since: this field is required'],
    [{ since: 5 }, 'since: expected a string'],
    [{ since: 'yesterday' }, 'since: expected the format of date-time'],
    [{ since: '2999-01-01T00:00:00Z' }, 'since: expected a time in the past'],
    [{ since: '2026-01-01T00:00:00Z', until: 'x' }, 'until: unknown field'],
  ])('400: recover %j', async (body, message) => {
    const { id } = await register(service, bea, receiver.url)
    expectError(await call('POST', `/${id}/recover`, body, bea), 400, 'invalid', message)
    await call('DELETE', `/${id}`, undefined, bea)
  })
})
