import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { download, sha256, someFolder } from '../files/upload.js'
import { type TestAccount, useOwnService } from '../service.js'
import { dataOf } from '../stamps/shapes.js'
import { append, appendPart, ask, begin, look, metadataOf, path, uploadWith } from './tus.js'

const service = useOwnService()

const offsetOf = async (by: TestAccount, address: string) =>
  Number((await look(service, by, address)).headers.get('upload-offset'))

/** Waits until this many bytes of an upload have arrived. */
const arrived = (uploadId: string | undefined, bytes: number) =>
  eventually(`${bytes} bytes have arrived`, async () => {
    const rows = await service.database.db.query<{ received: number }>('SELECT received FROM uploads WHERE id = $1', [
      uploadId,
    ])
    return (rows[0]?.received ?? 0) >= bytes
  })

/** Waits until a request works on an upload. */
const locked = (uploadId: string | undefined) =>
  eventually('a request holds the lock', async () => {
    const rows = await service.database.db.query('SELECT FROM uploads WHERE id = $1 AND lock_until > now()', [uploadId])
    return rows.length > 0
  })

const contentOf = async (by: TestAccount, fileId: string | undefined) =>
  (await download(service, `/api/files/${fileId}/content`, by.auth)).bytes

describe('a resumable upload', () => {
  it('becomes a file like any other: same entry and content, the same answer if wanted, and no parts left', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada, 'private')
    const content = randomBytes(3_000_000)
    const metadata = { folderId, filename: 'plan.bin', filetype: 'image/png', description: 'the plan' }
    const headers = { ...ada.auth, prefer: 'respond-async, return=representation' }
    const options = { metadata, headers, chunkSize: 1_000_000 }
    const { header, body, sent } = await uploadWith(service, ada, content, options)
    expect(header('Preference-Applied')).toBe('return=representation')
    const { data: created, ...envelope } = JSON.parse(body)
    expect(envelope).toEqual({ status: 200, message: 'File created successfully' })
    expect(sent).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH'])
    expect(created).toMatchObject({ fileId: header('File-Id'), transactionId: header('Transaction-Id') })
    const details = await service.call('GET', `/api/folders/${folderId}/file/${created.fileId}`, undefined, ada.auth)
    expect(dataOf(details)).toMatchObject({
      fileName: 'plan.bin',
      description: 'the plan',
      attachmentHash: sha256(content),
      transactionId: created.transactionId,
      fileType: 'private',
      file: { fileName: 'plan.bin', fileSize: content.length, mimetype: 'application/octet-stream' },
    })
    expect(sha256(await contentOf(ada, created.fileId))).toBe(sha256(content))
    expect(await service.database.db.query('SELECT FROM upload_parts')).toEqual([])
  })

  it('resumes from the last byte received: after a broken connection, and after a restart of the service', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada, 'private')
    // One part is full at 16 MiB, and durable from then on; the rest is when the connection breaks or the service stops.
    const full = 16 << 20
    const content = randomBytes(full + 300_000)
    const address = await begin(service, ada, content.length, { folderId, fileName: 'broken.bin' })
    const sendUntil = async (offset: number, end: number) =>
      appendPart(service, ada, address, {
        offset,
        length: content.length - offset,
        bytes: content.subarray(offset, end),
      })
    const id = address.split('/').at(-1)
    const broken = await sendUntil(0, full + 100_000)
    await arrived(id, full)
    broken.destroy()
    await arrived(id, full + 100_000)
    expect(await offsetOf(ada, address)).toBe(full + 100_000)
    const more = content.subarray(full + 100_000, full + 150_000)
    expect((await append(service, ada, address, full + 100_000, more)).status).toBe(204)
    const stopped = await sendUntil(full + 150_000, full + 200_000)
    await locked(id)
    await service.restart()
    stopped.destroy()
    expect(await offsetOf(ada, address)).toBeGreaterThanOrEqual(full + 150_000)
    const { header, sent } = await uploadWith(service, ada, content, { uploadUrl: service.url + address })
    expect(sent).toEqual(['HEAD', 'PATCH'])
    expect(sha256(await contentOf(ada, header('File-Id')))).toBe(sha256(content))
  })

  it('gives up a silently dead connection for the one that resumes', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada)
    const content = randomBytes(200_000)
    const address = await begin(service, ada, content.length, { folderId, fileName: 'half-open.bin' })
    const bytes = content.subarray(0, 150_000)
    const socket = await appendPart(service, ada, address, { offset: 0, length: content.length, bytes })
    await locked(address.split('/').at(-1))
    const offset = await offsetOf(ada, address)
    expect(offset).toBeLessThanOrEqual(bytes.length)
    const last = await append(service, ada, address, offset, content.subarray(offset))
    expect(sha256(await contentOf(ada, last.headers.get('file-id') ?? ''))).toBe(sha256(content))
    socket.destroy()
  })

  it('is stored encrypted until complete, even for a public folder', async () => {
    const ada = await service.account()
    const secret = `nobody is to read this ${randomBytes(16).toString('hex')}`
    const bytes = Buffer.from(secret.repeat(5000))
    for (const type of ['private', 'public'] as const) {
      const folderId = await someFolder(service, ada, type)
      const address = await begin(service, ada, bytes.length + 1, { folderId, fileName: 'secret.txt' })
      expect((await append(service, ada, address, 0, bytes)).status).toBe(204)
    }
    const parts = await service.database.db.query<{ blob: string }>('SELECT blob FROM upload_parts')
    expect(parts.length).toBeGreaterThanOrEqual(2)
    expect(parts.filter(({ blob }) => !blob.startsWith('private/'))).toEqual([])
    const found = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(service.dataDir, name))
      .filter((file) => statSync(file).isFile() && readFileSync(file).includes(secret))
    expect(found).toEqual([])
  })

  it('becomes a single file however often it is requested', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada)
    const content = randomBytes(100_000)
    const address = await begin(service, ada, content.length, { folderId, fileName: 'once.bin' })
    const first = append(service, ada, address, 0, content)
    const others = await Promise.all([first, ...Array.from({ length: 4 }, () => look(service, ada, address))])
    const again = [
      await append(service, ada, address, content.length, Buffer.alloc(0)),
      await look(service, ada, address),
    ]
    const ids = [...others, ...again].flatMap(({ headers }) => headers.get('file-id') ?? [])
    expect(ids.length).toBeGreaterThanOrEqual(2)
    expect(new Set(ids).size).toBe(1)
    const list = await service.call('GET', `/api/folders/${folderId}/files`, undefined, ada.auth)
    expect(dataOf(list).count).toBe(1)
  })

  it('becomes a new version of a file, with `fileId`', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada)
    const one = await uploadWith(service, ada, Buffer.from('one'), { metadata: { folderId, fileName: 'a.txt' } })
    const fileId = one.header('File-Id') ?? ''
    const two = await uploadWith(service, ada, Buffer.from('two, longer'), { metadata: { fileId, filename: 'b.txt' } })
    expect(two.header('File-Id')).toBe(fileId)
    expect(String(await contentOf(ada, fileId))).toBe('two, longer')
    const versions = await service.call('GET', `/api/files/${fileId}/versions`, undefined, ada.auth)
    expect(dataOf(versions).count).toBe(2)
  })

  it('is what the clients of tus send: other keys, a name by Uppy, POST for PATCH, and 204 at the end', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada)
    const uppy = { folderId, name: 'photo.jpg', type: 'image/jpeg', relativePath: 'null', caption: '' }
    const begun = await ask(service, 'POST', path, {
      ...ada.auth,
      'upload-length': '5',
      'upload-metadata': metadataOf(uppy),
    })
    const location = begun.headers.get('location') ?? ''
    expect(location).toMatch(`${service.url}${path}/`)
    const last = await append(service, ada, new URL(location).pathname, 0, Buffer.from('hello'))
    expect([last.status, last.text]).toEqual([204, ''])
    const file = await service.call('GET', `/api/files/${last.headers.get('file-id')}`, undefined, ada.auth)
    expect(dataOf(file)).toMatchObject({ fileName: 'photo.jpg', file: { fileName: 'photo.jpg' } })

    const metadata = { folderId, filename: 'a.txt' }
    const over = await uploadWith(service, ada, Buffer.from('over'), { metadata, overridePatchMethod: true })
    expect(over.sent).toEqual(['POST', 'POST'])
    expect(String(await contentOf(ada, over.header('File-Id')))).toBe('over')
    const empty = await uploadWith(service, ada, Buffer.alloc(0), { metadata: { folderId, filename: 'none.txt' } })
    expect(empty.sent).toEqual(['POST'])

    const address = await begin(service, ada, 5, { folderId, fileName: 'x' })
    const bare = await ask(service, 'POST', address, ada.auth)
    expect([bare.status, bare.headers.get('allow')]).toEqual([405, 'HEAD, PATCH, DELETE'])
    const ended = await ask(service, 'POST', address, { ...ada.auth, 'x-http-method-override': 'DELETE' })
    expect([ended.status, (await look(service, ada, address)).status]).toEqual([204, 404])
  })

  it('can be complete with its first request, even when empty', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada)
    const metadata = { folderId, fileName: 'small.txt' }
    const small = await uploadWith(service, ada, Buffer.from('small'), { metadata, uploadDataDuringCreation: true })
    expect(small.sent).toEqual(['POST'])
    expect(String(await contentOf(ada, small.header('File-Id')))).toBe('small')
    const address = await begin(service, ada, 0, { folderId, fileName: 'empty' })
    const { headers } = await look(service, ada, address)
    expect(await contentOf(ada, headers.get('file-id') ?? '')).toHaveLength(0)
  })

  it('waits for its folder to be restored from the bin', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada)
    const address = await begin(service, ada, 5, { folderId, fileName: 'late.txt' })
    await service.call('DELETE', `/api/folders/${folderId}`, undefined, ada.auth)
    expect((await append(service, ada, address, 0, Buffer.from('hello'))).status).toBe(409)
    await service.call('POST', `/api/folders/${folderId}/restore`, undefined, ada.auth)
    const { status, headers } = await look(service, ada, address)
    expect(status).toBe(200)
    expect(String(await contentOf(ada, headers.get('file-id') ?? ''))).toBe('hello')
  })

  it('is deleted with its parts by DELETE', async () => {
    const ada = await service.account()
    const folderId = await someFolder(service, ada)
    const address = await begin(service, ada, 10, { folderId, fileName: 'gone' })
    await append(service, ada, address, 0, Buffer.from('hello'))
    const [part] = await service.database.db.query<{ blob: string }>(
      'SELECT blob FROM upload_parts WHERE upload_id = $1',
      [address.split('/').at(-1)],
    )
    const isThere = () =>
      readdirSync(join(service.dataDir, 'files', 'objects'), { recursive: true, encoding: 'utf8' }).some((name) =>
        name.endsWith(String(part?.blob.replaceAll('/', '+'))),
      )
    expect(isThere()).toBe(true)
    expect((await ask(service, 'DELETE', address, ada.auth)).status).toBe(204)
    expect((await look(service, ada, address)).status).toBe(404)
    await eventually('the part is gone', () => !isThere())
  })
})
