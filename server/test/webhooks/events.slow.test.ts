import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { fileParts, post, sha256, someFolder } from '../files/upload.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { dataOf, finalStamp, stamp } from '../stamps/shapes.js'
import { type Received, type Receiver, startReceiver } from './receiver.js'
import { loopback, payloadDataShape, type Registered, register } from './shapes.js'

// End to end: from the stamp through the chain to the receiver.
const service = useOwnService({ ...loopback, METRICS_TOKEN: 'm' })
let receiver: Receiver
let ada: TestAccount
let webhook: Registered

beforeAll(async () => {
  receiver = await startReceiver()
  ada = await service.account()
  webhook = await register(service, ada, receiver.url)
})
afterAll(() => receiver.close())

interface Payload {
  webhookId: string
  actionId: string
  action: string
  data: Record<string, unknown> & { _id: string; code: string; txId: string; hash: string }
}

const payloadOf = (received: Received) => JSON.parse(received.body) as Payload
/** The payloads that arrived about a stamp or file, in order. */
const payloadsOf = (code: string) => receiver.received.map(payloadOf).filter(({ data }) => data.code === code)
const arrives = (code: string, action: string) =>
  eventually(`hash.${action} arrives`, () => payloadsOf(code).find((payload) => payload.action === action))
const look = async (code: string) => (await service.call('GET', `/hash?id=${code}`, undefined, ada.auth)).body.data
/** Waits until every batch has come to its end, and everything there is to say about it was delivered. */
const allSaid = () =>
  eventually('everything is delivered', async () => {
    await service.rpc('evm_mine')
    const [row] = await service.database.db.query<{ open: number }>(
      `SELECT (SELECT count(*) FROM batches WHERE state < 2)::int + (SELECT count(*) FROM batch_events)::int
            + (SELECT count(*) FROM deliveries WHERE state = 0)::int AS open`,
    )
    return row?.open === 0
  })

/** The ID that was given last to an event of a batch, recorded or not. */
async function lastEventId(): Promise<number> {
  const [row] = await service.database.db.query<{ id: number }>(
    `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('batch_events', 'id')), 0)::int AS id`,
  )
  return row?.id ?? 0
}

describe('hash.succeed', () => {
  it('comes once for each stamp of v1, v2 and multi-stamp and each content of a file, signed', async () => {
    const v1 = await stamp(service, ada, { filename: 'Straße "1".pdf', isEsign: true, isPrivate: true })
    const v2 = dataOf(await service.call('POST', '/v2/hash', { hash: someHash(), userId: ada.userId }, ada.auth), 201)
    const items = Array.from({ length: 5 }, (_, at) => ({ hash: someHash(), filename: `item ${at}` }))
    await service.call('POST', '/multi-stamp', items, ada.auth)
    const folderId = await someFolder(service, ada, 'private')
    const content = randomBytes(100)
    const file = dataOf(await post(service, '/api/files', fileParts(ada, folderId, content, 'deed.bin'), ada.auth))
    const second = randomBytes(100)
    const parts = fileParts(ada, folderId, second).filter(([name]) => name !== 'folderId' && name !== 'fileName')
    dataOf(await post(service, `/api/files/${file.fileId}/versions`, parts, ada.auth))

    await allSaid()

    const hashes = [v1.hash, v2.hash, ...items.map(({ hash }) => hash), sha256(content), sha256(second)]
    expect(receiver.received.map((one) => payloadOf(one).data.hash).sort()).toEqual(hashes.sort())
    for (const received of receiver.received) {
      const payload = payloadOf(received)
      expect(new Webhook(webhook.secret).verify(received.body, received.headers as Record<string, string>)).toEqual(
        payload,
      )
      expect(payload).toStrictEqual({
        webhookId: webhook.id,
        actionId: received.id,
        action: 'succeed',
        data: { ...payloadDataShape, userId: ada.userId, clientId: ada.clientId, status: 1 },
      })
    }
    const [about] = payloadsOf(v1.code)
    const { createdAt, ...listed } = (
      await service.call('GET', '/hash?page=1&limit=100', undefined, ada.auth)
    ).body.data.files.find((one: { code: string }) => one.code === v1.code)
    expect(about?.data).toMatchObject({
      _id: v1.id,
      name: 'Straße "1".pdf',
      txId: listed.txId,
      type: '0',
      isEsign: true,
      isPrivateBc: true,
      createdAt,
    })
    expect(receiver.received.map(payloadOf).find(({ data }) => data.hash === items[0]?.hash)?.data.type).toBe('2')
    const aboutFile = receiver.received.map(payloadOf).filter(({ data }) => data._id === file.fileId)
    expect(aboutFile).toHaveLength(2)
    for (const { data } of aboutFile) {
      expect(data).toMatchObject({
        name: 'deed.bin',
        type: '1',
        code: file.uniqueId,
        isPrivateBc: true,
        isEsign: false,
      })
    }
  })

  it("names the end user at the end of v2's order of calls: authenticate, enrol, stamp, list, webhook", async () => {
    const grace = await service.account('Grace')
    const hook = await register(service, grace, `${receiver.url}/grace`)
    const pair = { 'client-id': grace.clientId, 'secret-key': grace.secretKey }
    const login = dataOf(await service.call('POST', '/v2/authenticate', undefined, pair))
    const { refreshToken } = login
    const { token } = dataOf(await service.call('POST', '/v2/authenticate/refresh', { refreshToken }))
    const auth = { authorization: `Bearer ${token}` }
    const person = { userId: 'customer-17', username: 'Kim', email: 'kim@example.org' }
    const enrolled = dataOf(await service.call('POST', '/v2/enroll-user', person, auth))
    expect(enrolled).toEqual({ userId: 'customer-17', publicAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })
    expect(enrolled.publicAddress).not.toBe(login.walletAddress)
    const { userId } = enrolled
    const hash = someHash()
    const made = dataOf(
      await service.call('POST', '/v2/hash', { hash, userId, metadata: { invoice: 4711 }, metadata2: ['a'] }, auth),
      201,
    )
    const { count, files } = dataOf(
      await service.call(
        'GET',
        `/v2/hash?userId=${userId}&status=false&page=1&limit=10&search=${made.code}`,
        undefined,
        auth,
      ),
    )
    const open =
      count === 1 ? files : dataOf(await service.call('GET', `/v2/hash?userId=${userId}`, undefined, auth)).files
    expect(open).toMatchObject([{ _id: made.id, userId, code: made.code, txId: made.txid, name: made.filename }])
    await arrives(made.code, 'succeed')
    await allSaid()
    expect(payloadsOf(made.code)).toMatchObject([{ webhookId: hook.id, data: { userId, hash, status: 1 } }])
    expect(dataOf(await service.call('GET', `/v2/hash?userId=${userId}&status=true`, undefined, auth)).count).toBe(1)
    expect(dataOf(await service.call('GET', `/v2/hash?id=${made.code}`, undefined, auth))).toMatchObject({
      code: made.code,
      metaData: [{ metadata: { invoice: 4711 }, metadata2: ['a'], path: `/s/${made.code}` }],
    })
  })

  it('carries the transaction that is on the chain', async () => {
    const { code } = await stamp(service, ada)
    const { data } = await arrives(code, 'succeed')
    const receipt = await service.rpc<{ status: string }>('eth_getTransactionReceipt', data.txId)
    expect(receipt.status).toBe('0x1')
    expect((await look(code)).txid).toBe(data.txId)
  })

  it('goes to every subscribed webhook of the owner, and to no one else', async () => {
    const bea = await service.account('Bea')
    const beas = await register(service, bea, `${receiver.url}/bea`)
    const failuresOnly = await register(service, bea, `${receiver.url}/failures`, ['hash.failed', 'hash.reorged'])
    const { code } = await stamp(service, bea)
    await arrives(code, 'succeed')
    await allSaid()
    expect(payloadsOf(code).map(({ webhookId }) => webhookId)).toEqual([beas.id])
    for (const { id } of [beas, failuresOnly]) await service.call('DELETE', `/v2/webhooks/${id}`, undefined, bea.auth)
    const { code: later } = await stamp(service, bea)
    await stamp(service, ada).then((mine) => arrives(mine.code, 'succeed'))
    await allSaid()
    expect(payloadsOf(later)).toEqual([])
  })

  it('is written with the state it reports, both or neither', async () => {
    const { db } = service.database
    await db.execute("ALTER TABLE batch_events ADD CONSTRAINT refused CHECK (kind <> 'final') NOT VALID")
    const before = await lastEventId()
    const { code } = await stamp(service, ada)
    // Each refused event has taken an ID.
    await eventually('the state was tried to be written twice', async () => (await lastEventId()) >= before + 2)
    expect((await look(code)).state).not.toBe('final')
    await db.execute('ALTER TABLE batch_events DROP CONSTRAINT refused')
    await arrives(code, 'succeed')
    expect((await look(code)).state).toBe('final')
  })

  it('costs nothing without a listener', async () => {
    await allSaid()
    await service.database.db.execute(
      "UPDATE webhooks SET disabled_at = now(), disabled_reason = 'owner' WHERE disabled_at IS NULL AND id <> $1",
      [webhook.id],
    )
    const change = (enabled: boolean) => service.call('PATCH', `/v2/webhooks/${webhook.id}`, { enabled }, ada.auth)
    await change(false)
    const before = await lastEventId()
    const { code } = await stamp(service, ada)
    await finalStamp(service, ada, code)
    expect(await lastEventId()).toBe(before)
    await change(true)
    expect(payloadsOf(code)).toEqual([])
  })
})

describe("a webhook disabled by its receiver's failures", () => {
  it('gets missed events by recovering them, and a rotated secret signs at once', async () => {
    const since = wallTime(-60_000).toISOString()
    let isGone = true
    const fickle = await startReceiver((response) => response.writeHead(isGone ? 410 : 200).end('ok'))
    const bea = await service.account('Bea')
    const { id } = await register(service, bea, fickle.url)
    const path = `/v2/webhooks/${id}`
    const first = await stamp(service, bea)
    const seen = () => service.call('GET', path, undefined, bea.auth).then(dataOf)
    await eventually('the webhook is disabled', async () => (await seen()).disabledReason === 'gone')
    const refused = await service.call('POST', `${path}/recover`, { since }, bea.auth)
    expect(refused.status).toBe(409)
    const second = await stamp(service, bea)
    await eventually('the second event is cancelled', async () => {
      const { deliveries } = dataOf(await service.call('GET', `${path}/deliveries`, undefined, bea.auth))
      const states = deliveries.map((one: { state: string }) => one.state)
      return states.length === 2 && states[0] === 'cancelled'
    })
    isGone = false
    expect(dataOf(await service.call('PATCH', path, { enabled: true }, bea.auth)).enabled).toBe(true)
    const { secret } = dataOf(await service.call('POST', `${path}/rotate`, undefined, bea.auth))
    expect(dataOf(await service.call('POST', `${path}/recover`, { since }, bea.auth))).toEqual({ recovered: 2 })
    const ids = await eventually('both arrive', () => {
      const accepted = fickle.received.slice(1)
      return accepted.length === 2 && accepted
    })
    expect(ids.map((one) => payloadOf(one).data.code).sort()).toEqual([first.code, second.code].sort())
    expect(ids.map(({ id }) => id)).toContain(fickle.received[0]?.id)
    for (const one of ids) {
      expect(String(one.headers['webhook-signature']).split(' ')).toHaveLength(2)
      new Webhook(secret).verify(one.body, one.headers as Record<string, string>)
    }
    await fickle.close()
  })
})

describe('stamps that the chain takes back or refuses', () => {
  it('send hash.reorged when reopened after a report, and hash.succeed once final again', async () => {
    const kept = await stamp(service, ada)
    await arrives(kept.code, 'succeed')
    const snapshot = await service.rpc<string>('evm_snapshot')
    const lost = await stamp(service, ada)
    const first = await arrives(lost.code, 'succeed')
    await service.rpc('evm_revert', snapshot)
    await service.rpc('evm_mine')
    const reorged = await arrives(lost.code, 'reorged')
    expect(reorged.data).toMatchObject({ status: 0, txId: first.data.txId })
    await eventually('hash.succeed arrives again', () => payloadsOf(lost.code).length === 3)
    await allSaid()
    expect(
      payloadsOf(lost.code)
        .map(({ action }) => action)
        .sort(),
    ).toEqual(['reorged', 'succeed', 'succeed'])
    expect(new Set(payloadsOf(lost.code).map(({ actionId }) => actionId)).size).toBe(3)
    expect(payloadsOf(kept.code)).toHaveLength(1)
  })

  it('send hash.failed when every anchor is reverted', async () => {
    const { contract } = service
    const code = await service.rpc<string>('eth_getCode', contract, 'latest')
    await service.rpc('anvil_setCode', contract, '0x5f5ffd')
    const lost = await stamp(service, ada)
    const failed = await arrives(lost.code, 'failed')
    await service.rpc('anvil_setCode', contract, code)
    expect(failed.data).toMatchObject({ status: 2, hash: lost.hash })
    expect((await look(lost.code)).state).toBe('failed')
    const next = await stamp(service, ada)
    await arrives(next.code, 'succeed')
    expect(payloadsOf(lost.code).map(({ action }) => action)).toEqual(['failed'])
  })
})

describe('a purged file', () => {
  it('is in no delivery log any more', async () => {
    const folderId = await someFolder(service, ada)
    const content = randomBytes(50)
    const file = dataOf(
      await post(service, '/api/files', fileParts(ada, folderId, content, 'secret name.bin'), ada.auth),
    )
    await arrives(file.uniqueId, 'succeed')
    const named = () =>
      service.database.db
        .query("SELECT FROM deliveries WHERE payload LIKE '%secret name.bin%'")
        .then((rows) => rows.length)
    expect(await named()).toBe(1)
    await service.call('DELETE', `/api/files/${file.fileId}?permanent=true`, undefined, ada.auth)
    await eventually('the delivery is purged', async () => (await named()) === 0)
  })
})

it('pending deliveries are among the metrics', async () => {
  await allSaid()
  const { text } = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer m' })
  expect(text).toMatch(/^tallystick_webhook_events 0$/m)
  expect(text).toMatch(/^tallystick_webhook_wait_seconds \d/m)
})
