import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { Database } from '../../src/base/db.js'
import { startReceiver } from '../webhooks/receiver.js'
import { ask, BulkLoad, expectAllKept, expectWholeBulks, Load } from './load.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const random = seeded('kills')
const serviceKills = sized({ short: 1, long: 30 })
const databaseKills = sized({ short: 1, long: 30 })
/** Stamps that are acknowledged before a kill and after it: more than are under way at once. */
const between = sized({ short: 8, long: 20 })

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
        await load.more(between)
        await atSomeMoment(random, 300)
        await service.process.kill9()
        await service.start('healthz')
      }
      await eventually('a multi-stamp is acknowledged', () => bulks.acknowledged.length > 0)
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
      const idsByCode = () => {
        const ids = new Map<string, Set<string>>()
        for (const { id, body } of receiver.received) {
          const { code } = (JSON.parse(body) as { data: { code: string } }).data
          ids.set(code, (ids.get(code) ?? new Set()).add(id))
        }
        return ids
      }
      await eventually('each stamp is notified', async () => {
        const ids = idsByCode()
        const missing = acknowledged.filter(({ code }) => !ids.has(code)).length
        if (missing === 0) return true
        await database.execute('UPDATE deliveries SET next_at = now() WHERE state = 0 AND lease_owner IS NULL')
        const waiting = await database.query(
          `SELECT d.state, d.attempts, d.next_at - now() AS due, d.lease_until, a.error, a.response_status
             FROM deliveries d LEFT JOIN delivery_attempts a ON a.delivery_id = d.id WHERE d.state <> 1 LIMIT 10`,
        )
        throw new Error(JSON.stringify({ missing, waiting }))
      })
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
        // A kill only counts when something could have been lost.
        await load.more(between)
        await atSomeMoment(random, 300)
        const { pid } = around.postgres
        if (pid) process.kill(pid, 'SIGKILL')
      }
      await load.more(between)
      const acknowledged = await load.stop()
      await expectAllKept(service, { databaseUrl, rpcUrl: around.anvil.url }, acknowledged)
      expect([...load.refused.keys()].filter((status) => ![0, 503].includes(status))).toEqual([])
    } finally {
      await load.stop()
      await service.stop()
    }
  })
})
