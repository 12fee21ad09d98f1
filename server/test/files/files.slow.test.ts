import { randomBytes } from 'node:crypto'
import { verifyProof } from '@tallystick/proof'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { type TestAccount, useService } from '../service.js'
import { code, download, fileParts, iso, type Part, post, sha256, someFolder, txid, upload, uuid } from './upload.js'

const service = useService()
let ada: TestAccount
let bob: TestAccount
let publicFolder: string
let privateFolder: string
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bob = await service.account('Bob')
  publicFolder = await someFolder(service, ada, 'public')
  privateFolder = await someFolder(service, ada, 'private')
})

const get = (path: string, who = ada) => service.call('GET', path, undefined, who.auth)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEklEQVR4nGP4z8DAwMDAxAABAA0GAQPnHGqWAAAAAElFTkSuQmCC',
  'base64',
)

describe('POST /api/files', () => {
  it('200: creation and details have exactly the keys of docs/interface.md §2.5 and §2.6', async () => {
    const content = randomBytes(100_000)
    const answer = await post(
      service,
      '/api/files',
      [
        ['fileName', 'Contract'],
        ['folderId', publicFolder],
        ['description', 'signed'],
        ['organizationId', ada.userId],
        ['lat', '52.52'],
        ['long', '-13.4'],
        ['attachments', content, 'C:\\docs\\contract.PDF', 'application/pdf'],
      ],
      ada.auth,
    )
    expect(answer.body).toStrictEqual({
      status: 200,
      message: 'File created successfully',
      data: { fileId: uuid, transactionId: txid, uniqueId: code, thumbUrl: expect.stringContaining(service.url) },
    })
    const { fileId, transactionId } = answer.body.data
    const details = await get(`/api/folders/${publicFolder}/file/${fileId}?organizationId=${ada.userId}`)
    expect(details.body).toStrictEqual({
      status: 200,
      message: 'File fetched successfully',
      data: {
        _id: fileId,
        description: 'signed',
        fileName: 'Contract',
        lat: 52.52,
        long: -13.4,
        transactionId,
        attachmentHash: sha256(content),
        createdAt: iso,
        uploadedBy: 'Ada Lovelace',
        file: {
          fileName: 'contract.PDF',
          fileSize: 100_000,
          fileType: 'pdf',
          url: expect.stringContaining(`/api/files/${fileId}/content?`),
          mimetype: 'application/octet-stream',
          pageNumber: 1,
          height: 0,
          width: 0,
        },
        ownerInfo: {
          ownerId: ada.userId,
          name: 'Ada Lovelace',
          userName: expect.any(String),
          email: expect.stringContaining('@example.com'),
          profilePicture: '',
          thumbProfilePicture: '',
        },
        isVersion: false,
        isFavourite: false,
        isDateUpdated: false,
        durationChangedDate: '',
        fileType: 'public',
        encryptedBuffer: '',
        webEncryptedBuffer: '',
        versionId: null,
        type: 'file',
      },
    })
  })

  it.each(['public', 'private'] as const)('200: the content comes back unchanged, from a %s folder', async (kind) => {
    const folder = kind === 'public' ? publicFolder : privateFolder
    for (const size of [0, 1, 65_535, 65_536, 65_537, 3_000_000]) {
      const content = randomBytes(size)
      const { fileId } = await upload(service, ada, folder, content)
      const got = await download(service, `/api/files/${fileId}/content`, ada.auth)
      expect(got.status).toBe(200)
      expect(got.bytes.equals(content)).toBe(true)
      expect(got.headers.get('content-length')).toBe(String(size))
    }
  })

  it('200: fields may follow the file', async () => {
    const content = randomBytes(200_000)
    const [name, folder, organization, file] = fileParts(ada, publicFolder, content)
    for (const parts of [
      [file, name, folder, organization],
      [name, file, organization, folder],
    ]) {
      const answer = await post(service, '/api/files', parts as never, ada.auth)
      expect(answer.status, answer.text).toBe(200)
      const got = await download(service, `/api/files/${answer.body.data.fileId}/content`, ada.auth)
      expect(got.bytes.equals(content)).toBe(true)
    }
  })

  it('200: detects the type by its bytes, and links to a thumbnail', async () => {
    const { fileId, thumbUrl } = await upload(service, ada, privateFolder, png, 'not-a-picture.txt')
    const data = await eventually('the file is inspected', async () => {
      const { body } = await get(`/api/folders/${privateFolder}/file/${fileId}`)
      return body.data.file.mimetype === 'image/png' && body.data
    })
    expect(data.file).toMatchObject({ mimetype: 'image/png', width: 2, height: 3, fileType: 'txt' })
    expect(data.fileType).toBe('private')
    const thumbnail = await download(service, thumbUrl)
    expect(thumbnail.status).toBe(200)
    expect(thumbnail.headers.get('content-type')).toBe('image/webp')
    expect(thumbnail.bytes.subarray(8, 12).toString()).toBe('WEBP')
    const content = await download(service, data.file.url)
    expect(content.bytes.equals(png)).toBe(true)
  })

  it('200: the proof is of the content, and verifies even after the file is renamed and purged', async () => {
    const content = randomBytes(1000)
    const { fileId, uniqueId } = await upload(service, ada, privateFolder, content)
    await service.call('PATCH', `/api/files/${fileId}`, { fileName: 'renamed' }, ada.auth)
    const proof = await eventually('the entry is final', async () => {
      const answer = await get(`/api/files/${fileId}/proof`)
      return answer.body.state === 'final' && answer
    })
    await service.call('DELETE', `/api/files/${fileId}?permanent=true`, undefined, ada.auth)
    expect((await get(`/api/files/${fileId}/proof`)).status).toBe(404)
    const verdict = verifyProof(proof.body, { digest: Buffer.from(sha256(content), 'hex') })
    expect([verdict.failure, verdict.anchor?.state]).toEqual([undefined, 'final'])
    expect(proof.body).toMatchObject({ kind: 'file', code: uniqueId, hash: sha256(content) })
    expect(proof.body.details).toMatchObject({ subject: 'file', id: fileId, action: 'created', version: 1 })
  })

  it('200: the same answer again for the same Idempotency-Key, and one object', async () => {
    const content = randomBytes(1000)
    const headers = { ...ada.auth, 'idempotency-key': 'upload-1' }
    const parts = fileParts(ada, privateFolder, content)
    const first = await post(service, '/api/files', parts, headers)
    const again = await post(service, '/api/files', parts, headers)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await post(service, '/api/files', fileParts(ada, privateFolder, randomBytes(1000)), headers)
    expect(other.status).toBe(422)
    const renamed = parts.map((part): Part => (part[0] === 'attachments' ? ['attachments', content, 'b.pdf'] : part))
    expect((await post(service, '/api/files', renamed, headers)).status).toBe(422)
  })
})

describe('PATCH /api/files/{id}', () => {
  it('200: name, description, favourite, place; each change is an entry', async () => {
    const { fileId } = await upload(service, ada, publicFolder, randomBytes(10))
    const patch = (body: object, who = ada) => service.call('PATCH', `/api/files/${fileId}`, body, who.auth)
    expect((await patch({ organizationId: ada.userId, fileName: 'ملف.pdf', description: 'new' })).body).toStrictEqual({
      status: 200,
      message: 'File updated successfully',
    })
    await patch({ isFavourite: true, folderId: privateFolder, lat: 1.5, long: null })
    expect((await get(`/api/folders/${publicFolder}/file/${fileId}`)).status).toBe(404)
    const { data } = (await get(`/api/folders/${privateFolder}/file/${fileId}`)).body
    const wanted = {
      fileName: 'ملف.pdf',
      description: 'new',
      isFavourite: true,
      fileType: 'private',
      lat: 1.5,
      long: null,
    }
    expect(data).toMatchObject(wanted)
    expect((await patch({ fileName: 'x' }, bob)).status).toBe(404)
    expect((await patch({ fileName: 'a/b' })).status).toBe(400)
    expect((await patch({ organizationId: bob.userId, fileName: 'x' })).status).toBe(403)
    expect((await patch({ organizationId: ada.userId })).status).toBe(400)
    expect((await patch({ folderId: ada.userId })).body.message).toBe('Folder does not exist')
    const changes = await service.database.db.query<{ action: string }>(
      'SELECT action FROM changes WHERE subject_id = $1 ORDER BY id',
      [fileId],
    )
    expect(changes.map(({ action }) => action)).toEqual(['created', 'changed', 'changed'])
  })
})

describe('POST /api/files/validate', () => {
  it('200 for the same content, 422 for any other, 404 for a file the caller cannot see', async () => {
    const content = randomBytes(300_000)
    const { fileId } = await upload(service, ada, privateFolder, content)
    const validate = (bytes: Uint8Array, who = ada) =>
      post(
        service,
        '/api/files/validate',
        [
          ['attachments', bytes, 'any name'],
          ['fileId', fileId],
          ['organizationId', who.userId],
        ],
        who.auth,
      )
    expect((await validate(content)).body).toStrictEqual({ status: 200, message: 'File validated successfully' })
    const other = Buffer.from(content)
    other[299_999] = (other[299_999] as number) ^ 1
    for (const bytes of [other, content.subarray(1), Buffer.concat([content, Buffer.from([0])]), Buffer.alloc(0)]) {
      const answer = await validate(bytes)
      expect(answer.body).toStrictEqual({ status: 422, message: 'File does not match the stored file' })
      expect(answer.headers.get('error-code')).toBe('file_mismatch')
    }
    expect((await validate(content, bob)).body).toStrictEqual({ status: 404, message: 'File does not exist' })
  })
})

describe('GET /api/folders/{id}/files', () => {
  it('400: a search for text that no name can contain', async () => {
    const answer = await get(`/api/folders/${publicFolder}/files?search=%00`)
    expect([answer.status, answer.body.message]).toEqual([400, 'search: contains characters that are not allowed'])
  })

  it('200: newest first, by page and by cursor, with true counts', async () => {
    const folder = await someFolder(service, ada)
    const ids: string[] = []
    for (let at = 0; at < 7; at++) {
      ids.unshift((await upload(service, ada, folder, randomBytes(5), `f${at} Über.txt`)).fileId)
    }
    const idsOf = (answer: { body: { data: { data: { _id: string }[] } } }) =>
      answer.body.data.data.map(({ _id }) => _id)
    const first = await get(`/api/folders/${folder}/files?page=1&limit=3`)
    expect(first.body.data.count).toBe(7)
    expect(idsOf(first)).toEqual(ids.slice(0, 3))
    const next = await get(`/api/folders/${folder}/files?limit=10&cursor=${first.headers.get('next-cursor')}`)
    expect(idsOf(next)).toEqual(ids.slice(3))
    expect(next.headers.get('next-cursor')).toBe(null)
    expect((await get(`/api/folders/${folder}/files?search=über`)).body.data.count).toBe(7)
    const found = await get(`/api/folders/${folder}/files?search=F3`)
    expect(found.body.data).toMatchObject({ count: 1, data: [{ _id: ids[3], fileName: 'f3 Über.txt' }] })
    expect((await get(`/api/folders/${folder}/files?search=%25`)).body.data.count).toBe(0)
    expect((await get(`/api/folders/${folder}/files`, bob)).body.data.count).toBe(7)
    expect((await get(`/api/folders/${privateFolder}/files`, bob)).status).toBe(404)
  })
})

describe('the bin', () => {
  it('200: delete, restore, purge; nothing is left but leaves', async () => {
    const folder = await someFolder(service, ada)
    const { fileId, thumbUrl } = await upload(service, ada, folder, randomBytes(5000), 'secret name.txt')
    const path = `/api/files/${fileId}`
    const list = `/api/folders/${folder}/files`
    const remove = (query = '', who = ada) => service.call('DELETE', path + query, undefined, who.auth)
    expect((await remove('', bob)).status).toBe(404)
    expect((await remove()).body).toStrictEqual({ status: 200, message: 'File deleted successfully' })
    expect((await get(list)).body.data.count).toBe(0)
    expect((await get(`${list}?isBin=true`)).body.data).toMatchObject({ count: 1, data: [{ isBin: true }] })
    expect((await get(`${list}?isBin=true`, bob)).body.data.count).toBe(0)
    expect((await get(`/api/folders/${folder}/file/${fileId}`, bob)).status).toBe(404)
    expect((await service.call('PATCH', path, { fileName: 'x' }, ada.auth)).status).toBe(409)
    const restored = await service.call('POST', `${path}/restore`, undefined, ada.auth)
    expect(restored.body).toStrictEqual({ status: 200, message: 'File restored successfully' })
    expect((await get(list)).body.data.count).toBe(1)
    expect((await remove('?permanent=true')).body.message).toBe('File deleted permanently')
    expect((await get(`/api/folders/${folder}/file/${fileId}`)).status).toBe(404)
    expect((await download(service, thumbUrl)).status).toBe(404)
    expect((await get(list)).body.data.count).toBe(0)
    const changes = await service.database.db.query<{ action: string; details: object | null }>(
      'SELECT action, details FROM changes WHERE subject_id = $1 ORDER BY id',
      [fileId],
    )
    expect(changes.map(({ action, details }) => [action, details !== null])).toEqual([
      ['created', false],
      ['binned', false],
      ['restored', false],
      ['purged', true],
    ])
  })
})

describe('versions', () => {
  it('200: the newest is the content, the others stay', async () => {
    const [one, two] = [randomBytes(100_000), randomBytes(50_000)]
    const { fileId } = await upload(service, ada, privateFolder, one)
    const path = `/api/files/${fileId}/versions`
    const added = await post(service, path, [['attachments', two, 'v2.bin']], ada.auth)
    expect(added.body).toMatchObject({ status: 200, message: 'Version created successfully', data: { fileId } })
    const list = await get(path)
    expect(list.body.data).toMatchObject({
      count: 2,
      data: [
        { number: 2, isCurrent: true, attachmentHash: sha256(two), transactionId: added.body.data.transactionId },
        { number: 1, isCurrent: false, attachmentHash: sha256(one) },
      ],
    })
    const [newest, oldest] = list.body.data.data
    const { data } = (await get(`/api/folders/${privateFolder}/file/${fileId}`)).body
    expect(data).toMatchObject({ isVersion: true, versionId: newest.versionId, attachmentHash: sha256(two) })
    const content = `/api/files/${fileId}/content`
    expect((await download(service, content, ada.auth)).bytes.equals(two)).toBe(true)
    expect((await download(service, `${content}?version=${oldest.versionId}`, ada.auth)).bytes.equals(one)).toBe(true)
    expect((await download(service, oldest.file.url)).bytes.equals(one)).toBe(true)
    const proof = await get(`/api/files/${fileId}/proof?version=${oldest.versionId}`)
    expect(proof.body.hash).toBe(sha256(one))
    expect((await post(service, path, [['attachments', two, 'x']], bob.auth)).status).toBe(404)
    const nowhere = await post(service, '/api/files/nothing/versions', [['attachments', two, 'x']], ada.auth)
    expect([nowhere.status, nowhere.body.message]).toEqual([404, 'File does not exist'])
  })

  it('200: twenty at once, amid changes to the file, are all accepted, one after another', async () => {
    const { fileId } = await upload(service, ada, privateFolder, randomBytes(10))
    const path = `/api/files/${fileId}`
    const contents = Array.from({ length: 20 }, () => randomBytes(1000))
    const asked = contents.flatMap((content, index) => [
      post(service, `${path}/versions`, [['attachments', content, 'x.bin']], ada.auth),
      service.call('PATCH', path, { description: `${index}` }, ada.auth),
    ])
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status)).toStrictEqual(asked.map(() => 200))
    const { count, data } = (await get(`${path}/versions?limit=100`)).body.data
    expect(count).toBe(21)
    expect(data.map(({ number }: { number: number }) => number)).toStrictEqual(
      data.map((_: unknown, i: number) => 21 - i),
    )
    const list = await get(`${path}/versions?limit=15`)
    const rest = await get(`${path}/versions?limit=15&cursor=${list.headers.get('next-cursor')}`)
    expect([...list.body.data.data, ...rest.body.data.data].map(({ number }) => number)).toStrictEqual(
      data.map(({ number }: { number: number }) => number),
    )
    expect(rest.headers.get('next-cursor')).toBeNull()
    const numbersOf = async (query: string) =>
      (await get(`${path}/versions?${query}`)).body.data.data.map(({ number }: { number: number }) => number)
    expect(await numbersOf('limit=8&page=3')).toStrictEqual([5, 4, 3, 2, 1])
    expect(await numbersOf('limit=8&page=4')).toStrictEqual([])
    expect((await get(`${path}/versions`)).body.data.data).toHaveLength(20)
    const kept = data.slice(0, 20).map((version: { attachmentHash: string }) => version.attachmentHash)
    expect(kept.sort()).toStrictEqual(contents.map(sha256).sort())
  })
})
