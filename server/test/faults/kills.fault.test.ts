import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { seeded, sized } from '../../../test/tier.js'
import { Database } from '../../src/base/db.js'
import { startReceiver } from '../webhooks/receiver.js'
import { ask, BulkLoad, expectAllKept, expectWholeBulks, Load } from './load.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const random = seeded('kills')
const serviceKills = sized({ short: 3, long: 30 })
const databaseKills = sized({ short: 2, long: 30 })

// I1, I3: after any kill, what was acknowledged is there exactly once and reaches a block without help.
describe('kill -9', () => {
  const around = useSurroundings()

  it(`of the service, at ${serviceKills} moments`, async () => {
    const { databaseUrl, env } = await around.settings()
    const service = await Service.prepare({ ...env, WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.1' })
    await (await service.start()).login()
    const receiver = await startReceiver()
    await ask(service, '/v2/webhooks', { redirectUrl: receiver.url, description: '', action: ['hash.succeed'] })
    const load = new Load(service)
    const bulks = new BulkLoad(service)
    try {
      for (let kill = 0; kill < serviceKills; kill++) {
        await sleep(100 + random() * 700)
        await service.process.kill9()
        await service.start('healthz')
      }
      const acknowledged = await load.stop()
      await bulks.stop()
      const report = await expectAllKept(service, { databaseUrl, rpcUrl: around.anvil.url }, acknowledged)
      expect(report.entries).toBeGreaterThanOrEqual(acknowledged.length)
      const refused = [...load.refused.keys(), ...bulks.refused]
      expect(refused.filter((status) => ![0, 503].includes(status))).toEqual([])

      // Each stamp is notified under one id. Expires the leases of dead processes, as if the clock had moved on.
      const database = new Database({ url: databaseUrl, connectionsMax: 1 })
      await expectWholeBulks(database, bulks.acknowledged)
      await database.execute('UPDATE deliveries SET lease_until = now() WHERE lease_owner IS NOT NULL')
      await database.execute('UPDATE deliveries SET next_at = now() WHERE state = 0')
      const waiting = () =>
        database.query(
          `SELECT d.state, d.attempts, d.next_at - now() AS due, d.lease_until, a.error, a.response_status
             FROM deliveries d LEFT JOIN delivery_attempts a ON a.delivery_id = d.id WHERE d.state <> 1 LIMIT 10`,
        )
      const idsByCode = () => {
        const ids = new Map<string, Set<string>>()
        for (const { id, body } of receiver.received) {
          const { code } = (JSON.parse(body) as { data: { code: string } }).data
          ids.set(code, (ids.get(code) ?? new Set()).add(id))
        }
        return ids
      }
      const missing = () => {
        const ids = idsByCode()
        return acknowledged.filter(({ code }) => !ids.has(code)).length
      }
      for (const deadline = Date.now() + 60_000; missing() > 0 && Date.now() < deadline; ) await sleep(100)
      expect({ missing: missing(), waiting: missing() > 0 ? await waiting() : [] }).toEqual({ missing: 0, waiting: [] })
      await database.close()
      expect([...idsByCode().values()].filter((ids) => ids.size !== 1)).toEqual([])
    } finally {
      await load.stop()
      await bulks.stop()
      await service.stop()
      await receiver.close()
    }
  })

  it(`of PostgreSQL, at ${databaseKills} moments`, async () => {
    const { databaseUrl, env } = await around.settings()
    const service = await Service.prepare(env)
    await (await service.start()).login()
    const load = new Load(service)
    try {
      for (let kill = 0; kill < databaseKills; kill++) {
        const before = load.acknowledged.length
        await sleep(500 + random() * 1_500)
        const { pid } = around.postgres
        if (pid) process.kill(pid, 'SIGKILL')
        // A kill only counts when something could have been lost.
        for (let wait = 0; load.acknowledged.length === before && wait < 300; wait++) await sleep(50)
      }
      const acknowledged = await load.stop()
      await expectAllKept(service, { databaseUrl, rpcUrl: around.anvil.url }, acknowledged)
      expect([...load.refused.keys()].filter((status) => ![0, 503].includes(status))).toEqual([])
    } finally {
      await load.stop()
      await service.stop()
    }
  })
})
