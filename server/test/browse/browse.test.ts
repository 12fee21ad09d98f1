import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { code, iso, sha256, someFolder, txid, upload, uuid } from '../files/upload.js'
import { newFolder } from '../folders/shapes.js'
import { type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bea = await service.account('Bea Arthur')
})

const get = (path: string, by = ada) => service.call('GET', path, undefined, by.auth)
const remove = (path: string, by = ada) => service.call('DELETE', path, undefined, by.auth)
const content = Buffer.from('content')

/** Reads a whole list, and checks that cursors and pages give the same. */
async function walk(path: string, by = ada): Promise<{ _id: string }[]> {
  const items = await byCursor(path, by)
  const byPage = []
  for (let page = 1; byPage.length < items.length; page++) {
    byPage.push(...dataOf(await get(`${path}?limit=2&page=${page}`, by)).data)
  }
  const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id)
  expect(ids(byPage)).toStrictEqual(ids(items))
  expect(ids(dataOf(await get(path, by)).data)).toStrictEqual(ids(items.slice(0, 20)))
  return items
}

async function byCursor(path: string, by: TestAccount): Promise<{ _id: string }[]> {
  const items: { _id: string }[] = []
  for (let cursor = ''; ; ) {
    const answer = await get(`${path}?limit=2${cursor && `&cursor=${cursor}`}`, by)
    items.push(...dataOf(answer).data)
    cursor = answer.headers.get('next-cursor') ?? ''
    if (cursor === '') return items
  }
}

describe('GET /api/folders/{folderId}', () => {
  it('200: with its path and contents', async () => {
    const outer = await newFolder(service, ada, { folderName: 'Outer' })
    const inner = await newFolder(service, ada, {
      parentFolderId: outer._id,
      folderName: 'Inner',
      folderType: 'private',
    })
    await upload(service, ada, outer._id, content)
    expect(dataOf(await get(`/api/folders/${outer._id}`))).toStrictEqual({
      _id: outer._id,
      folderName: 'Outer',
      parentFolderId: outer.parentFolderId,
      folderLevel: 1,
      folderType: 'public',
      isBin: false,
      isOwn: true,
      ownerId: ada.userId,
      ownerName: 'Ada Lovelace',
      path: [{ _id: outer._id, folderName: 'Outer', folderType: 'public' }],
      folders: 1,
      files: 1,
      createdAt: outer.createdAt,
      updatedAt: iso,
    })
    expect(dataOf(await get(`/api/folders/${inner._id}`))).toMatchObject({
      folderType: 'private',
      path: [{ folderName: 'Outer' }, { folderName: 'Inner', folderType: 'private' }],
    })
    // Others do not even learn how many private items there are.
    expect(dataOf(await get(`/api/folders/${outer._id}`, bea))).toMatchObject({ isOwn: false, folders: 0, files: 1 })
    expectError(await get(`/api/folders/${inner._id}`, bea), 404, 'folder_not_found', /./)
  })

  it("200: root is the caller's top level, also while it is empty", async () => {
    const cleo = await service.account('Cleo')
    const root = dataOf(await get('/api/folders/root', cleo))
    expect(root).toMatchObject({
      _id: uuid,
      folderName: '',
      parentFolderId: null,
      folderLevel: 0,
      path: [],
      isOwn: true,
    })
    const folder = await newFolder(service, cleo)
    expect(folder.parentFolderId).toBe(root._id)
    expect(dataOf(await get(`/api/folders/${root._id}`, cleo))).toMatchObject({ _id: root._id, folders: 1 })
    expectError(await get(`/api/folders/${root._id}`), 404, 'folder_not_found', /./)
    expectError(await get('/api/folders/nonsense'), 404, 'folder_not_found', /./)
  })
})

describe('GET /api/folders/{folderId}/folders', () => {
  it('200: page by page, newest first, with the contents of each', async () => {
    const outer = await newFolder(service, ada)
    const made = []
    for (let i = 0; i < 5; i++) made.push(await newFolder(service, ada, { parentFolderId: outer._id }))
    await newFolder(service, ada, { parentFolderId: made[4]?._id })
    await upload(service, ada, made[4]?._id ?? '', content)
    const path = `/api/folders/${outer._id}/folders`
    const found = await walk(path)
    expect(found.map(({ _id }) => _id)).toEqual(made.map(({ _id }) => _id).reverse())
    expect(found[0]).toStrictEqual({
      _id: made[4]?._id,
      folderName: made[4]?.folderName,
      parentFolderId: outer._id,
      folderLevel: 2,
      folderType: 'public',
      folders: 1,
      files: 1,
      createdAt: made[4]?.createdAt,
      updatedAt: iso,
    })
    expect(dataOf(await get(`${path}?search=${encodeURIComponent(made[0]?.folderName ?? '')}`))).toMatchObject({
      data: [{ _id: made[0]?._id }],
    })
    expectError(await get(`${path}?cursor=nonsense`), 400, 'invalid', /./)
  })

  it('200: others see what is public in a public folder; 404 for a private one', async () => {
    const outer = await newFolder(service, ada)
    const open = await newFolder(service, ada, { parentFolderId: outer._id })
    const closed = await newFolder(service, ada, { parentFolderId: outer._id, folderType: 'private' })
    const seen = dataOf(await get(`/api/folders/${outer._id}/folders`, bea))
    expect(seen).toMatchObject({ count: 1, data: [{ _id: open._id }] })
    expectError(await get(`/api/folders/${closed._id}/folders`, bea), 404, 'folder_not_found', /./)
  })
})

describe('GET /api/files/{fileId}', () => {
  it('200: with its path, and the state of its entry', async () => {
    const folder = await newFolder(service, ada, { folderName: 'Contracts of 2026' })
    const { fileId } = await upload(service, ada, folder._id, content, 'a.txt')
    const file = await eventually('the file is final', async () => {
      const data = dataOf(await get(`/api/files/${fileId}`))
      return data.state === 'final' && data
    })
    expect(file).toMatchObject({
      _id: fileId,
      fileName: 'a.txt',
      folderId: folder._id,
      attachmentHash: sha256(content),
      transactionId: txid,
      uniqueId: code,
      isOwn: true,
      isBin: false,
      ownerName: 'Ada Lovelace',
      uploadedBy: 'Ada Lovelace',
      versions: 1,
      path: [{ _id: folder._id, folderName: 'Contracts of 2026', folderType: 'public' }],
      blockNumber: expect.any(Number),
      blockTime: iso,
    })
    expect(dataOf(await get(`/api/files/${fileId}`, bea))).toMatchObject({ isOwn: false, isFavourite: false })
    expectError(await get('/api/files/nonsense'), 404, 'file_not_found', /./)
    for (const path of [`/api/files/${fileId}`, '/api/folders/root']) {
      expectError(await get(`${path}?organizationId=${ada.userId}`, bea), 403, 'forbidden', 'Forbidden')
      expect((await get(`${path}?x=1&organizationId=`, bea)).status).toBe(200)
    }
    const closed = await upload(service, ada, await someFolder(service, ada, 'private'), content)
    expectError(await get(`/api/files/${closed.fileId}`, bea), 404, 'file_not_found', /./)
  })
})

describe('GET /api/bin', () => {
  it('200: what was deleted by itself, latest first; not what was deleted with a folder', async () => {
    const dora = await service.account('Dora')
    const outer = await newFolder(service, dora, { folderName: 'Outer' })
    const inner = await newFolder(service, dora, { folderName: 'Inner', parentFolderId: outer._id })
    const first = await upload(service, dora, inner._id, content, 'first.txt')
    const second = await upload(service, dora, outer._id, content, 'second.txt')
    await remove(`/api/files/${first.fileId}`, dora)
    await remove(`/api/files/${second.fileId}`, dora)
    await remove(`/api/folders/${inner._id}`, dora)
    const bin = await walk('/api/bin', dora)
    expect(bin).toStrictEqual([
      {
        _id: inner._id,
        type: 'folder',
        name: 'Inner',
        from: { _id: outer._id, folderName: 'Outer' },
        fileSize: null,
        mimetype: null,
        deletedAt: iso,
        erasedAt: iso,
      },
      {
        _id: second.fileId,
        type: 'file',
        name: 'second.txt',
        from: { _id: outer._id, folderName: 'Outer' },
        fileSize: content.length,
        mimetype: expect.any(String),
        deletedAt: iso,
        erasedAt: iso,
      },
    ])
    await remove(`/api/folders/${outer._id}`, dora)
    const top = dataOf(await get('/api/bin', dora))
    expect(top).toMatchObject({ count: 2, data: [{ _id: outer._id, from: null }, { _id: inner._id }] })
    expect(await walk('/api/bin', bea)).toEqual([])
  })

  it('200: page by page; 400: with a cursor from another list', async () => {
    const emil = await service.account('Emil')
    const ids = []
    for (let i = 0; i < 5; i++) {
      const { _id } = await newFolder(service, emil)
      await remove(`/api/folders/${_id}`, emil)
      ids.unshift(_id)
    }
    expect((await walk('/api/bin', emil)).map(({ _id }) => _id)).toEqual(ids)
    const made = Buffer.from(`1/${'-'.repeat(36)}`).toString('base64url')
    for (const cursor of ['c1.AAAA', `b1.${made}`]) {
      expectError(await get(`/api/bin?cursor=${cursor}`, emil), 400, 'invalid', /^cursor: /)
    }
  })
})

describe('GET /api/recent', () => {
  it('200: up to ten from all folders, newest first, without what is in the bin', async () => {
    const gwen = await service.account('Gwen')
    const recent = async (): Promise<string[]> =>
      dataOf(await get('/api/recent', gwen)).map(({ _id }: { _id: string }) => _id)
    expect(await recent()).toEqual([])
    const [one, two] = [await someFolder(service, gwen, 'private'), await someFolder(service, gwen)]
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.unshift((await upload(service, gwen, i % 2 ? one : two, content)).fileId)
    expect(await recent()).toEqual(ids.slice(0, 10))
    await remove(`/api/files/${ids[0]}`, gwen)
    expect(await recent()).toEqual(ids.slice(1, 11))
    await remove(`/api/folders/${two}`, gwen)
    expect(await recent()).toEqual(ids.filter((_, at) => at % 2 === 0).slice(1))
  })
})

describe('GET /api/favourites', () => {
  it('200: from all folders, page by page, without what is in the bin', async () => {
    const finn = await service.account('Finn')
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const { fileId } = await upload(service, finn, await someFolder(service, finn, 'private'), content)
      await service.call('PATCH', `/api/files/${fileId}`, { isFavourite: true }, finn.auth)
      ids.unshift(fileId)
    }
    await upload(service, finn, await someFolder(service, finn), content)
    expect((await walk('/api/favourites', finn)).map(({ _id }) => _id)).toEqual(ids)
    await remove(`/api/files/${ids[0]}`, finn)
    expect(dataOf(await get('/api/favourites', finn))).toMatchObject({ count: 4 })
  })
})
