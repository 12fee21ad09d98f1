import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { Database } from '../../src/base/database/db.js'
import { othersClosed } from '../postgres.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

/** Each upload sees two kills. */
const uploads = sized({ short: 1, long: 15 })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('kill -9 of the service during an upload that can be resumed', () => {
  const around = useSurroundings()

  it(`at ${2 * uploads} moments: the client resumes each time, and only the files remain`, async () => {
    const { databaseUrl, env } = await around.settings()
    const dataDir = join(around.folder, 'service')
    const service = await Service.prepare({ ...env, DATA_DIR: dataDir })
    await (await service.start()).login()
    const database = new Database({ url: databaseUrl, connectionsMax: 2 })
    const headers = { authorization: `Bearer ${service.token}` }
    const [account] = await database.query<{ id: string }>('SELECT id FROM accounts')
    const made = await fetch(`${service.url}/api/folders`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ folderName: 'F', folderType: 'private', organizationId: account?.id }),
    })
    const folderId = ((await made.json()) as { data: { _id: string } }).data._id
    for (let at = 0; at < uploads; at++) {
      const content = randomBytes(56 << 20)
      let resumed = 0
      const fileId = new Promise<string>((resolve, reject) => {
        const upload = new Upload(content, {
          endpoint: `${service.url}/api/files/upload`,
          headers,
          metadata: { folderId, fileName: `large ${at}.bin` },
          // Requests get no answer while the service is down.
          retryDelays: Array.from({ length: 200 }, () => 250),
          onBeforeRequest: (request) => {
            if (request.getMethod() === 'HEAD') resumed++
          },
          onError: reject,
          onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('File-Id') ?? ''),
        })
        upload.start()
      })
      const received = async () => {
        const [row] = await database.query<{ received: number }>('SELECT received FROM uploads WHERE received < $1', [
          content.length,
        ])
        return row?.received ?? 0
      }
      let before = 0
      for (let kill = 0; kill < 2; kill++) {
        const from = before
        await eventually('another part is there', async () => (await received()) > from)
        await service.process.kill9()
        await othersClosed(database)
        before = await received()
        await service.start()
      }
      const id = await fileId
      expect(resumed).toBeGreaterThanOrEqual(2)
      const stored = await fetch(`${service.url}/api/files/${id}/content`, { headers })
      expect(sha256(Buffer.from(await stored.arrayBuffer()))).toBe(sha256(content))
    }

    // As after their lease: no process works on them any more.
    await database.execute('UPDATE blob_leftovers SET due_at = now()')
    await eventually(
      'what nobody claims is swept',
      async () => (await database.query('SELECT FROM blob_leftovers')).length === 0,
    )
    const rows = await database.query<{ key: string }>(
      'SELECT blob AS key FROM file_versions UNION ALL SELECT thumbnail FROM file_versions WHERE thumbnail IS NOT NULL',
    )
    const objects = readdirSync(join(dataDir, 'files', 'objects'), { recursive: true, withFileTypes: true })
    const found = objects.filter((entry) => entry.isFile()).map(({ name }) => name)
    expect(found.sort()).toEqual(rows.map(({ key }) => key.replaceAll('/', '+')).sort())
    await database.close()
    await service.stop()
  })
})
