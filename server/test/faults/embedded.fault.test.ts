import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { Chain } from '../../src/chain/chain.js'
import { portsOf, timeOfStranger, waysOfStranger } from '../embedded/stranger.js'
import { type Acknowledged, auditAll, expectAllKept, Load, stampOnce } from './load.js'
import { embeddedPlaces, firstToken, newFolder, pidIn, Service } from './stack.js'

const random = seeded('embedded')
const chainKills = sized({ short: 1, long: 6 })
const serviceKills = sized({ short: 1, long: 30 })
const databaseKills = sized({ short: 1, long: 30 })
/** Stamps that are acknowledged before a kill and after it: more than are under way at once. */
const between = sized({ short: 8, long: 20 })

// I5: the embedded chain keeps nothing; its node is given the recorded blocks at every start, contract included.
describe('the embedded parts, killed under load', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let service: Service

  beforeAll(async () => {
    folder = await newFolder()
    service = await Service.prepare({ DATA_DIR: folder.path })
    await service.start()
    service.token = await firstToken(folder.path)
  })

  afterAll(async () => {
    await service?.stop()
    await folder?.remove()
  })

  const chainPid = () => pidIn(join(folder.path, 'chain', 'node.pid'))
  const forgetChain = () => rm(join(folder.path, 'chain'), { recursive: true, force: true })

  /** Kills a part and waits until it is up again. */
  async function killPart(pid: () => Promise<number>): Promise<void> {
    const old = await pid()
    process.kill(old, 'SIGKILL')
    await eventually('the part runs again', async () => (await pid()) !== old)
  }

  it('obey no other process: it can set no block time, and stamps go on', async () => {
    const node = new Chain((await embeddedPlaces(folder.path)).rpcUrl, limitMs(10_000))
    const before = await node.block('latest')
    const socket = join(folder.path, 'chain', 'node.sock')
    // anvil can't be told not to listen at all.
    const ports = portsOf(await chainPid())
    expect(ports).toHaveLength(1)
    expect(await waysOfStranger({ ports, socket })).toEqual([])
    expect((await stat(dirname(socket))).mode & 0o777).toBe(0o700)
    // The same tries find a port that is open.
    expect(await waysOfStranger({ ports: [Number(new URL(service.url).port)], socket })).not.toEqual([])
    expect(await node.block('latest')).toEqual(before)
    await expectAllKept(service, await embeddedPlaces(folder.path), [(await stampOnce(service)) as Acknowledged])
    expect((await node.block('latest'))?.timestamp).toBeLessThan(timeOfStranger)
  })

  it(`the chain, killed ${chainKills} times`, async () => {
    const load = new Load(service)
    let acknowledged: Acknowledged[]
    try {
      for (let kill = 0; kill < chainKills; kill++) {
        await load.more(between)
        await atSomeMoment(random, 300)
        await killPart(chainPid)
      }
      await load.more(between)
    } finally {
      acknowledged = await load.stop()
    }
    await expectAllKept(service, await embeddedPlaces(folder.path), acknowledged)
    // Stamps are accepted while the chain is down.
    expect([...load.refused.keys()]).toEqual([])
  })

  it('keeps what was proven when the chain is lost', async () => {
    const stamp = (await stampOnce(service)) as Acknowledged
    const proof = async () => {
      const answer = await fetch(`${service.url}/hash/${stamp.code}/proof`, {
        headers: { authorization: `Bearer ${service.token}` },
      })
      return (await answer.json()) as { anchors: { state: string }[] }
    }
    const isFinal = async () => (await proof()).anchors[0]?.state === 'final'
    await eventually('the stamp is final', isFinal)
    const before = await proof()
    await service.process.kill9()
    await forgetChain()
    await service.start()
    const later = (await stampOnce(service)) as Acknowledged
    await expectAllKept(service, await embeddedPlaces(folder.path), [stamp, later])
    expect(await proof()).toEqual(before)
  })

  it(`the whole service, killed ${serviceKills} times, every second time with the chain lost`, async () => {
    const load = new Load(service)
    let acknowledged: Acknowledged[]
    try {
      for (let kill = 0; kill < serviceKills; kill++) {
        await load.more(between)
        await atSomeMoment(random, 300)
        await service.process.kill9()
        // The test before this one kills it with nothing left, in all tiers.
        if (kill % 2 === 1) await forgetChain()
        await service.start()
      }
    } finally {
      acknowledged = await load.stop()
    }
    await expectAllKept(service, await embeddedPlaces(folder.path), acknowledged)
  })

  it(`PostgreSQL, killed ${databaseKills} times`, async () => {
    const load = new Load(service)
    let acknowledged: Acknowledged[]
    try {
      for (let kill = 0; kill < databaseKills; kill++) {
        await load.more(between)
        await atSomeMoment(random, 300)
        await killPart(() => pidIn(join(folder.path, 'postgres', 'server.pid')))
      }
      await load.more(between)
    } finally {
      acknowledged = await load.stop()
    }
    await expectAllKept(service, await embeddedPlaces(folder.path), acknowledged)
  })

  it('stops and starts cleanly afterwards', async () => {
    const stamp = await stampOnce(service)
    await service.stop()
    await service.start()
    await expectAllKept(service, await embeddedPlaces(folder.path), [stamp as Acknowledged])
    const report = await auditAll(await embeddedPlaces(folder.path))
    expect(report.submitted).toBe(0)
  })
})
