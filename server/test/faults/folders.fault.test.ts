import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { Database } from '../../src/base/db.js'
import { allBatches, auditAll, Load } from './load.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const random = seeded('folders')
const kills = sized({ short: 1, long: 30 })

interface Answered {
  status: number
  data: { _id: string; parentFolderId: string }
}

// I1, I3: acknowledged changes to folders survive a kill, and a purge that has begun completes.
describe('kill -9 of the service while folders are made, moved, deleted, restored and purged', () => {
  const around = useSurroundings()

  it(`at ${kills} moments`, async () => {
    const { databaseUrl, env } = await around.settings()
    const service = await Service.prepare(env)
    await (await service.start()).login()
    const database = new Database({ url: databaseUrl, connectionsMax: 2 })
    const [account] = await database.query<{ id: string }>('SELECT id FROM accounts')
    const userId = account?.id as string

    /** Null when no answer came: then either state is possible. */
    const ask = async (method: string, path: string, body?: object): Promise<Answered | null> => {
      try {
        const response = await fetch(`${service.url}${path}`, {
          method,
          headers: { authorization: `Bearer ${service.token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(limitMs(30_000)),
        })
        const { data } = (await response.json()) as { data: Answered['data'] }
        return { status: response.status, data }
      } catch {
        return null
      }
    }
    /** The known state of each folder; one whose last request got no answer is removed. */
    const known = new Map<string, { name: string; state: 'out' | 'bin' | 'purged' }>()
    /** The states of the folders that no worker changes any more. */
    const leftIn = new Set<string>()
    let stopping = false
    let names = 0
    let acknowledged = 0
    const worker = async () => {
      while (!stopping) {
        await atSomeMoment(random, sized({ short: 200, long: 20 }))
        const name = `folder ${names++}`
        const body = { folderName: name, folderType: 'public', organizationId: userId }
        const made = await ask('POST', '/api/folders', body)
        if (made?.status !== 200) continue
        acknowledged++
        const id = made.data._id
        known.set(id, { name, state: 'out' })
        const path = `/api/folders/${id}`
        const steps: [string, string, object | undefined, { name: string; state: 'out' | 'bin' | 'purged' }][] = [
          ['PATCH', path, { folderName: `${name} renamed` }, { name: `${name} renamed`, state: 'out' }],
          ['DELETE', path, undefined, { name: `${name} renamed`, state: 'bin' }],
          ['POST', `${path}/restore`, undefined, { name: `${name} renamed`, state: 'out' }],
          ['DELETE', `${path}?permanent=true`, undefined, { name: `${name} renamed`, state: 'purged' }],
        ]
        for (const [method, address, sent, after] of steps.slice(0, Math.floor(random() * 5))) {
          const answer = await ask(method, address, sent)
          if (answer?.status === 200) {
            acknowledged++
            known.set(id, after)
          } else {
            // 503 means that nothing changed, or that the outcome is unknown.
            known.delete(id)
            break
          }
        }
        const left = known.get(id)
        if (left) leftIn.add(left.state)
      }
    }
    const stamps = new Load(service, 4)
    const workers = Array.from({ length: 12 }, worker)
    try {
      for (let kill = 0; kill < kills; kill++) {
        const enough = acknowledged + 20
        await eventually('some are made and changed', () => acknowledged >= enough)
        await atSomeMoment(random, 300)
        await service.process.kill9()
        await service.start('healthz')
      }
      await eventually('folders were left in every state', () => leftIn.size === 3)
      stopping = true
      await Promise.all(workers)
      await stamps.stop()
      await eventually('the purges that have begun are done', async () => {
        const rows = await database.query('SELECT id FROM folders WHERE purging LIMIT 1')
        return rows.length === 0
      })
      await allBatches(database, 'confirmed')
      const rows = await database.query<{ id: string; name: string; binned: boolean }>(
        'SELECT id, name, deleted_at IS NOT NULL AS binned FROM folders',
      )
      const stored = new Map(rows.map((row) => [row.id, row]))
      for (const [id, { name, state }] of known) {
        const row = stored.get(id)
        const seen = row ? { name: row.name, state: row.binned ? 'bin' : 'out' } : { name, state: 'purged' }
        expect([id, seen]).toEqual([id, { name, state }])
      }
      const report = await auditAll({ databaseUrl, rpcUrl: around.anvil.url })
      expect(report.entries).toBeGreaterThan(known.size)
    } finally {
      stopping = true
      await stamps.stop()
      await service.stop()
      await database.close()
    }
  })
})
