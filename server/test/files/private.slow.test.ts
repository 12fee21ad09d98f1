import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { fileAuditor } from '../../src/files/audit.js'
import { type BlobRef, Vault } from '../../src/files/blobs/vault.js'
import { Inspector } from '../../src/files/inspection.js'
import { Media } from '../../src/media/media.js'
import { HashPool } from '../../src/storage/hashing/pool.js'
import { rotateKeys } from '../../src/storage/rotate.js'
import { storageKeys } from '../../src/storage/storage-keys.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { DiskSpace } from '../../src/storage/stores/disk-space.js'
import { picture } from '../media/files.js'
import { type TestAccount, useOwnService } from '../service.js'
import { trusting } from '../trusted.js'
import { download, fileParts, post, someFolder, upload } from './upload.js'

const service = useOwnService()
let ada: TestAccount
let bob: TestAccount
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bob = await service.account('Bob')
})

const marker = Buffer.from('a sentence that nobody but its owner should read')
const content = () => Buffer.concat([marker, randomBytes(150_000), marker])
const image = await picture(40, 20).png().toBuffer()

/** Returns the objects in the store that contain the sentence. */
function plainObjects(): string[] {
  const root = join(service.dataDir, 'files', 'objects')
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => isPlain(join(entry.parentPath, entry.name)))
    .map(({ name }) => name)
}

function isPlain(path: string): boolean {
  try {
    return readFileSync(path).includes(marker)
  } catch (error) {
    // It was erased after it was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

describe('files of private folders', () => {
  it('are encrypted at rest, also when the folder is named after the file', async () => {
    const folder = await someFolder(service, ada, 'private')
    await upload(service, ada, folder, content())
    await post(service, '/api/files', [...fileParts(ada, folder, content())].reverse(), ada.auth)
    const inside = await someFolder(service, ada, 'public', folder)
    await upload(service, ada, inside, content())
    expect(plainObjects()).toEqual([])
  })

  it('are encrypted soon after their folder becomes private or they move there, versions included, and stay encrypted', async () => {
    const folder = await someFolder(service, ada, 'public')
    const below = await someFolder(service, ada, 'public', folder)
    const contents = [content(), content(), content()]
    const [one, two, three] = contents as [Buffer, Buffer, Buffer]
    const first = await upload(service, ada, below, one)
    await post(service, `/api/files/${first.fileId}/versions`, [['attachments', two, 'b']], ada.auth)
    const moved = await upload(service, ada, await someFolder(service, ada), three)
    expect(plainObjects()).toHaveLength(3)
    await service.call('PATCH', `/api/folders/${folder}`, { folderType: 'private' }, ada.auth)
    await service.call('PATCH', `/api/files/${moved.fileId}`, { folderId: folder }, ada.auth)
    await eventually('all content is encrypted', async () => {
      const [row] = await service.database.db.query<{ open: number }>(
        'SELECT (SELECT count(*) FROM folders_to_encrypt) + (SELECT count(*) FROM file_versions WHERE NOT is_encrypted) AS open',
      )
      return row?.open === 0
    })
    // Old content is kept a while for reads in progress; it is due now.
    await service.database.db.execute('UPDATE blob_leftovers SET due_at = now()')
    // Purging anything wakes the sweep.
    const other = await upload(service, ada, await someFolder(service, ada), Buffer.from('other'))
    await service.call('DELETE', `/api/files/${other.fileId}?permanent=true`, undefined, ada.auth)
    await eventually('no plain object is left', () => plainObjects().length === 0)
    await service.call('PATCH', `/api/folders/${folder}`, { folderType: 'public' }, ada.auth)
    const read = async (path: string, who = bob) => (await download(service, `/api/files/${path}`, who.auth)).bytes
    expect((await read(`${first.fileId}/content`)).equals(two)).toBe(true)
    expect((await read(`${moved.fileId}/content`)).equals(three)).toBe(true)
    expect(plainObjects()).toEqual([])
    await fileAuditor(service.database.db).totals()
  })

  it('are rewrapped when the identity changes, every file and its thumbnail', async () => {
    const folder = await someFolder(service, ada, 'private')
    await upload(service, ada, folder, image, 'picture.png')
    const encrypted = await eventually('there is a thumbnail', async () => {
      const rows = await service.database.db.query<{ blob: string; thumbnail: string | null }>(
        'SELECT blob, thumbnail FROM file_versions WHERE is_encrypted',
      )
      const keys = rows.flatMap(({ blob, thumbnail }) => (thumbnail === null ? [blob] : [blob, thumbnail]))
      return keys.length > rows.length && keys
    })
    const store = await DiskStore.open(join(service.dataDir, 'files'))
    expect(await rotateKeys(store, storageKeys(service.masterKey, []))).toEqual({
      rewrapped: 0,
      current: encrypted.length,
      failed: [],
    })
  })

  it('have a thumbnail, even if encrypted during their inspection', async () => {
    const { db } = service.database
    const folder = await someFolder(service, ada, 'private')
    const { fileId } = await upload(service, ada, await someFolder(service, ada), image, 'p.png')
    const isMet = (condition: string) =>
      eventually(
        condition,
        async () => (await db.query(`SELECT 1 FROM file_versions WHERE file_id = $1 AND ${condition}`, [fileId]))[0],
      )
    await isMet('thumbnail IS NOT NULL')
    await db.execute(`UPDATE file_versions SET thumbnail = NULL, thumbnail_size = NULL WHERE file_id = $1`, [fileId])
    const [version] = await db.query<BlobRef & { id: string }>(
      'SELECT id, blob, is_encrypted, size FROM file_versions WHERE file_id = $1',
      [fileId],
    )
    if (!version) throw new Error('no version')

    const logger = createLogger('silent')
    const keys = storageKeys(service.masterKey, [])
    const store = await DiskStore.open(join(service.dataDir, 'files'))
    const space = new DiskSpace({ files: null, database: null, reserve: { bytes: 1 } })
    class MovedWhileRead extends Vault {
      override async open(ref: BlobRef) {
        const content = await super.open(ref)
        if (ref.is_encrypted) return content
        await service.call('PATCH', `/api/files/${fileId}`, { folderId: folder }, ada.auth)
        await isMet('is_encrypted')
        return content
      }
    }
    const media = new Media({ logger })
    const threads = new HashPool(1)
    const vault = new MovedWhileRead({ store, space, database: db, keys, threads, clock: trusting, logger })
    const inspector = new Inspector({ database: db, vault, media, logger })
    inspector.begin(version.id, ada.userId, version)
    await isMet('is_encrypted AND thumbnail IS NOT NULL')
    await inspector.stop()
    await media.stop()
    await threads.close()
  })
})

describe('purging a folder', () => {
  it('erases the files in it, and leaves no object', async () => {
    const folder = await someFolder(service, ada)
    const below = await someFolder(service, ada, 'private', folder)
    const ids: string[] = []
    for (const place of [folder, below, below]) ids.push((await upload(service, ada, place, content())).fileId)
    const rows = await service.database.db.query<{ blob: string }>(
      'SELECT blob FROM file_versions WHERE file_id = ANY($1::uuid[])',
      [ids],
    )
    expect(rows).toHaveLength(3)
    await service.call('DELETE', `/api/folders/${folder}?permanent=true`, undefined, ada.auth)
    await eventually('the folders are gone', async () => {
      const left = await service.database.db.query('SELECT 1 FROM folders WHERE id = ANY($1::uuid[])', [
        [folder, below],
      ])
      return left.length === 0
    })
    expect(await service.database.db.query('SELECT 1 FROM files WHERE id = ANY($1::uuid[])', [ids])).toEqual([])
    expect(await service.database.db.query('SELECT 1 FROM file_counts WHERE folder_id = $1', [folder])).toEqual([])
    await eventually('the objects are gone', () => {
      const left = execFileSync('find', [join(service.dataDir, 'files', 'objects'), '-type', 'f']).toString()
      return !rows.some(({ blob }) => left.includes(blob.replaceAll('/', '+')))
    })
  })
})
