import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { picture } from '../media/files.js'
import { type TestAccount, useOwnService } from '../service.js'
import { expectError } from '../stamps/shapes.js'
import { append, begin, look } from '../uploads/tus.js'
import {
  failing,
  failReads,
  filesOf,
  flipBit,
  happenings,
  lengthen,
  objectOf,
  objectPath,
  type Received,
  receive,
  untilInspected,
} from './objects.js'
import { sha256, someFolder, upload } from './upload.js'

// I10: a stored byte is served only when its digest was, or is being, checked.
const service = useOwnService({ METRICS_TOKEN: 'scraper', SCRUB_INTERVAL: '0' })
let ada: TestAccount
const folders = { public: '', private: '' }
type Kind = keyof typeof folders
const kinds: Kind[] = ['public', 'private']

beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  for (const kind of kinds) folders[kind] = await someFolder(service, ada, kind)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Several pieces of the disk's reads. Each test has contents of its own: of two equal ones, one is restored from the other. */
const largeBytes = 700_001
const smallBytes = 10_000

async function damageOf(fileId: string): Promise<string | null | undefined> {
  const rows = await service.database.db.query<{ damage: string | null }>(
    'SELECT damage FROM file_versions WHERE file_id = $1',
    [fileId],
  )
  return rows[0]?.damage
}

/** An answer breaks off before its damage is written down. */
function untilNoted(fileId: string) {
  return eventually('the damage is noted', async () => (await damageOf(fileId)) ?? false)
}

async function stored(kind: Kind, size: number) {
  const content = randomBytes(size)
  const { fileId } = await upload(service, ada, folders[kind], content)
  const path = await objectOf(service, fileId)
  const get = (headers: Record<string, string> = {}) =>
    receive(service, `/api/files/${fileId}/content`, { ...ada.auth, ...headers })
  return { fileId, path, get, content, etag: `"${sha256(content)}"` }
}

function expectRefused({ status, headers, bytes }: Received): void {
  expect([status, headers.get('error-code')]).toEqual([500, 'content_damaged'])
  expect(headers.get('etag')).toBeNull()
  expect(JSON.parse(bytes.toString()).message).toMatch(/^The stored content is damaged/)
}

/** The service works on: it serves another file. */
async function expectServing(): Promise<void> {
  const { get, content } = await stored('public', 1000)
  expect((await get()).bytes.equals(content)).toBe(true)
}

describe.each(kinds)('a download of a damaged file in a %s folder', (kind) => {
  it.each(Object.entries(happenings))(
    'with %s is cut before its end, or refused; then refused in words',
    async (_, happen) => {
      const { fileId, path, get } = await stored(kind, largeBytes)
      happen(path)
      const got = await get()
      if (got.status === 200) {
        expect(got.isWhole).toBe(false)
        expect(got.bytes.length).toBeLessThan(largeBytes)
      } else expectRefused(got)
      await untilNoted(fileId)
      expectRefused(await get())
    },
  )

  it.each(['a flipped bit at the end', 'no object'] as const)(
    'small, with %s, is refused before its first byte',
    async (name) => {
      const { path, get } = await stored(kind, smallBytes)
      happenings[name](path)
      expectRefused(await get())
      expectRefused(await get())
      await expectServing()
    },
  )
})

describe('a byte after the end', () => {
  it('of a plain object: the answer has no more than its length, and not that', async () => {
    const { path, get } = await stored('public', largeBytes)
    lengthen(path)
    const got = await get()
    expect(got.isWhole).toBe(false)
    expect(got.bytes.length).toBeLessThan(largeBytes)
  })

  it('of an encrypted object is not part of the content', async () => {
    const { path, get, content } = await stored('private', largeBytes)
    lengthen(path)
    expect((await get()).bytes.equals(content)).toBe(true)
  })
})

describe('a changed file', () => {
  it('is refused in parts, too, once it is known; a client that has a copy still gets 304', async () => {
    const { fileId, path, get, etag } = await stored('public', largeBytes)
    // Nothing tells that a part of a plain file is wrong.
    flipBit(path, 5)
    expect((await get({ range: 'bytes=0-9' })).status).toBe(206)
    // The whole, asked for as a range.
    expect((await get({ range: 'bytes=0-' })).isWhole).toBe(false)
    await untilNoted(fileId)
    expectRefused(await get({ range: 'bytes=0-9' }))
    expectRefused(await get())
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
  })

  it('is refused in parts at once where its folder is private: each chunk has a tag', async () => {
    const { path, get, content } = await stored('private', largeBytes)
    flipBit(path, readFileSync(path).length >> 1)
    expect((await get({ range: 'bytes=0-9' })).bytes).toEqual(content.subarray(0, 10))
    expectRefused(await get({ range: `bytes=${largeBytes >> 1}-${(largeBytes >> 1) + 9}` }))
  })

  it('is named by readiness, which stays, and by a metric', async () => {
    const { fileId, path, get } = await stored('public', smallBytes)
    await service.database.db.execute('UPDATE file_versions SET damage = NULL')
    flipBit(path)
    expectRefused(await get())
    // The answer breaks off before its row is written.
    const named = `the stored content of file ${fileId} (changed) is damaged`
    const ready = await eventually('readiness names the file', async () => {
      const answer = await service.call('GET', '/readyz')
      return `${answer.body.message}`.includes(named) && answer
    })
    expect(ready.status).toBe(200)
    const { text } = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer scraper' })
    expect(text).toContain(`tallystick_damaged_file{file="${fileId}"} 1`)
    expect(text).toContain('tallystick_damaged_contents 1')
  })

  it('is encrypted as it is when its folder becomes private, and stays known', async () => {
    const folder = await someFolder(service, ada, 'public')
    const { fileId } = await upload(service, ada, folder, randomBytes(largeBytes))
    const other = await upload(service, ada, folder, randomBytes(smallBytes))
    flipBit(await objectOf(service, fileId))
    await service.call('PATCH', `/api/folders/${folder}`, { folderType: 'private' }, ada.auth)
    await eventually('both are encrypted', async () => {
      const rows = await service.database.db.query(
        'SELECT FROM file_versions WHERE is_encrypted AND file_id = ANY ($1::uuid[])',
        [[fileId, other.fileId]],
      )
      return rows.length === 2
    })
    const path = `/api/files/${fileId}/content`
    expect((await receive(service, path, ada.auth)).isWhole).toBe(false)
    await untilNoted(fileId)
    expectRefused(await receive(service, path, ada.auth))
  })
})

describe('a read that fails in the middle', () => {
  /** Has reads of one object begin well, and fail. */
  function fail(key: string, beginning: Uint8Array, code: string | null): void {
    const get = DiskStore.prototype.get
    vi.spyOn(DiskStore.prototype, 'get').mockImplementation(function (this: DiskStore, asked, range) {
      return asked === key ? Promise.resolve(failing(beginning, code)) : get.call(this, asked, range)
    })
  }

  it('EIO: the connection is cut, and the damage noted', async () => {
    const { fileId, get, content } = await stored('public', largeBytes)
    fail(await untilInspected(service, fileId), content.subarray(0, 300_000), 'EIO')
    expect((await get()).isWhole).toBe(false)
    expect(await untilNoted(fileId)).toBe('unreadable')
    vi.restoreAllMocks()
    // A disk may recover.
    expect((await get()).bytes.equals(content)).toBe(true)
  })

  it('a range that ends early: the connection is cut', async () => {
    const { fileId, get, content } = await stored('public', largeBytes)
    fail(await untilInspected(service, fileId), content.subarray(0, 500_000), null)
    const got = await get({ range: 'bytes=0-600000' })
    expect([got.status, got.isWhole]).toEqual([206, false])
    expect(await untilNoted(fileId)).toBe('changed')
  })

  it('ECONNRESET of a bucket: the connection is cut, and nothing is wrong with the file', async () => {
    const { fileId, get, content } = await stored('public', largeBytes)
    fail(await untilInspected(service, fileId), content.subarray(0, 300_000), 'ECONNRESET')
    const got = await get()
    expect(got.bytes.length).toBeLessThan(largeBytes)
    expect(await damageOf(fileId)).toBeNull()
  })

  it.runIf(process.platform === 'linux')('EIO of the kernel at the first byte: refused in words', async () => {
    const { fileId, path, get } = await stored('public', largeBytes)
    failReads(path)
    expectRefused(await get())
    expect(await damageOf(fileId)).toBe('unreadable')
  })

  it('gives its slot back', async () => {
    const { path, get } = await stored('public', smallBytes)
    happenings['no object'](path)
    // More than an account may have at once.
    for (let count = 0; count < 40; count++) expectRefused(await get())
    await expectServing()
  })
})

describe('a damaged thumbnail', () => {
  it('is refused once and made again', async () => {
    const image = await picture(40, 20).png().toBuffer()
    const { fileId } = await upload(service, ada, folders.public, image, 'picture.png')
    const thumbnail = () =>
      eventually('there is a thumbnail', async () => {
        const [row] = await service.database.db.query<{ thumbnail: string | null }>(
          'SELECT thumbnail FROM file_versions WHERE file_id = $1',
          [fileId],
        )
        return row?.thumbnail
      })
    const first = await thumbnail()
    const get = () => receive(service, `/api/files/${fileId}/thumbnail`, ada.auth)
    expect((await get()).status).toBe(200)
    flipBit(objectPath(filesOf(service), first))
    expectRefused(await get())
    expect(await damageOf(fileId)).toBeNull()
  })
})

describe('a resumable upload with a damaged part', () => {
  it.each(['a flipped bit in the middle', 'nothing in it', 'no object'] as const)(
    '%s: becomes no file, and one once the part is right again',
    async (name) => {
      const content = randomBytes(smallBytes)
      const address = await begin(service, ada, smallBytes, { folderId: folders.public, fileName: 'parts.bin' })
      expect((await append(service, ada, address, 0, content.subarray(0, 9000))).status).toBe(204)
      const [part] = await service.database.db.query<{ blob: string }>(
        'SELECT blob FROM upload_parts WHERE upload_id = $1',
        [address.split('/').at(-1)],
      )
      const path = objectPath(filesOf(service), part?.blob ?? '')
      const right = readFileSync(path)
      happenings[name](path)
      const refused = await append(service, ada, address, 9000, content.subarray(9000))
      expectError(refused, 410, 'upload_damaged', /Start a new upload/)
      expect((await look(service, ada, address)).status).toBe(410)
      writeFileSync(path, right)
      const done = await look(service, ada, address)
      expect(done.status).toBe(200)
      const got = await receive(service, `/api/files/${done.headers.get('file-id')}/content`, ada.auth)
      expect(got.bytes.equals(content)).toBe(true)
    },
  )
})
