import { beforeAll, describe, expect, it } from 'vitest'
import { wallTime } from '../../../test/wall-time.js'
import { type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import {
  askDetails,
  askFolder,
  detailsShape,
  expectDone,
  type Folder,
  folderShape,
  itemShape,
  newFolder,
} from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bea = await service.account('Bea Arthur')
})

const patch = (folder: { _id: string }, body: unknown, by = ada) =>
  service.call('PATCH', `/api/folders/${folder._id}?organizationId=${by.userId}`, body, by.auth)
const remove = (folder: { _id: string }, query = '', by = ada) =>
  service.call('DELETE', `/api/folders/${folder._id}?organizationId=${by.userId}${query}`, undefined, by.auth)
const restore = (folder: { _id: string }, by = ada) =>
  service.call('POST', `/api/folders/${folder._id}/restore?organizationId=${by.userId}`, undefined, by.auth)
const details = async (folder: Folder, by = ada, parent = folder.parentFolderId): Promise<Folder> =>
  dataOf(await askDetails(service, by, { ...folder, parentFolderId: parent }))
const list = async (query: string, by = ada): Promise<{ count: number; data: Folder[] }> =>
  dataOf(await service.call('GET', `/api/folders?page=1&limit=100${query}`, undefined, by.auth))
const entries = (id: string) =>
  service.database.db.query<{ action: string; details: Record<string, unknown> | null }>(
    'SELECT action, details FROM changes WHERE subject_id = $1 ORDER BY id',
    [id],
  )

describe('POST /api/folders', () => {
  it('200: exactly the fields of a folder; the top is in the hidden root', async () => {
    const before = wallTime().getTime()
    const answer = await askFolder(service, ada, { folderName: 'Contracts' })
    const folder = dataOf(answer)
    expect(answer.body.message).toBe('Folder created successfully')
    expect(folder).toStrictEqual({ ...folderShape, folderName: 'Contracts', folderLevel: 1, folderType: 'public' })
    expect(folder).toMatchObject({ userId: ada.userId, isBin: false, createdAt: expect.any(String) })
    expect(Date.parse(folder.createdAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(folder.createdAt)).toBeLessThanOrEqual(wallTime().getTime())
    const other = await newFolder(service, ada, { folderType: 'private' })
    expect(other).toMatchObject({ folderType: 'private', parentFolderId: folder.parentFolderId })
    expect((await newFolder(service, bea)).parentFolderId).not.toBe(folder.parentFolderId)
  })

  it('200: nested, one level deeper; private inside a private folder', async () => {
    const parent = await newFolder(service, ada)
    const child = await newFolder(service, ada, { parentFolderId: parent._id })
    expect(child).toMatchObject({ parentFolderId: parent._id, folderLevel: 2, folderType: 'public' })
    const closed = await newFolder(service, ada, { parentFolderId: child._id, folderType: 'private' })
    const inside = await newFolder(service, ada, { parentFolderId: closed._id, folderType: 'public' })
    expect(inside).toMatchObject({ folderLevel: 4, folderType: 'private' })
  })

  it('200 to level 32, 409 below it', async () => {
    let folder = await newFolder(service, ada)
    while (folder.folderLevel < 32) folder = await newFolder(service, ada, { parentFolderId: folder._id })
    const answer = await askFolder(service, ada, { parentFolderId: folder._id })
    expectError(answer, 409, 'folder_too_deep', 'Folders can be nested at most 32 levels deep')
  })

  it('is an entry on the chain, with the change in its details', async () => {
    const folder = await newFolder(service, ada, { folderName: 'Recorded', folderType: 'private' })
    const [entry] = await entries(folder._id)
    expect(entry?.details).toStrictEqual({
      subject: 'folder',
      id: folder._id,
      action: 'created',
      userId: ada.userId,
      at: expect.stringMatching(/Z$/),
      folderName: 'Recorded',
      folderType: 'private',
      parentFolderId: folder.parentFolderId,
    })
  })

  it.each([
    ['folderName missing', { folderName: undefined }, 'folderName: this field is required'],
    ['folderName a number', { folderName: 7 }, 'folderName: expected a string'],
    ['folderType missing', { folderType: undefined }, 'folderType: this field is required'],
    ['folderType unknown', { folderType: 'secret' }, 'folderType: expected one of public, private'],
    ['organizationId missing', { organizationId: undefined }, 'organizationId: this field is required'],
    ['an unknown field', { colour: 'red' }, 'colour: unknown field'],
    ['parentFolderId no UUID', { parentFolderId: 'x' }, 'parentFolderId: expected the format of a UUID'],
  ])('400: %s', async (_, more, message) => {
    expectError(await askFolder(service, ada, more), 400, 'invalid', message)
  })

  it("403: another organization; 404: an unknown parent, or another account's", async () => {
    expectError(await askFolder(service, ada, { organizationId: bea.userId }), 403, 'forbidden', 'Forbidden')
    const theirs = await newFolder(service, bea)
    for (const parentFolderId of [theirs._id, theirs.parentFolderId, ada.userId]) {
      const answer = await askFolder(service, ada, { parentFolderId })
      expectError(answer, 404, 'folder_not_found', 'Folder does not exist')
    }
  })

  it('409: a parent in the bin', async () => {
    const parent = await newFolder(service, ada)
    await remove(parent)
    const answer = await askFolder(service, ada, { parentFolderId: parent._id })
    expectError(answer, 409, 'folder_in_bin', 'The folder is in the bin. Restore it first.')
  })

  it('with Idempotency-Key: one folder, the same answer again; a refusal too', async () => {
    const body = { folderName: 'Once', folderType: 'public', organizationId: ada.userId }
    const headers = { ...ada.auth, 'idempotency-key': 'once' }
    const first = await service.call('POST', '/api/folders', body, headers)
    const again = await service.call('POST', '/api/folders', body, headers)
    expect([first.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
    const refused = { ...ada.auth, 'idempotency-key': 'refused' }
    for (const replayed of [null, 'true']) {
      const answer = await service.call('POST', '/api/folders', body, refused)
      expectError(answer, 409, 'folder_exists', 'Folder Already Exists')
      expect(answer.headers.get('idempotent-replayed')).toBe(replayed)
    }
  })
})

describe('GET /api/folders/{parent}/folder/{id}', () => {
  it('200: exactly the fields of details', async () => {
    const folder = await newFolder(service, ada, { folderType: 'private' })
    const answer = await askDetails(service, ada, folder)
    expect(answer.body.message).toBe('Folder fetched successfully')
    const { _id, folderName, userId, parentFolderId, folderLevel, isBin, folderType, createdAt, updatedAt } = folder
    const shown = { _id, folderName, userId, parentFolderId, folderLevel, isBin, folderType, createdAt, updatedAt }
    expect(dataOf(answer)).toStrictEqual({ ...detailsShape, ...shown, previousFolderId: null })
  })

  it('403: another organization; 404: unknown, in another parent, not a UUID, the hidden root', async () => {
    const folder = await newFolder(service, ada)
    const path = `/api/folders/${folder.parentFolderId}/folder/${folder._id}`
    const named = await service.call('GET', `${path}?organizationId=${bea.userId}`, undefined, ada.auth)
    expectError(named, 403, 'forbidden', 'Forbidden')
    const root = folder.parentFolderId
    for (const [parent, id] of [
      [root, ada.userId],
      [folder._id, folder._id],
      [root, 'x'],
      [root, '..%2f..'],
      [root, root],
    ]) {
      const answer = await service.call('GET', `/api/folders/${parent}/folder/${id}`, undefined, ada.auth)
      expectError(answer, 404, 'folder_not_found', 'Folder does not exist')
    }
  })
})

describe('PATCH /api/folders/{id}', () => {
  it('200: name and type, also in the organization of body and query; updatedAt moves', async () => {
    const folder = await newFolder(service, ada)
    const body = { organizationId: ada.userId, folderName: 'Renamed 1', folderType: 'private' }
    expectDone(await patch(folder, body), 'Folder updated successfully')
    const after = await details(folder)
    expect(after).toMatchObject({ folderName: 'Renamed 1', folderType: 'private', createdAt: folder.createdAt })
    expect(after.updatedAt > folder.updatedAt).toBe(true)
    expect((await entries(folder._id)).map(({ action }) => action)).toEqual(['created', 'changed'])
  })

  it('200: a change to the same values makes no entry', async () => {
    const folder = await newFolder(service, ada)
    expectDone(
      await patch(folder, { folderName: folder.folderName, folderType: 'public' }),
      'Folder updated successfully',
    )
    expect(await entries(folder._id)).toHaveLength(1)
    expect((await details(folder)).updatedAt).toBe(folder.updatedAt)
  })

  it('200: its own name in another case', async () => {
    const folder = await newFolder(service, ada, { folderName: 'own name' })
    expectDone(await patch(folder, { folderName: 'Own Name' }), 'Folder updated successfully')
    expect((await details(folder)).folderName).toBe('Own Name')
  })

  it('200: moved, with everything under it', async () => {
    const [from, to] = [await newFolder(service, ada), await newFolder(service, ada, { folderType: 'private' })]
    const child = await newFolder(service, ada, { parentFolderId: from._id })
    const grandchild = await newFolder(service, ada, { parentFolderId: child._id })
    expectDone(await patch(child, { parentFolderId: to._id }), 'Folder updated successfully')
    expect(await details(child, ada, to._id)).toMatchObject({ folderLevel: 2, folderType: 'private' })
    expect(await details(grandchild)).toMatchObject({ folderLevel: 3, folderType: 'private' })
    expectDone(await patch(child, { parentFolderId: from.parentFolderId }), 'Folder updated successfully')
    expect(await details(child, ada, from.parentFolderId)).toMatchObject({ folderLevel: 1, folderType: 'public' })
    expect(await details(grandchild)).toMatchObject({ folderLevel: 2, folderType: 'public' })
  })

  it('409: into itself, or into what is under it', async () => {
    const folder = await newFolder(service, ada)
    const child = await newFolder(service, ada, { parentFolderId: folder._id })
    const grandchild = await newFolder(service, ada, { parentFolderId: child._id })
    for (const { _id } of [folder, child, grandchild]) {
      const answer = await patch(folder, { parentFolderId: _id })
      expectError(answer, 409, 'folder_cycle', 'A folder cannot be moved into itself or one of its subfolders')
    }
  })

  it('409: too deep, counting what is in the bin', async () => {
    let deep = await newFolder(service, ada)
    while (deep.folderLevel < 30) deep = await newFolder(service, ada, { parentFolderId: deep._id })
    const folder = await newFolder(service, ada)
    const child = await newFolder(service, ada, { parentFolderId: folder._id })
    const grandchild = await newFolder(service, ada, { parentFolderId: child._id })
    await remove(grandchild)
    const answer = await patch(folder, { parentFolderId: deep._id })
    expectError(answer, 409, 'folder_too_deep', 'Folders can be nested at most 32 levels deep')
    expectDone(await patch(child, { parentFolderId: deep._id }), 'Folder updated successfully')
    expect((await details(grandchild)).folderLevel).toBe(32)
  })

  it('409: the name of a sibling, also by moving there; in the bin', async () => {
    const [one, two] = [await newFolder(service, ada, { folderName: 'Twin' }), await newFolder(service, ada)]
    const inside = await newFolder(service, ada, { folderName: 'TWIN', parentFolderId: two._id })
    expectError(await patch(two, { folderName: 'twin' }), 409, 'folder_exists', 'Folder Already Exists')
    const moved = await patch(inside, { parentFolderId: one.parentFolderId })
    expectError(moved, 409, 'folder_exists', 'Folder Already Exists')
    await remove(one)
    expectError(await patch(one, { folderName: 'x' }), 409, 'folder_in_bin', /Restore it first/)
    expectError(await patch(two, { parentFolderId: one._id }), 409, 'folder_in_bin', /Restore it first/)
    expectDone(await patch(two, { folderName: 'twin' }), 'Folder updated successfully')
  })

  it('400: public inside a private one, no field, only the organization, an unknown field', async () => {
    const parent = await newFolder(service, ada, { folderType: 'private' })
    const child = await newFolder(service, ada, { parentFolderId: parent._id })
    const open = await patch(child, { folderType: 'public' })
    expectError(open, 400, 'invalid', 'folderType: a subfolder of a private folder must be private')
    expectError(await patch(child, {}), 400, 'invalid', 'body: expected at least one field')
    expectError(await patch(child, { organizationId: ada.userId }), 400, 'invalid', /^body: expected at least one of/)
    expectError(await patch(child, { isBin: true }), 400, 'invalid', 'isBin: unknown field')
    const empty = await service.call('PATCH', `/api/folders/${child._id}`, undefined, ada.auth)
    expectError(empty, 400, 'body_missing', /body is missing/)
  })

  it('403: another organization in query or body; 404: the hidden root', async () => {
    const folder = await newFolder(service, ada)
    expectError(await patch(folder, { organizationId: bea.userId, folderName: 'x' }), 403, 'forbidden', 'Forbidden')
    const path = `/api/folders/${folder._id}?organizationId=${bea.userId}`
    expectError(await service.call('PATCH', path, { folderName: 'x' }, ada.auth), 403, 'forbidden', 'Forbidden')
    const root = { _id: folder.parentFolderId }
    expectError(await patch(root, { folderName: 'x' }), 404, 'folder_not_found', 'Folder does not exist')
    expectError(await remove(root), 404, 'folder_not_found', 'Folder does not exist')
    expectError(await restore(root), 404, 'folder_not_found', 'Folder does not exist')
  })
})

describe('a public folder made private, and back', () => {
  it('changes what others may read at once, for every folder under it', async () => {
    const top = await newFolder(service, ada)
    const child = await newFolder(service, ada, { parentFolderId: top._id })
    const closed = await newFolder(service, ada, { parentFolderId: child._id, folderType: 'private' })
    const seen = async () =>
      Promise.all([top, child, closed].map(async (folder) => (await askDetails(service, bea, folder)).status))
    expect(await seen()).toEqual([200, 200, 404])
    await patch(top, { folderType: 'private' })
    expect(await seen()).toEqual([404, 404, 404])
    expect((await details(child)).folderType).toBe('private')
    await patch(top, { folderType: 'public' })
    expect(await seen()).toEqual([200, 200, 404])
  })
})

describe('the bin', () => {
  it('DELETE: out of the lists with everything under it; the details name where it was', async () => {
    const top = await newFolder(service, ada)
    const child = await newFolder(service, ada, { parentFolderId: top._id })
    expectDone(await remove(top), 'Folder deleted successfully')
    expectDone(await remove(top), 'Folder deleted successfully')
    expect(await details(top)).toMatchObject({ isBin: true, previousFolderId: top.parentFolderId })
    expect(await details(child)).toMatchObject({ isBin: true, previousFolderId: top._id, folderLevel: 2 })
    expect((await list(`&parentFolderId=${top._id}`)).data).toEqual([])
    expect((await list(`&parentFolderId=${top._id}&isBin=true`)).data.map(({ _id }) => _id)).toEqual([child._id])
    expect((await askDetails(service, bea, top)).status).toBe(404)
    const binned = (await entries(top._id)).filter(({ action }) => action === 'binned')
    expect(binned.map((entry) => entry.details)).toMatchObject([{ folders: 2 }])
  })

  it('restore: to where it was, with only what the same deletion took', async () => {
    const top = await newFolder(service, ada)
    const [before, after] = [
      await newFolder(service, ada, { parentFolderId: top._id }),
      await newFolder(service, ada, { parentFolderId: top._id }),
    ]
    await remove(before)
    await remove(top)
    const answer = await restore(top)
    expect(answer.body.message).toBe('Folder restored successfully')
    const shown = { _id: top._id, parentFolderId: top.parentFolderId, folderLevel: 1, isBin: false }
    expect(dataOf(answer)).toStrictEqual({ ...folderShape, ...shown })
    expect((await details(before)).isBin).toBe(true)
    expect(await details(after)).toMatchObject({ isBin: false, previousFolderId: null })
    expect(dataOf(await restore(before))).toMatchObject({ parentFolderId: top._id, folderLevel: 2, isBin: false })
    expect(dataOf(await restore(before)).isBin).toBe(false)
    expect((await entries(before._id)).map(({ action }) => action)).toEqual(['created', 'binned', 'restored'])
  })

  it('restore of a folder whose parent is in the bin: to the top level', async () => {
    const top = await newFolder(service, ada, { folderType: 'private' })
    const child = await newFolder(service, ada, { parentFolderId: top._id })
    const grandchild = await newFolder(service, ada, { parentFolderId: child._id })
    await remove(top)
    const restored = dataOf(await restore(child))
    expect(restored).toMatchObject({ parentFolderId: top.parentFolderId, folderLevel: 1, isBin: false })
    expect(await details(grandchild)).toMatchObject({ folderLevel: 2, isBin: false, folderType: 'private' })
    expect((await details(top)).isBin).toBe(true)
  })

  it('409: another folder has taken its name meanwhile; nothing changes', async () => {
    const folder = await newFolder(service, ada, { folderName: 'Taken' })
    await remove(folder)
    await newFolder(service, ada, { folderName: 'taken' })
    expectError(await restore(folder), 409, 'folder_exists', 'Folder Already Exists')
    expect((await details(folder)).isBin).toBe(true)
  })

  it('with Idempotency-Key: restored once', async () => {
    const folder = await newFolder(service, ada)
    await remove(folder)
    const headers = { ...ada.auth, 'idempotency-key': 'restore-1' }
    const path = `/api/folders/${folder._id}/restore`
    const first = await service.call('POST', path, undefined, headers)
    const again = await service.call('POST', path, undefined, headers)
    expect([first.status, again.text]).toEqual([200, first.text])
  })
})

describe('GET /api/folders', () => {
  let cara: TestAccount
  let made: Folder[]
  const ids = (folders: readonly Folder[]) => folders.map(({ _id }) => _id)
  beforeAll(async () => {
    cara = await service.account('Cara Dune')
    made = []
    for (let at = 0; at < 12; at++) {
      const folderType = at % 3 === 0 ? 'private' : 'public'
      made.push(await newFolder(service, cara, { folderName: `Straße ${at}`, folderType }))
    }
    for (let at = 0; at < 3; at++) made.push(await newFolder(service, cara, { parentFolderId: made[1]?._id }))
    made.push(await newFolder(service, cara, { parentFolderId: made[0]?._id }))
    await remove(made[2] as Folder, '', cara)
  })
  const newest = (wanted: (folder: Folder, at: number) => boolean) =>
    ids(made.filter((folder, at) => at !== 2 && wanted(folder, at))).reverse()

  it('200: own ones, newest first, with exactly the fields of an item', async () => {
    const own = await list(`&organizationId=${cara.userId}`, cara)
    expect(Object.keys(own).sort()).toEqual(['count', 'data'])
    expect([own.count, ids(own.data)]).toEqual([15, newest(() => true)])
    for (const item of own.data) expect(item).toStrictEqual(itemShape)
    expect(own.data[0]).toMatchObject({ folderLevel: 2, userData: { id: cara.userId, name: 'Cara Dune' } })
  })

  it("200: another organization's public ones; none of an unknown one", async () => {
    const theirs = await list(`&organizationId=${cara.userId}`, bea)
    expect(ids(theirs.data)).toEqual(newest((folder) => folder.folderType === 'public'))
    expect(theirs.count).toBe(theirs.data.length)
    expect(await list('&organizationId=01938f3c-7a40-7c3e-9d5b-0c6f2f1b8a11', bea)).toEqual({ count: 0, data: [] })
  })

  it('200: without an organization own ones and the public ones of all', async () => {
    const all = await list('', cara)
    expect(new Set(all.data.map(({ userData }) => userData?.id)).size).toBeGreaterThan(1)
    const [row] = await service.database.db.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM folders WHERE parent_id IS NOT NULL AND deleted_at IS NULL
        AND (account_id = $1 OR NOT is_private)`,
      [cara.userId],
    )
    expect(all.count).toBe(row?.n)
    const sorted = [...ids(all.data)].sort().reverse()
    expect(ids(all.data)).toEqual(sorted)
  })

  it('200: in a parent, in the root; 404 for one the caller cannot see', async () => {
    const inside = await list(`&parentFolderId=${made[1]?._id}`, bea)
    expect([inside.count, ids(inside.data)]).toEqual([3, newest((_, at) => at >= 12 && at < 15)])
    const top = await list(`&parentFolderId=${made[0]?.parentFolderId}&organizationId=${cara.userId}`, cara)
    expect([top.count, ids(top.data)]).toEqual([11, newest((_, at) => at < 12)])
    expect(await list(`&parentFolderId=root&organizationId=${cara.userId}`, cara)).toEqual(top)
    expect(await list('&parentFolderId=root', cara)).toEqual(top)
    const open = await list(`&parentFolderId=root&organizationId=${cara.userId}`, bea)
    expect(open.count).toBe(open.data.length)
    expect(open.data.map(({ folderLevel }) => folderLevel)).toEqual(open.data.map(() => 1))
    const hers = new Set(ids(top.data))
    expect(ids(open.data).filter((id) => !hers.has(id))).toEqual([])
    expect([open.count > 0, open.count < top.count]).toEqual([true, true])
    expect(await list(`&parentFolderId=root&organizationId=01938f3c-7a40-7c3e-9d5b-0c6f2f1b8a11`, bea)).toEqual({
      count: 0,
      data: [],
    })
    expect((await list(`&parentFolderId=${made[1]?._id}&organizationId=${bea.userId}`, bea)).count).toBe(0)
    const path = `/api/folders?page=1&limit=5&parentFolderId=${made[0]?._id}`
    expectError(await service.call('GET', path, undefined, bea.auth), 404, 'folder_not_found', 'Folder does not exist')
    expect((await list(`&parentFolderId=${made[0]?._id}`, cara)).count).toBe(1)
  })

  it("200: the bin shows its owner's folders only", async () => {
    expect(ids((await list('&isBin=true', cara)).data)).toEqual([made[2]?._id])
    expect(await list(`&isBin=true&organizationId=${cara.userId}`, bea)).toEqual({ count: 0, data: [] })
    expect((await list('&isBin=true', cara)).count).toBe(1)
  })

  it('200: search anywhere in the name, ignoring case, with wildcards taken literally', async () => {
    const found = await list(`&organizationId=${cara.userId}&search=STRASSE%201`, cara)
    expect([found.count, ids(found.data)]).toEqual([3, newest((folder) => /^Straße 1/.test(folder.folderName))])
    expect((await list('&search=ra%C3%9Fe%201&isBin=true', cara)).count).toBe(0)
    expect((await list(`&organizationId=${cara.userId}&search=%25`, cara)).count).toBe(0)
    expect((await list(`&organizationId=${cara.userId}&search=_`, cara)).count).toBe(0)
    expect((await list(`&organizationId=${cara.userId}&search=s`, cara)).count).toBeGreaterThan(10)
  })

  it('200: pages, and a walk by cursor that sees each once while new ones arrive', async () => {
    const own = `&organizationId=${cara.userId}`
    const page = async (query: string) => {
      const answer = await service.call('GET', `/api/folders?${query}${own}`, undefined, cara.auth)
      return { ids: ids(dataOf(answer).data), next: answer.headers.get('next-cursor') }
    }
    expect((await page('page=2&limit=10')).ids).toEqual(newest(() => true).slice(10))
    expect((await page('page=9&limit=10')).ids).toEqual([])
    const before = newest(() => true)
    const walked: string[] = []
    let { ids: shown, next } = await page('page=1&limit=4')
    for (;;) {
      walked.push(...shown)
      if (next === null) break
      made.push(await newFolder(service, cara))
      ;({ ids: shown, next } = await page(`limit=4&cursor=${next}`))
    }
    expect(walked).toEqual(before)
  })

  it.each([
    ['page missing', 'limit=5', 'page: this field is required'],
    ['limit missing', 'page=1', 'limit: this field is required'],
    ['page 0', 'page=0&limit=5', 'page: expected 1 or more'],
    ['limit 101', 'page=1&limit=101', 'limit: expected 100 or less'],
    ['a repeated limit', 'page=1&limit=5&limit=6', 'limit: expected once, not repeated'],
    ['a wrong cursor', 'limit=5&cursor=c1.x', 'cursor: expected the Next-Cursor of an earlier response'],
    ['an empty page', 'page=&limit=5', 'page: this field is required'],
    ['isBin no boolean', 'page=1&limit=5&isBin=yes', 'isBin: expected true or false'],
    ['a parent that is no id', 'page=1&limit=5&parentFolderId=x', 'parentFolderId: expected the format of a UUID'],
    [
      'an id in another form',
      'page=1&limit=5&organizationId=urn:uuid:01a2007b-936c-76b9-8868-e7d7f719feb0',
      'organizationId: expected the format of a UUID',
    ],
  ])('400: %s', async (_, query, message) => {
    expectError(await service.call('GET', `/api/folders?${query}`, undefined, ada.auth), 400, 'invalid', message)
  })
})
