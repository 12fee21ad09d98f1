import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded, sized } from '../../../test/tier.js'
import { type Acknowledged, auditAll, expectAllKept, Load, stampOnce } from './load.js'
import { until } from './programs.js'
import { embeddedPlaces, newFolder, pidIn, Service } from './stack.js'

const random = seeded('embedded')
const chainKills = sized({ short: 1, long: 6 })
const serviceKills = sized({ short: 2, long: 30 })
const databaseKills = sized({ short: 2, long: 30 })

// I5: a kill may cost the embedded chain any or all of its blocks; it is rebuilt from PostgreSQL, contract included.
describe('the embedded parts, killed under load', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let service: Service

  beforeAll(async () => {
    folder = await newFolder()
    service = await Service.prepare({ DATA_DIR: folder.path })
    await service.start()
    const token = await until(
      'the first account is told',
      async () => /Bearer ([\w.-]+)/.exec(service.process.output())?.[1],
    )
    service.token = token
  }, 90_000)

  afterAll(async () => {
    await service?.stop()
    await folder?.remove()
  }, 60_000)

  const chainPid = () => pidIn(join(folder.path, 'chain', 'node.pid'))
  const state = () => join(folder.path, 'chain', 'state.json.gz')
  const damages: [string, () => Promise<unknown>][] = [
    ['kept', async () => undefined],
    ['deleted', () => rm(state(), { force: true })],
    ['emptied', () => writeFile(state(), '')],
    ['cut off', async () => truncate(state(), Math.floor((await readFile(state())).length / 2))],
    ['made of nonsense', () => writeFile(state(), 'nonsense')],
  ]

  /** Kills a part and waits until it is up again. */
  async function killPart(pid: () => Promise<number>): Promise<void> {
    const old = await pid()
    process.kill(old, 'SIGKILL')
    await until('the part runs again', async () => (await pid()) !== old, 90_000)
  }

  it.each(damages)(
    `the chain, killed ${chainKills} times, after its saved state was %s`,
    { timeout: 240_000 },
    async (_name, spoil) => {
      // A clean stop saves the state; the test then damages it.
      await service.stop()
      await spoil()
      await service.start()
      const load = new Load(service)
      let acknowledged: Acknowledged[]
      try {
        for (let kill = 0; kill < chainKills; kill++) {
          await sleep(300 + random() * 1_500)
          await killPart(chainPid)
        }
        await until('stamps are taken', async () => load.acknowledged.length > 0)
      } finally {
        acknowledged = await load.stop()
      }
      await expectAllKept(service, await embeddedPlaces(folder.path), acknowledged)
      // Stamps are accepted while the chain is down.
      expect([...load.refused.keys()]).toEqual([])
    },
  )

  it(`the whole service, killed ${serviceKills} times, every second time with nothing left of the chain`, {
    timeout: 900_000,
  }, async () => {
    const load = new Load(service)
    let acknowledged: Acknowledged[]
    try {
      for (let kill = 0; kill < serviceKills; kill++) {
        await sleep(500 + random() * 1_000)
        await service.process.kill9()
        if (kill % 2 === 0) await rm(state(), { force: true })
        await service.start()
      }
    } finally {
      acknowledged = await load.stop()
    }
    await expectAllKept(service, await embeddedPlaces(folder.path), acknowledged)
  })

  it(`PostgreSQL, killed ${databaseKills} times`, { timeout: 1_200_000 }, async () => {
    const load = new Load(service)
    let acknowledged: Acknowledged[]
    try {
      for (let kill = 0; kill < databaseKills; kill++) {
        const before = load.acknowledged.length
        await until('stamps are taken', async () => load.acknowledged.length > before, 90_000)
        await killPart(() => pidIn(join(folder.path, 'postgres', 'server.pid')))
      }
      await until('a stamp is taken again', async () => (await stampOnce(service)) !== null, 90_000)
    } finally {
      acknowledged = await load.stop()
    }
    await expectAllKept(service, await embeddedPlaces(folder.path), acknowledged)
  })

  it('stops and starts cleanly afterwards', { timeout: 120_000 }, async () => {
    const stamp = await stampOnce(service)
    await service.stop()
    await service.start()
    await expectAllKept(service, await embeddedPlaces(folder.path), [stamp as Acknowledged])
    const report = await auditAll(await embeddedPlaces(folder.path))
    expect(report.submitted).toBe(0)
  })
})
