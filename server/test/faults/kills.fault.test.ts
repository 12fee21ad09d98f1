import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { Database } from '../../src/base/database/db.js'
import { othersClosed } from '../postgres.js'
import { type Receiver, startReceiver } from '../webhooks/receiver.js'
import { FolderLoad } from './folder-load.js'
import { type Acknowledged, ask, BulkLoad, expectAllKept, expectWholeBulks, Load } from './load.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'
import { UploadLoad } from './upload-load.js'

const random = seeded('kills')
const serviceKills = sized({ short: 1, long: 30 })
const databaseKills = sized({ short: 1, long: 30 })
/** Stamps that are acknowledged before a kill and after it: more than are under way at once. */
const between = sized({ short: 8, long: 20 })

// I1, I3: after any kill, what was acknowledged is there exactly once and reaches a block without help.
describe('kill -9', () => {
  const around = useSurroundings()
  let service: Service
  let receiver: Receiver
  let database: Database
  let dataDir: string
  let behind: { databaseUrl: string; rpcUrl: string }

  beforeAll(async () => {
    const { databaseUrl, env } = await around.settings()
    behind = { databaseUrl, rpcUrl: around.anvil.url }
    dataDir = join(around.folder, 'service')
    const toHere = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.1' }
    service = await Service.prepare({ ...env, ...toHere, DATA_DIR: dataDir })
    await (await service.start()).login()
    database = new Database({ url: databaseUrl, connectionsMax: 2 })
    receiver = await startReceiver()
    await ask(service, '/v2/webhooks', { redirectUrl: receiver.url, description: '', action: ['hash.succeed'] })
  })

  afterAll(async () => {
    await service?.stop()
    await receiver?.close()
    await database?.close()
  })

  describe(`of the service, at ${serviceKills} moments`, () => {
    let stamps: Load
    const bulks: BulkLoad[] = []
    let folders: FolderLoad
    let uploads: UploadLoad
    let acknowledged: Acknowledged[]

    beforeAll(async () => {
      const [account] = await database.query<{ id: string }>('SELECT id FROM accounts')
      const userId = account?.id as string
      uploads = new UploadLoad(service, userId)
      await uploads.prepare()
      stamps = new Load(service)
      folders = new FolderLoad(service, userId)
      try {
        for (let kill = 0; kill < serviceKills; kill++) {
          uploads.begin()
          await Promise.all([stamps.more(between), folders.more(20), uploads.more(10)])
          const bulk = new BulkLoad(service)
          bulks.push(bulk)
          await atSomeMoment(random, 300)
          uploads.stop()
          await service.process.kill9()
          await uploads.ended()
          await othersClosed(database)
          // As after their leases: no process works on them any more.
          await database.execute('UPDATE blob_leftovers SET due_at = now()')
          await database.execute('UPDATE deliveries SET lease_until = now() WHERE lease_owner IS NOT NULL')
          await service.start('healthz')
          // Sends the one that was under way again.
          await bulk.stop()
        }
        await folders.isVaried()
      } finally {
        acknowledged = await stamps.stop()
        await Promise.all([...bulks.map((bulk) => bulk.stop()), folders.stop(), uploads.ended()])
      }
    })

    it('keeps every acknowledged stamp, and refuses others only temporarily', async () => {
      const report = await expectAllKept(service, behind, acknowledged)
      expect(report.entries).toBeGreaterThan(acknowledged.length + folders.count + uploads.count)
      const refused = [...stamps.refused.keys(), ...bulks.flatMap((bulk) => [...bulk.refused])]
      expect(refused.filter((status) => ![0, 503].includes(status))).toEqual([])
    })

    it('keeps multi-stamps as a whole', async () => {
      await expectWholeBulks(
        database,
        bulks.flatMap((bulk) => bulk.acknowledged),
      )
    })

    it('keeps acknowledged changes to folders, and completes every purge it began', async () => {
      await folders.expectKept(database)
    })

    // Content durable, entry committed, then the answer.
    it('keeps acknowledged uploads, and leaves no object of others', async () => {
      await uploads.expectKept(database, dataDir)
    })

    it('sends one event ID for each stamp', async () => {
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
        // As if the clock had moved on.
        await database.execute('UPDATE deliveries SET next_at = now() WHERE state = 0 AND lease_owner IS NULL')
        const waiting = await database.query(
          `SELECT d.state, d.attempts, d.next_at - now() AS due, d.lease_until, a.error, a.response_status
             FROM deliveries d LEFT JOIN delivery_attempts a ON a.delivery_id = d.id WHERE d.state <> 1 LIMIT 10`,
        )
        throw new Error(JSON.stringify({ missing, waiting }))
      })
      expect([...idsByCode().values()].filter((ids) => ids.size !== 1)).toEqual([])
    })
  })

  it(`of PostgreSQL, at ${databaseKills} moments, keeps every acknowledged stamp`, async () => {
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
    } finally {
      await load.stop()
    }
    await expectAllKept(service, behind, load.acknowledged)
    expect([...load.refused.keys()].filter((status) => ![0, 503].includes(status))).toEqual([])
  })
})
