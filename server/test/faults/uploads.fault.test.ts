import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { Database } from '../../src/base/db.js'
import { allBatches, auditAll } from './load.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const random = seeded('uploads')
const kills = sized({ short: 1, long: 30 })
/** Most are much smaller. */
const bytesMax = sized({ short: 600_000, long: 3_000_000 })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

// I1: content durable, entry committed, then the answer. After any kill, what was acknowledged is there, and nothing else
// leaves an object behind.
describe('kill -9 of the service during 50 uploads', () => {
  const around = useSurroundings()

  it(`at ${kills} moments`, async () => {
    const { databaseUrl, env } = await around.settings()
    const dataDir = join(around.folder, 'service')
    const service = await Service.prepare({ ...env, DATA_DIR: dataDir })
    await (await service.start()).login()
    const database = new Database({ url: databaseUrl, connectionsMax: 2 })
    const headers = { authorization: `Bearer ${service.token}` }
    const [account] = await database.query<{ id: string }>('SELECT id FROM accounts')
    const organizationId = account?.id as string
    const folders: string[] = []
    for (const folderType of ['public', 'private']) {
      const made = await fetch(`${service.url}/api/folders`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ folderName: folderType, folderType, organizationId }),
      })
      folders.push(((await made.json()) as { data: { _id: string } }).data._id)
    }
    const acknowledged = new Map<string, string>()
    const upload = async (at: number) => {
      const content = randomBytes(Math.floor(random() ** 4 * bytesMax))
      const form = new FormData()
      form.append('fileName', `file ${at}`)
      form.append('folderId', folders[at % 2] as string)
      form.append('organizationId', organizationId)
      form.append('attachments', new Blob([content]), 'x.bin')
      const answer = await fetch(`${service.url}/api/files`, { method: 'POST', headers, body: form }).catch(() => null)
      if (!answer) return
      const body = (await answer.json().catch(() => null)) as { data?: { fileId: string } } | null
      if (answer.status === 200 && body?.data) acknowledged.set(body.data.fileId, sha256(content))
    }
    for (let kill = 0; kill < kills; kill++) {
      let stopping = false
      const uploads = Array.from({ length: 50 }, async (_, at) => {
        while (!stopping) await upload(at)
      })
      const enough = acknowledged.size + 10
      await eventually('some are there', () => acknowledged.size >= enough)
      await atSomeMoment(random, sized({ short: 300, long: 3000 }))
      stopping = true
      await service.process.kill9()
      await Promise.all(uploads)
      await service.start()
    }

    for (const [id, digest] of acknowledged) {
      const answer = await fetch(`${service.url}/api/files/${id}/content`, { headers })
      expect([id, answer.status]).toEqual([id, 200])
      expect([id, sha256(Buffer.from(await answer.arrayBuffer()))]).toEqual([id, digest])
    }
    // As after their lease: no process works on them any more.
    await database.execute('UPDATE blob_leftovers SET due_at = now()')
    await eventually('leftovers are swept and all files inspected', async () => {
      const [row] = await database.query<{ open: number }>(
        `SELECT (SELECT count(*) FROM blob_leftovers) + (SELECT count(*) FROM file_versions WHERE look_at < now()) AS open`,
      )
      return row?.open === 0
    })
    const rows = await database.query<{ key: string }>(
      'SELECT blob AS key FROM file_versions UNION ALL SELECT thumbnail FROM file_versions WHERE thumbnail IS NOT NULL',
    )
    const objects = readdirSync(join(dataDir, 'files', 'objects'), { recursive: true, withFileTypes: true })
    const found = objects.filter((entry) => entry.isFile()).map(({ name }) => name)
    expect(found.sort()).toEqual(rows.map(({ key }) => key.replaceAll('/', '+')).sort())
    expect(readdirSync(join(dataDir, 'files', 'aside'))).toEqual([])
    await allBatches(database, 'confirmed')
    expect((await auditAll({ databaseUrl, rpcUrl: around.anvil.url })).entries).toBeGreaterThan(acknowledged.size)
    await database.close()
    await service.stop()
  })
})
