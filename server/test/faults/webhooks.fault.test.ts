import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { othersClosed, useDatabase } from '../postgres.js'
import { certificate } from '../webhooks/certificate.js'
import { type Answering, type Receiver, startReceiver } from '../webhooks/receiver.js'
import { attemptsOf, deliveriesOf, newDeliveries, newWebhook } from '../webhooks/rows.js'
import { type Program, start } from './programs.js'

const random = seeded('webhooks')
const kills = sized({ short: 1, long: 50 })
/** Deliveries of each bad receiver: far more than are sent while a good one gets its own. */
const badDeliveries = sized({ short: 50, long: 200 })
const program = fileURLToPath(new URL('../webhooks/deliverer.js', import.meta.url))
const masterKey = randomBytes(32)
const open: (() => Promise<unknown>)[] = []

// Concurrent, because they mostly wait; each has its own webhooks, served by one or two deliverers.
describe.concurrent('delivering', () => {
  const killed = useDatabase()
  const shared = useDatabase()
  const quick = useDatabase()
  const encrypted = useDatabase()

  afterAll(async () => {
    for (const close of open.splice(0).reverse()) await close()
  })

  async function receive(answer?: Answering, tls?: { key: string; cert: string }): Promise<Receiver> {
    const receiver = await startReceiver(answer, tls)
    open.push(() => receiver.close())
    return receiver
  }

  function deliver(url: string, connections = 8, env: Record<string, string> = {}): Program {
    const deliverer = start(process.execPath, [program, url, masterKey.toString('hex'), String(connections)], env)
    open.push(() => deliverer.kill9())
    return deliverer
  }

  const begun = (deliverer: Program) => eventually('it delivers', async () => deliverer.output().includes('delivers'))
  const count = (list: readonly { state: number }[], state: number) => list.filter((one) => one.state === state).length
  const ids = (receiver: Receiver) => receiver.received.map(({ id }) => id)

  it(`killed at ${kills} moments: every event arrives, under one id`, async () => {
    const { db, url } = killed
    // The receiver fails now and then, so that kills hit retries too.
    const failed = new Set<string>()
    const receiver = await receive((response, { id }) => {
      const fails = random() < 0.02
      if (fails) failed.add(id)
      setTimeout(() => response.writeHead(fails ? 500 : 200).end(), 1)
    })
    const webhook = await newWebhook(db, masterKey, receiver.url)
    const events: string[] = []
    const leasedByDead = new Set<string>()
    for (let kill = 0; kill < kills; kill++) {
      const enough = receiver.received.length + 5
      events.push(...(await newDeliveries(db, webhook, 100)))
      const deliverer = deliver(url)
      await eventually('some are sent', () => receiver.received.length >= enough)
      await atSomeMoment(random, 250)
      await deliverer.kill9()
      await othersClosed(db)
      for (const { id, lease_owner } of await deliveriesOf(db, webhook)) if (lease_owner) leasedByDead.add(id)
      // As if the clock had moved on: leases of dead processes expire, and failed deliveries are due.
      await db.execute('UPDATE deliveries SET lease_until = now() WHERE lease_owner IS NOT NULL')
      await db.execute('UPDATE deliveries SET next_at = now() WHERE state = 0 AND step > 0')
    }
    deliver(url)
    await eventually('all is accepted', async () => {
      await db.execute('UPDATE deliveries SET next_at = now() WHERE state = 0 AND step > 0 AND lease_owner IS NULL')
      return (await deliveriesOf(db, webhook)).every(({ state }) => state === 1)
    })
    expect(new Set(ids(receiver))).toEqual(new Set(events))
    // Only what failed is sent again, and what a dead process sent but did not record.
    const again = ids(receiver).filter((id, at, all) => all.indexOf(id) !== at)
    expect(again.filter((id) => !failed.has(id) && !leasedByDead.has(id))).toEqual([])
    const accepted = new Map<string, number>()
    for (const { delivery_id, response_status } of await attemptsOf(db, webhook)) {
      if (response_status === 200) accepted.set(delivery_id, (accepted.get(delivery_id) ?? 0) + 1)
    }
    expect(accepted.size).toBe(events.length)
  })

  it('two share the work; when one dies, the other sends what it had begun within 30 s', async () => {
    const { db, url } = shared
    const hanging = new Set<string>()
    let isHanging = false
    let whenBothWork: (() => void) | undefined
    const bothWork = new Promise<void>((resolve) => {
      whenBothWork = resolve
    })
    const receiver = await receive((response, { id }) => {
      if (isHanging && hanging.size < 2) hanging.add(id)
      else bothWork.then(() => setTimeout(() => response.writeHead(204).end(), 20))
    })
    const webhook = await newWebhook(db, masterKey, receiver.url)
    const pair = [deliver(url, 2), deliver(url, 2)] as const
    await Promise.all(pair.map(begun))
    const events = await newDeliveries(db, webhook, 100)
    const owners = () => db.query('SELECT DISTINCT lease_owner FROM deliveries WHERE lease_owner IS NOT NULL')
    await eventually('both are at it', async () => (await owners()).length === 2)
    whenBothWork?.()
    await eventually('all is accepted', async () => count(await deliveriesOf(db, webhook), 1) === events.length)
    expect(receiver.atOnceMax).toBeLessThanOrEqual(4)
    // Each was sent once: no process takes what another has leased.
    expect(ids(receiver).sort()).toEqual([...events].sort())

    await pair[1].kill9()
    isHanging = true
    const last = await newDeliveries(db, webhook, 50)
    await eventually('some are sent and not answered', () => hanging.size > 0)
    await pair[0].kill9()
    await othersClosed(db)
    isHanging = false
    const sentBefore = receiver.received.length
    const overIn = "SELECT id FROM deliveries WHERE lease_owner IS NOT NULL AND lease_until > now() + interval '30 s'"
    expect(await db.query(overIn)).toEqual([])
    // As if the clock had moved on.
    await db.execute('UPDATE deliveries SET lease_until = now() WHERE lease_owner IS NOT NULL')
    deliver(url, 2)
    await eventually('all is accepted', async () => count(await deliveriesOf(db, webhook), 1) === events.length + 50)
    expect(ids(receiver).slice(sentBefore)).toEqual(expect.arrayContaining([...hanging]))
    expect(last.filter((id) => !ids(receiver).includes(id))).toEqual([])
  })

  it('slow, dead and broken receivers delay no others', async () => {
    const { db, url } = quick
    const add = async (redirectUrl: string) => {
      await newDeliveries(db, await newWebhook(db, masterKey, redirectUrl), badDeliveries)
    }
    const bad: Receiver[] = []
    for (let n = 0; n < 20; n++) {
      bad.push(await receive(() => undefined))
      bad.push(await receive((response) => response.socket?.destroy()))
      bad.push(await receive((response) => response.writeHead(500).end()))
      bad.push(await receive((response) => void response.writeHead(200).flushHeaders()))
    }
    for (const { url } of bad) await add(url)
    await add('http://127.0.0.1:9/')
    await add('http://10.0.0.1/')
    const deliverer = deliver(url)
    await eventually('all the bad ones are at it', () => bad.every(({ received }) => received.length > 0))
    const receiver = await receive()
    const good = await newWebhook(db, masterKey, receiver.url)
    await newDeliveries(db, good, sized({ short: 200, long: 500 }))
    // The other receivers take 15 s for a single delivery.
    await eventually('all is accepted', async () => (await deliveriesOf(db, good)).every(({ state }) => state === 1))

    // It stops despite many open requests, and frees its leases at once.
    deliverer.kill('SIGTERM')
    expect(await deliverer.ended).toBe(0)
    expect(await db.query('SELECT 1 FROM deliveries WHERE lease_owner IS NOT NULL')).toEqual([])
  })

  it('goes only to https receivers with a trusted certificate', async () => {
    const { db, url } = encrypted
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-tls-'))
    open.push(() => rm(folder, { recursive: true }))
    const known = certificate('localhost')
    await writeFile(join(folder, 'ca.pem'), known.cert)
    const trusted = await receive(undefined, known)
    const unknown = await receive(undefined, certificate('localhost'))
    const good = await newWebhook(db, masterKey, `https://localhost:${trusted.port}/`)
    const bad = await newWebhook(db, masterKey, `https://localhost:${unknown.port}/`)
    for (const webhook of [good, bad]) await newDeliveries(db, webhook, 3)
    deliver(url, 1, { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') })
    await eventually('all is tried', async () => {
      const tried = [...(await deliveriesOf(db, good)), ...(await deliveriesOf(db, bad))]
      return tried.every(({ attempts }) => attempts > 0)
    })
    expect(trusted.received).toHaveLength(3)
    expect(trusted.connections).toBe(1)
    expect((await attemptsOf(db, good)).map(({ response_status }) => response_status)).toEqual([204, 204, 204])
    expect(unknown.received).toEqual([])
    for (const { error } of await attemptsOf(db, bad)) expect(error).toMatch(/^the TLS certificate is not valid/)
  })
})
