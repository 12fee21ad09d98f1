import { beforeAll, describe, expect, it } from 'vitest'
import { iso, upload, uuid } from '../files/upload.js'
import { newFolder } from '../folders/shapes.js'
import { type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
const ids: Record<string, string> = {}
const content = Buffer.from('content')

// Contracts (public) > 2025 (private) > contract of lease.txt; Contracts > CONTRACT.txt; Photos > lease.jpg
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bea = await service.account('Bea Arthur')
  const folder = async (folderName: string, parentFolderId?: string, folderType: 'public' | 'private' = 'public') => {
    const made = await newFolder(service, ada, { folderName, folderType, ...(parentFolderId && { parentFolderId }) })
    ids[folderName] = made._id
  }
  const file = async (name: string, folderId: string) => {
    ids[name] = (await upload(service, ada, folderId, content, name)).fileId
  }
  await folder('Contracts')
  await folder('2025 contracts', ids.Contracts, 'private')
  await file('contract of lease.txt', ids['2025 contracts'] ?? '')
  await file('CONTRACT.txt', ids.Contracts ?? '')
  await folder('Photos')
  await file('lease.jpg', ids.Photos ?? '')
  const others = await newFolder(service, bea, { folderName: 'Contracts of Bea' })
  ids.others = others._id
})

const search = (query: string, by = ada) => service.call('GET', `/api/search?${query}`, undefined, by.auth)
const found = async (query: string, by = ada) => {
  const { count, data } = dataOf(await search(query, by)) as { count: number; data: { _id: string }[] }
  expect(count).toBe(data.length)
  return data.map(({ _id }) => Object.keys(ids).find((name) => ids[name] === _id))
}

describe('GET /api/search', () => {
  it('200: folders and files of all own folders, newest first, whatever the case', async () => {
    expect(await found('search=contract')).toEqual([
      'CONTRACT.txt',
      'contract of lease.txt',
      '2025 contracts',
      'Contracts',
    ])
    expect(await found('search=LEASE')).toEqual(['lease.jpg', 'contract of lease.txt'])
    expect(await found('search=%25')).toEqual([])
  })

  it('200: with one or two characters at the beginning of a name', async () => {
    expect(await found('search=ph')).toEqual(['Photos'])
    expect(await found('search=to')).toEqual([])
  })

  it('200: each as in the lists, with its parent folders', async () => {
    const { data } = dataOf(await search('search=contract'))
    const top = { _id: ids.Contracts, folderName: 'Contracts', folderType: 'public' }
    expect(data[1]).toMatchObject({
      type: 'file',
      fileName: 'contract of lease.txt',
      fileType: 'private',
      thumbUrl: expect.stringMatching(/^http/),
      path: [top, { _id: ids['2025 contracts'], folderName: '2025 contracts', folderType: 'private' }],
    })
    expect(data[3]).toStrictEqual({
      _id: ids.Contracts,
      type: 'folder',
      folderName: 'Contracts',
      parentFolderId: uuid,
      folderLevel: 1,
      folderType: 'public',
      folders: 1,
      files: 1,
      path: [],
      createdAt: iso,
      updatedAt: iso,
    })
  })

  it("200: in one folder; in another account's, only what is public", async () => {
    expect(await found(`search=contract&folderId=${ids.Contracts}`)).toEqual(['CONTRACT.txt', '2025 contracts'])
    expect(await found('search=contract&folderId=root')).toEqual(['Contracts'])
    expect(await found(`search=contract&folderId=${ids.Contracts}`, bea)).toEqual(['CONTRACT.txt'])
    expect(await found('search=contract', bea)).toEqual(['others'])
  })

  it('200: page by page', async () => {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const answer = await search(`search=contract&limit=1${cursor && `&cursor=${cursor}`}`)
      const { count, data } = dataOf(answer)
      expect([count, data.length]).toEqual([4, 1])
      seen.push(data[0]._id)
      cursor = answer.headers.get('next-cursor') ?? ''
      if (cursor === '') break
    }
    expect(seen).toEqual([ids['CONTRACT.txt'], ids['contract of lease.txt'], ids['2025 contracts'], ids.Contracts])
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => search(`search=contract&limit=1&page=${page}`)))
    expect(pages.flatMap((page) => dataOf(page).data).map(({ _id }) => _id)).toEqual(seen)
  })

  it('200: without what is in the bin, by itself or with its folder', async () => {
    await service.call('DELETE', `/api/folders/${ids['2025 contracts']}`, undefined, ada.auth)
    await service.call('DELETE', `/api/files/${ids['CONTRACT.txt']}`, undefined, ada.auth)
    expect(await found('search=contract')).toEqual(['Contracts'])
    expect(await found('search=lease')).toEqual(['lease.jpg'])
  })

  it('400: without a search term, with an invalid cursor; 404: in a folder that the caller cannot see', async () => {
    expectError(await search('search='), 400, 'invalid', /search/)
    expectError(await search(''), 400, 'invalid', /search/)
    expectError(await search('search=a&cursor=b1.AAAA'), 400, 'invalid', /cursor/)
    expectError(await search(`search=a&folderId=${ids['2025 contracts']}`, bea), 404, 'folder_not_found', /./)
  })
})
