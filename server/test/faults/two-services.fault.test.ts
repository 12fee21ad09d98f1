import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded } from '../../../test/tier.js'
import { Database } from '../../src/base/database/db.js'
import { type Acknowledged, ask, expectAllKept, Load, stampOnce } from './load.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const random = seeded('two services')

// I2: one process holds a lane at a time, and the fencing token decides, whatever a process believes.
describe('two services on one database with one key', () => {
  const around = useSurroundings()
  let databaseUrl: string
  let database: Database
  let pair: [Service, Service]

  beforeAll(async () => {
    const settings = await around.settings()
    databaseUrl = settings.databaseUrl
    database = new Database({ url: databaseUrl, connectionsMax: 1 })
    // So that a busy machine lets no lease expire: only the tests do. One much longer than a lease can be would count as lapsed.
    await database.execute(`
CREATE FUNCTION lengthen_lease() RETURNS trigger LANGUAGE plpgsql AS
  $$BEGIN NEW.lease_until := NEW.lease_until + interval '55 s'; RETURN NEW; END$$`)
    await database.execute(
      'CREATE TRIGGER lengthen_lease BEFORE UPDATE OF lease_until ON lanes FOR EACH ROW EXECUTE FUNCTION lengthen_lease()',
    )
    pair = [await Service.prepare(settings.env), await Service.prepare(settings.env)]
    await (await pair[0].start()).login()
    await pair[1].start('healthz')
    pair[1].token = pair[0].token
  })

  afterAll(async () => {
    for (const service of pair ?? []) await service.stop()
    await database?.close()
  })

  const readiness = async (service: Service) => (await fetch(`${service.url}/readyz`)).status
  const takesStamps = (service: Service) =>
    eventually('it takes stamps', async () => (await readiness(service)) === 200)

  it('let one take stamps, and the other once the first hangs or dies', async () => {
    const stamp = (await stampOnce(pair[0])) as Acknowledged
    const acknowledged = [stamp]
    const hash = randomBytes(32).toString('hex')
    expect((await ask(pair[1], '/hash', { hash }))?.status).toBe(503)
    expect((await ask<Acknowledged>(pair[1], `/hash?id=${stamp.hash}`))?.data.code).toBe(stamp.code)
    expect((await ask(pair[1], `/hash?id=${hash}`))?.status).toBe(404)
    expect([await readiness(pair[0]), await readiness(pair[1])]).toEqual([200, 503])

    // The other takes over from one that hangs, whose late commits are refused.
    const load = [new Load(pair[0]), new Load(pair[1])] as const
    try {
      await load[0].more(8)
      pair[0].process.kill('SIGSTOP')
      expect(await database.query(`SELECT lease_until < now() + interval '65 s' AS soon FROM lanes`)).toEqual([
        { soon: true },
      ])
      expect(await readiness(pair[1])).toBe(503)
      await database.execute(`UPDATE lanes SET lease_until = '-infinity'`)
      await takesStamps(pair[1])
      await load[1].more(8)
      pair[0].process.kill('SIGCONT')
      // It notices at its next commit or renewal that it has lost the lane.
      await eventually('the first one knows', async () => (await readiness(pair[0])) === 503)
      await load[1].more(8)
    } finally {
      for (const part of load) acknowledged.push(...(await part.stop()))
    }
    for (const { refused } of load) {
      expect([...refused.keys()].filter((status) => ![0, 503].includes(status))).toEqual([])
    }
    await expectAllKept(pair[1], { databaseUrl, rpcUrl: around.anvil.url }, acknowledged)
    const [lane] = await database.query<{ fencing_token: number }>('SELECT fencing_token FROM lanes')
    expect(lane?.fencing_token).toBe(2)

    // The first one takes over at once from one that was killed, whose lease is far from over.
    await pair[1].process.kill9()
    await takesStamps(pair[0])
    acknowledged.push((await stampOnce(pair[0])) as Acknowledged)
    await expectAllKept(pair[0], { databaseUrl, rpcUrl: around.anvil.url }, acknowledged)
  })

  it('give a reserved code to one stamp, whichever of them reserved it and whichever was killed', async () => {
    const [first, second] = pair
    const hash = () => randomBytes(32).toString('hex')
    const status = async (service: Service, body: object) => (await ask(service, '/hash', body))?.status
    const reserve = async (service: Service) => {
      const answer = await ask<{ codes: { code: string }[] }>(service, '/hash/codes', { count: 100 })
      return answer?.data.codes.map(({ code }) => code) ?? []
    }
    await second.start('healthz')
    const reserved = (await Promise.all([reserve(first), reserve(second), reserve(first), reserve(second)])).flat()
    expect(new Set(reserved).size).toBe(400)
    const [kept, raced, cut] = reserved as [string, string, string]

    // Between the reservation and the stamp.
    await first.process.kill9()
    await takesStamps(second)
    expect(await status(second, { hash: hash(), code: kept })).toBe(200)
    const race = await Promise.all(Array.from({ length: 16 }, () => status(second, { hash: hash(), code: raced })))
    expect(race.sort()).toEqual([200, ...Array.from({ length: 15 }, () => 409)])

    // While the stamp is under way: it is there, or its code is still to be used.
    await first.start('healthz')
    const body = { hash: hash(), code: cut }
    const answered = status(second, body)
    await atSomeMoment(random, 30)
    await second.process.kill9()
    await takesStamps(first)
    expect(await status(first, body)).toBeOneOf((await answered) === 200 ? [409] : [200, 409])
    for (const code of [kept, raced, cut]) expect(await status(first, { hash: hash(), code })).toBe(409)
    const [row] = await database.query('SELECT count(*)::int AS stamps FROM stamps WHERE code = ANY ($1)', [reserved])
    expect(row).toEqual({ stamps: 3 })
  })
})
