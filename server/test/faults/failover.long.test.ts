import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/database/db.js'
import { Cluster, type Name, names } from './cluster.js'
import { type Acknowledged, ask, expectAllKept, Load, stampOnce } from './load.js'
import { type Anvil, startAnvil } from './programs.js'
import { deploy, externalSettings, Service } from './stack.js'

// I1 across machines: what was acknowledged is on two servers, and no server that was replaced is written to.
describe('PostgreSQL with two standbys, one of which confirms each commit', () => {
  let cluster: Cluster | null
  let anvil: Anvil
  let service: Service
  let primary: Name = 'a'
  const acknowledged: Acknowledged[] = []

  beforeAll(async () => {
    cluster = await Cluster.start()
    if (!cluster) return
    anvil = await startAnvil(['--block-time', '1'])
    service = await Service.prepare(externalSettings(cluster.url, anvil.url, await deploy(anvil.url)))
    await (await service.start()).login()
  })

  afterAll(async () => {
    await service?.stop()
    await anvil?.program.kill9()
    await cluster?.stop()
  })

  const standbys = () => names.filter((name) => name !== primary)
  const isReady = async () => (await fetch(`${service.url}/readyz`)).status === 200
  const kept = () => {
    const behind = { databaseUrl: cluster?.url ?? '', rpcUrl: anvil.url }
    return expectAllKept(service, behind, acknowledged)
  }
  /** Stops the load, keeps what was acknowledged, and expects no other refusals than these. */
  const finish = async (load: Load, refusals: readonly number[]) => {
    acknowledged.push(...(await load.stop()))
    expect([...load.refused.keys()].filter((status) => !refusals.includes(status))).toEqual([])
  }

  it('keeps every acknowledged stamp when the primary dies and a standby is promoted', async ({ skip }) => {
    if (!cluster) return skip(noDebian)
    for (let round = 0; round < 2; round++) {
      const load = new Load(service)
      await load.more(100)
      const former = primary
      await cluster.kill(former)
      primary = await cluster.promote(standbys())
      await load.more(100)
      await finish(load, [503])
      await kept()
      await cluster.rewind(former, primary)
      await eventually('it follows', async () => (await cluster?.standbys(primary)) === 2)
    }
  })

  it('writes nothing to a former primary that comes back as primary', async ({ skip }) => {
    if (!cluster) return skip(noDebian)
    const former = primary
    await cluster.kill(former)
    primary = await cluster.promote(standbys())
    await eventually('it stamps again', isReady)
    await cluster.boot(former)
    await service.stop()
    await service.start()
    const load = new Load(service)
    await load.more(100)
    await finish(load, [])
    await kept()
    const rows = (name: Name) => cluster?.ask<{ count: number }>(name, 'SELECT count(*) FROM stamps')
    expect(await rows(former)).not.toEqual(await rows(primary))
    // Nothing confirms its commits, so no other writer is answered.
    const database = new Database({ url: cluster.urlOf(former), connectionsMax: 1 })
    const write = database.execute('CREATE TABLE of_no_one ()').then(
      () => 'answered',
      () => 'refused',
    )
    const isWaiting = async () =>
      (await cluster?.ask(former, `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'`))?.length === 1
    await eventually('its commit waits', isWaiting)
    await cluster.kill(former)
    expect(await write).toBe('refused')
    await database.close()
    await cluster.rewind(former, primary)
    await eventually('it follows', async () => (await cluster?.standbys(primary)) === 2)
  })

  it('goes on without one standby, and acknowledges nothing without both', async ({ skip }) => {
    if (!cluster) return skip(noDebian)
    const [one, other] = standbys() as [Name, Name]
    const load = new Load(service)
    await load.more(50)
    await cluster.kill(one)
    await load.more(100)
    await finish(load, [])

    await cluster.kill(other)
    const unknown = randomBytes(32).toString('hex')
    const answer = await ask(service, '/hash', { hash: unknown })
    expect([answer?.status, answer?.message]).toEqual([503, expect.stringMatching(/unknown/i)])
    await eventually('it is not ready', async () => !(await isReady()))
    expect(await stampOnce(service)).toBeNull()
    const [known] = acknowledged as [Acknowledged]
    expect((await ask<Acknowledged>(service, `/hash?id=${known.hash}`))?.data.code).toBe(known.code)
    expect((await ask(service, `/hash?id=${unknown}`))?.status).toBe(404)

    await cluster.boot(other)
    await eventually('it stamps again', isReady)
    acknowledged.push((await stampOnce(service)) as Acknowledged)
    // Waiting stamps are committed now, once.
    expect((await ask(service, `/hash?id=${unknown}`))?.status).toBe(200)
    await cluster.boot(one)
    await kept()
  })

  it('does not acknowledge a commit whose wait an operator cancelled', async ({ skip }) => {
    if (!cluster) return skip(noDebian)
    for (const name of standbys()) await cluster.kill(name)
    const answer = ask(service, '/hash', { hash: randomBytes(32).toString('hex') })
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
    await eventually('a commit waits', async () => (await cluster?.ask(primary, cancel))?.length !== 0)
    expect((await answer)?.status).toBe(503)
    for (const name of standbys()) await cluster.boot(name)
    await eventually('it stamps again', isReady)
    acknowledged.push((await stampOnce(service)) as Acknowledged)
    await kept()
  })
})
