import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { seeded } from '../../../test/tier.js'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { Database } from '../../src/base/database/db.js'
import { signerOf } from '../../src/chain/sign.js'
import { query, statusOf, timestamp } from '../protocols/requests.js'
import { type Receiver, startReceiver } from '../webhooks/receiver.js'
import { loopback } from '../webhooks/shapes.js'
import { FolderLoad } from './folder-load.js'
import { type Acknowledged, ask, expectAllKept, Load, type Target } from './load.js'
import { LoginLoad } from './login-load.js'
import { rpc } from './programs.js'
import { masterKey, Service } from './stack.js'
import { type SteppingClock, steppingClock } from './stepping-clock.js'
import { useSurroundings } from './surroundings.js'
import { UploadLoad } from './upload-load.js'

/** Looks at the services: ten minutes of them, each a second's worth of stamps after the last. */
const looks = 600
const stampsALook = 12
/** Looks from one step of the clock to the next. */
const looksAStep = 5
const hour = 3_600
/** Where a wrong clock stands, in seconds ahead. */
const wrong = [hour, -hour, 40 * 24 * hour]
/** Steps that clocks take when time servers correct them. */
const small = [0.5, -0.5, 5, -5]
const random = seeded('clocks')
const anyOf = (list: readonly number[]) => list[Math.floor(random() * list.length)] as number

// I9: a service whose clock is wrong is found out at once, loses nothing, and makes nothing expire.
describe('two services on one database, one of them with a clock that is set every few seconds', () => {
  const around = useSurroundings()
  let clock: SteppingClock | null
  let database: Database
  let databaseUrl: string
  let receiver: Receiver
  let right: Service
  let stepping: Service

  beforeAll(async () => {
    clock = await steppingClock(around.folder)
    if (!clock) return
    const settings = await around.settings()
    databaseUrl = settings.databaseUrl
    database = new Database({ url: databaseUrl, connectionsMax: 2 })
    receiver = await startReceiver((response) => {
      response.writeHead(random() < 0.02 ? 500 : 204).end()
    })
    const shared = {
      ...settings.env,
      ...loopback,
      DATA_DIR: around.folder,
      TSA: 'accounts',
      DATABASE_CONNECTIONS: '10',
    }
    const key = randomBytes(32)
    const address = `0x${signerOf(key).address.toString('hex')}`
    await rpc(around.anvil.url, 'anvil_setBalance', [address, '0xffffffffffffffffffffff'])
    right = await (await Service.prepare(shared)).start()
    const own = { ...clock.env, SIGNER_KEY: `0x${key.toString('hex')}` }
    stepping = await (await Service.prepare({ ...shared, ...own })).start()
    await right.login()
    stepping.token = right.token
  })

  afterAll(async () => {
    clock?.set(0)
    for (const service of [right, stepping]) await service?.stop()
    await receiver?.close()
    await database?.close()
  })

  const readiness = async (service: Service) => {
    const answer = await fetch(`${service.url}/readyz`)
    return { status: answer.status, words: ((await answer.json()) as { message: string }).message }
  }
  /** Whether the one that is set signs a timestamp now. A clock far ahead has it refuse the token already. */
  const signs = async () => {
    const auth = { authorization: `Bearer ${stepping.token}` }
    const answer = await timestamp(stepping, query({ hash: randomBytes(32) }), auth)
    return answer.status === 200 && statusOf(answer).status === 0
  }

  it('lose, double and purge nothing, and the one with the wrong clock says so at every look', async ({ skip }) => {
    if (!clock) return skip(noDebian)
    const [account] = await database.query<{ id: string }>('SELECT id FROM accounts')
    const userId = account?.id as string
    const hook = { redirectUrl: receiver.url, action: ['hash.succeed'], description: '' }
    expect((await ask(right, '/v2/webhooks', hook))?.status).toBe(201)
    const login = await createAccount(database, accountKeys(Buffer.from(masterKey, 'hex')), 'live', {
      email: 'logins@example.com',
      name: 'Ada',
    })

    const pace = { connections: 2, pauseMs: 150, ahead: Number.POSITIVE_INFINITY }
    const stamps = [right, stepping].flatMap((service) => [
      new Load(service, pace),
      new Load(service, { ...pace, stamp: stampV2(userId) }),
    ])
    const [paced] = stamps as [Load]
    const twice = new Load(right, { ...pace, connections: 1, stamp: stampTwice(stepping) })
    const folders = [right, stepping].map(
      (service) => new FolderLoad(service, userId, { workers: 3, pauseMs: 1_000, ahead: Number.POSITIVE_INFINITY }),
    )
    const uploads = [right, stepping].map(
      (service) => new UploadLoad(service, userId, { connections: 1, pauseMs: 500, bytesMax: 100_000 }),
    )
    for (const one of uploads) {
      await one.prepare()
      one.begin()
    }
    const logins = new LoginLoad([right.url, stepping.url], login, 300)
    const untruthful: unknown[] = []
    try {
      let ahead = 0
      for (let look = 0; look < looks; look++) {
        if (look % looksAStep === 0) {
          ahead = Math.abs(ahead) > 60 ? anyOf([0, 0, ...small]) : anyOf(wrong)
          clock.set(ahead)
        }
        const isWrong = Math.abs(ahead) > 60
        if (!isWrong) await eventually('it is ready again', async () => (await readiness(stepping)).status === 200)
        const seen = await readiness(stepping)
        if (isWrong ? seen.status !== 503 || !/clock/.test(seen.words) : seen.status !== 200) {
          untruthful.push({ look, ahead, ...seen })
        }
        const other = await readiness(right)
        if (other.status !== 200) untruthful.push({ look, ahead, other: other.words })
        if ((await signs()) === isWrong) untruthful.push({ look, ahead, signs: !isWrong })
        await paced.more(stampsALook)
      }
    } finally {
      clock.set(0)
      await Promise.all([...stamps, twice, ...folders, logins].map((load) => load.stop()))
      await Promise.all(uploads.map((load) => load.ended()))
    }
    expect(untruthful).toEqual([])

    const acknowledged = [...stamps, twice].flatMap((load) => load.acknowledged)
    await expectAllKept(right, { databaseUrl, rpcUrl: around.anvil.url }, acknowledged)
    for (const one of folders) await one.expectKept(database)
    for (const one of uploads) await one.expectKept(database, around.folder)
    await logins.expectKept(right.url)

    // With the clock right: all is delivered, each event under one ID.
    await eventually('all is delivered', async () => {
      await database.execute('UPDATE deliveries SET next_at = now() WHERE state = 0 AND lease_owner IS NULL')
      return (await database.query('SELECT FROM deliveries WHERE state = 0 LIMIT 1')).length === 0
    })
    const events = new Map<string, Set<string>>()
    for (const { id, body } of receiver.received) {
      const { code } = (JSON.parse(body) as { data: { code: string } }).data
      events.set(code, (events.get(code) ?? new Set()).add(id))
    }
    expect(acknowledged.filter(({ code }) => events.get(code)?.size !== 1)).toEqual([])

    const refused = [...stamps, twice, logins].map((load) => Object.fromEntries(load.refused))
    // Tokens have expired by a clock that is ahead; a refused request may be repeated.
    expect(
      refused.flatMap((by) => Object.keys(by).map(Number)).filter((status) => ![401, 503].includes(status)),
    ).toEqual([])
  })
})

/** Stamps through version 2 of the interface, which answers 201. */
const stampV2 =
  (userId: string) =>
  async (target: Target, hash: string): Promise<[number, Acknowledged | undefined]> => {
    const answer = await ask<Acknowledged>(target, '/v2/hash', { hash, userId })
    return [answer?.status === 201 ? 200 : (answer?.status ?? 0), answer?.data]
  }

/** Stamps at one service, and repeats the request at another, under one key: it answers the same. */
const stampTwice =
  (other: Service) =>
  async (target: Target, hash: string): Promise<[number, Acknowledged | undefined]> => {
    const headers = {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomBytes(8).toString('hex'),
    }
    const send = async (url: string) => {
      const answer = await fetch(`${url}/hash`, { method: 'POST', headers, body: JSON.stringify({ hash }) })
      return { status: answer.status, data: ((await answer.json()) as { data?: Acknowledged }).data }
    }
    const first = await send(target.url)
    const again = await send(other.url)
    if (first.status === 200 && again.status === 200) expect(again.data).toEqual(first.data)
    return [first.status, first.data]
  }
