import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { someFolder, upload } from './upload.js'

const service = useService()
let ada: TestAccount
let folder: string

/** Uploaded in this order. */
const files = [
  { name: 'K10.txt', size: 5 },
  { name: 'k2.txt', size: 300 },
  { name: 'K1 Brief.txt', size: 5 },
  { name: 'Ärger.txt', size: 70 },
  { name: 'b.txt', size: 1 },
]

beforeAll(async () => {
  ada = await service.account()
  folder = await someFolder(service, ada)
  for (const { name, size } of files) await upload(service, ada, folder, Buffer.alloc(size, name), name)
  for (const name of ['Case 10', 'case 2', 'Alpha'])
    await service.call(
      'POST',
      '/api/folders',
      { folderName: name, folderType: 'public', organizationId: ada.userId, parentFolderId: folder },
      ada.auth,
    )
  const { db } = service.database
  await eventually('all are inspected', async () => {
    const [left] = await db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM file_versions v JOIN files f ON f.id = v.file_id WHERE f.folder_id = $1 AND v.look_at IS NOT NULL',
      [folder],
    )
    return left?.count === 0
  })
  await db.execute(
    "UPDATE file_versions SET mimetype = CASE WHEN filename LIKE 'k2%' THEN 'application/pdf' ELSE 'text/plain' END WHERE file_id IN (SELECT id FROM files WHERE folder_id = $1)",
    [folder],
  )
})

const list = (query: string, of = 'files') =>
  service.call('GET', `/api/folders/${folder}/${of}?${query}`, undefined, ada.auth)
const namesOf = (data: { fileName?: string; folderName?: string }[]) =>
  data.map(({ fileName, folderName }) => fileName ?? folderName)

/** Reads a list page by page, by cursor or by number. */
async function all(query: string, by: 'cursor' | 'page', of = 'files') {
  const names: unknown[] = []
  for (let page = 1, cursor = ''; ; page++) {
    const place = by === 'page' || page === 1 ? `page=${page}` : `cursor=${encodeURIComponent(cursor)}`
    const answer = await list(`limit=2&${query}&${place}`, of)
    const { data, count } = dataOf(answer)
    names.push(...namesOf(data))
    cursor = answer.headers.get('next-cursor') ?? ''
    if (cursor === '') return { names, count }
  }
}

describe.each(['cursor', 'page'] as const)('sorted lists by %s', (by) => {
  it.each([
    ['sort=name&order=asc', ['Ärger.txt', 'b.txt', 'K1 Brief.txt', 'k2.txt', 'K10.txt']],
    ['sort=name', ['K10.txt', 'k2.txt', 'K1 Brief.txt', 'b.txt', 'Ärger.txt']],
    ['sort=size&order=asc', ['b.txt', 'K10.txt', 'K1 Brief.txt', 'Ärger.txt', 'k2.txt']],
    ['sort=size', ['k2.txt', 'Ärger.txt', 'K1 Brief.txt', 'K10.txt', 'b.txt']],
    ['sort=type&order=asc', ['k2.txt', 'Ärger.txt', 'b.txt', 'K1 Brief.txt', 'K10.txt']],
    ['order=asc', files.map(({ name }) => name)],
    ['', files.map(({ name }) => name).reverse()],
    ['sort=name&order=asc&search=k', ['K1 Brief.txt', 'k2.txt', 'K10.txt']],
  ])('files: %s', async (query, names) => {
    expect(await all(query, by)).toEqual({ names, count: names.length })
  })

  it.each([
    ['sort=name&order=asc', ['Alpha', 'case 2', 'Case 10']],
    ['order=asc', ['Case 10', 'case 2', 'Alpha']],
    ['sort=name&search=case', ['Case 10', 'case 2']],
  ])('folders: %s', async (query, names) => {
    expect(await all(query, by, 'folders')).toEqual({ names, count: names.length })
  })
})

it('an empty page beyond the end still counts', async () => {
  expect(dataOf(await list('sort=name&page=9'))).toEqual({ count: 5, data: [] })
})

it('400: an unknown order', async () => {
  expectError(await list('sort=colour'), 400, 'invalid', /^sort: expected one of/)
  expectError(await list('sort=size', 'folders'), 400, 'invalid', /^sort: expected one of/)
})
