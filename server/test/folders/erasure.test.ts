import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { formBody, send } from '../files/upload.js'
import { type TestAccount, useService } from '../service.js'
import { expectError } from '../stamps/shapes.js'

const service = useService()
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

const word = 'xylophonequartet'
const keyed = (key: string) => ({ ...ada.auth, 'idempotency-key': key })

/** Returns the tables that still contain the word, as text or as bytes (shown in hex). */
async function tablesWithWord(): Promise<string[]> {
  const { db } = service.database
  const tables = await db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  )
  expect(tables.length).toBeGreaterThan(15)
  const telling: string[] = []
  for (const { name } of tables) {
    const rows = await db.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE ANY($1::text[]) LIMIT 1`, [
      [`%${word}%`, `%${Buffer.from(word).toString('hex')}%`],
    ])
    if (rows.length > 0) telling.push(name)
  }
  return telling.sort()
}

/** Fingerprints reveal a name to anyone who can guess it. */
const fingerprints = (keys: readonly string[]) =>
  service.database.db.query<{ fingerprint: Buffer; subject_id: string | null }>(
    'SELECT fingerprint, subject_id FROM idempotency_keys WHERE key = ANY($1::text[])',
    [keys],
  )

describe('a purge', () => {
  it("of a folder leaves its name nowhere, not even in kept answers, and repeated requests don't bring it back", async () => {
    const create = (folderName: string, key: string, parentFolderId?: string) => {
      const body = { folderName, folderType: 'public', organizationId: ada.userId, parentFolderId }
      return service.call('POST', '/api/folders', body, keyed(key))
    }
    const made = await create(word, 'folder-1')
    const { _id: top } = made.body.data
    expect((await create(`${word} inside`, 'folder-2', top)).status).toBe(200)
    await service.call('PATCH', `/api/folders/${top}`, { folderName: `${word} renamed` }, ada.auth)
    await service.call('DELETE', `/api/folders/${top}`, undefined, ada.auth)
    const restore = () => service.call('POST', `/api/folders/${top}/restore`, undefined, keyed('folder-3'))
    expect((await restore()).status).toBe(200)
    expect((await create(word, 'folder-1')).text).toBe(made.text)
    expect(await tablesWithWord()).toEqual(['changes', 'folders', 'idempotency_keys'])

    await service.call('DELETE', `/api/folders/${top}?permanent=true`, undefined, ada.auth)
    await eventually('no table has the word', async () => (await tablesWithWord()).length === 0)
    for (const answer of [await create(word, 'folder-1'), await restore(), await create('any other', 'folder-2')]) {
      expectError(answer, 404, 'folder_not_found', 'Folder does not exist')
      expect(answer.headers.get('idempotent-replayed')).toBe('true')
    }
    const kept = await fingerprints(['folder-1', 'folder-2', 'folder-3'])
    expect(kept).toEqual(Array(3).fill({ fingerprint: Buffer.alloc(0), subject_id: null }))
    expect(await tablesWithWord()).toEqual([])
  })

  it.each(['the file', 'its folder'])(
    "of %s leaves neither the file's names nor answers about it anywhere",
    async (what) => {
      const folder = { folderName: `Files, purging ${what}`, folderType: 'private', organizationId: ada.userId }
      const { _id: folderId } = (await service.call('POST', '/api/folders', folder, ada.auth)).body.data
      const { body, type } = formBody([
        ['fileName', `${word}.txt`],
        ['description', `about the ${word}`],
        ['folderId', folderId],
        ['organizationId', ada.userId],
        ['attachments', Buffer.from('content'), `sent as ${word}.txt`],
      ])
      const key = `upload, ${what}`.replaceAll(/\W+/g, '-')
      const create = () => send(service, 'POST', '/api/files', { ...keyed(key), 'content-type': type }, body)
      const { fileId, uniqueId } = (await create()).body.data
      const other = formBody([['attachments', Buffer.from('another'), `${word} 2.txt`]])
      const headers = { ...keyed(`${key}-2`), 'content-type': other.type }
      const version = await send(service, 'POST', `/api/files/${fileId}/versions`, headers, other.body)
      expect(version.status, version.text).toBe(200)
      expect(await tablesWithWord()).toEqual(['changes', 'file_versions', 'files'])

      const path = what === 'the file' ? `/api/files/${fileId}` : `/api/folders/${folderId}`
      expect((await service.call('DELETE', `${path}?permanent=true`, undefined, ada.auth)).status).toBe(200)
      await eventually('no table has the word', async () => (await tablesWithWord()).length === 0)
      const again = await create()
      if (what === 'the file') expectError(again, 404, 'file_not_found', 'File does not exist')
      else expectError(again, 404, 'folder_not_found', 'Folder does not exist')
      const kept = await fingerprints([key, `${key}-2`])
      expect(kept).toEqual(Array(2).fill({ fingerprint: Buffer.alloc(0), subject_id: null }))
      const codes = await service.database.db.query('SELECT 1 FROM idempotency_keys WHERE body LIKE $1', [
        `%${uniqueId}%`,
      ])
      expect(codes).toEqual([])
    },
  )
})
