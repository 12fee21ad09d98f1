import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/db.js'
import type { EmbeddedPostgres } from '../../src/embedded/postgres.js'
import { type Acknowledged, ask, expectAllKept, Load, stampOnce } from './load.js'
import { type Anvil, startAnvil } from './programs.js'
import { deploy, externalSettings, newDatabase, newFolder, Service, startRealPostgres } from './stack.js'

// I2: one process holds a lane at a time, and the fencing token decides, whatever a process believes.
describe('two services on one database with one key', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let postgres: EmbeddedPostgres
  let anvil: Anvil
  let databaseUrl: string
  let pair: [Service, Service]
  const acknowledged: Acknowledged[] = []

  beforeAll(async () => {
    folder = await newFolder()
    postgres = await startRealPostgres(folder.path)
    anvil = await startAnvil(['--block-time', '1'])
    databaseUrl = await newDatabase(postgres)
    const settings = externalSettings(databaseUrl, anvil.url, await deploy(anvil.url))
    pair = [await Service.prepare(settings), await Service.prepare(settings)]
    await (await pair[0].start()).login()
    await pair[1].start('healthz')
    pair[1].token = pair[0].token
  })

  afterAll(async () => {
    for (const service of pair ?? []) await service.stop()
    await anvil?.program.kill9()
    await postgres?.stop()
    await folder?.remove()
  })

  const readiness = async (service: Service) => (await fetch(`${service.url}/readyz`)).status

  it('only one takes stamps, both read', async () => {
    const stamp = (await stampOnce(pair[0])) as Acknowledged
    acknowledged.push(stamp)
    const hash = randomBytes(32).toString('hex')
    expect((await ask(pair[1], '/hash', { hash }))?.status).toBe(503)
    expect((await ask<Acknowledged>(pair[1], `/hash?id=${stamp.hash}`))?.data.code).toBe(stamp.code)
    expect((await ask(pair[1], `/hash?id=${hash}`))?.status).toBe(404)
    expect([await readiness(pair[0]), await readiness(pair[1])]).toEqual([200, 503])
  })

  it('the other takes over from one that hangs, whose late commits are refused', async () => {
    const load = [new Load(pair[0]), new Load(pair[1])]
    await sleep(1_000)
    pair[0].process.kill('SIGSTOP')
    await eventually('the other takes stamps', async () => (await readiness(pair[1])) === 200)
    await sleep(500)
    pair[0].process.kill('SIGCONT')
    // It notices at its next commit or renewal that it has lost the lane.
    await eventually('the first one knows', async () => (await readiness(pair[0])) === 503)
    await sleep(500)
    for (const part of load) {
      acknowledged.push(...(await part.stop()))
      expect([...part.refused.keys()].filter((status) => ![0, 503].includes(status))).toEqual([])
    }
    expect(load[1]?.acknowledged.length).toBeGreaterThan(0)
    await expectAllKept(pair[1], { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    const database = new Database({ url: databaseUrl, connectionsMax: 1 })
    const [lane] = await database.query<{ fencing_token: number }>('SELECT fencing_token FROM lanes')
    await database.close()
    expect(lane?.fencing_token).toBe(2)
  })

  it('the other takes over at once from one that was killed', async () => {
    await pair[1].process.kill9()
    await eventually('the first one takes stamps again', async () => (await readiness(pair[0])) === 200)
    acknowledged.push((await stampOnce(pair[0])) as Acknowledged)
    await expectAllKept(pair[0], { databaseUrl, rpcUrl: anvil.url }, acknowledged)
  })
})
