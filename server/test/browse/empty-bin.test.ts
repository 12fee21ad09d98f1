import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { upload } from '../files/upload.js'
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

const call = (method: string, path: string, by = ada) => service.call(method, path, undefined, by.auth)
const bin = async (by = ada) => dataOf(await call('GET', '/api/bin', by))
const content = Buffer.from('content')

/** Bins a folder that holds a folder and a file, and another file by itself. */
async function fillBin(by: TestAccount) {
  const kept = await newFolder(service, by)
  const outer = await newFolder(service, by)
  const inner = await newFolder(service, by, { parentFolderId: outer._id })
  const deep = await upload(service, by, inner._id, content)
  const alone = await upload(service, by, kept._id, content)
  await call('DELETE', `/api/files/${alone.fileId}`, by)
  await call('DELETE', `/api/folders/${outer._id}`, by)
  return { kept, outer, inner, deep: deep.fileId, alone: alone.fileId }
}

describe('DELETE /api/bin', () => {
  it('200: purges everything in it at any depth, nothing of other accounts and nothing outside the bin', async () => {
    const { kept, outer, inner, deep, alone } = await fillBin(ada)
    const stays = await upload(service, ada, kept._id, content)
    const others = await fillBin(bea)
    const answer = await call('DELETE', '/api/bin')
    expect(answer.body).toEqual({ status: 200, message: 'Bin emptied successfully' })
    expect(await bin()).toEqual({ count: 0, data: [] })
    for (const path of [`folders/${outer._id}`, `folders/${inner._id}`, `files/${deep}`, `files/${alone}`]) {
      const code = path.startsWith('folders') ? 'folder_not_found' : 'file_not_found'
      expectError(await call('POST', `/api/${path}/restore`), 404, code, /./)
    }
    // The rows go too, once the bin's loop has run.
    await eventually('the rows are gone', async () => {
      const [left] = await service.database.db.query<{ n: number }>(
        'SELECT (SELECT count(*) FROM folders WHERE id = ANY($1)) + (SELECT count(*) FROM files WHERE id = ANY($2)) AS n',
        [
          [outer._id, inner._id],
          [deep, alone],
        ],
      )
      return Number(left?.n) === 0
    })
    expect(dataOf(await call('GET', `/api/files/${stays.fileId}`))).toMatchObject({ isBin: false })
    expect(await bin(bea)).toMatchObject({ count: 2, data: [{ _id: others.outer._id }, { _id: others.alone }] })
  })

  it('200: purges what was deleted up to a given time, and keeps the rest', async () => {
    const seen = await fillBin(bea)
    const [newest] = (await bin(bea)).data
    const later = await newFolder(service, bea)
    await call('DELETE', `/api/folders/${later._id}`, bea)
    const until = encodeURIComponent(newest.deletedAt)
    expect(newest._id).toBe(seen.outer._id)
    expect((await call('DELETE', `/api/bin?until=${until}`, bea)).status).toBe(200)
    expect(await bin(bea)).toMatchObject({ count: 1, data: [{ _id: later._id }] })
  })

  it('200: an empty bin, also twice; 400: with an invalid time; 400 and 401 without a token', async () => {
    expect((await call('DELETE', '/api/bin')).status).toBe(200)
    expect((await call('DELETE', '/api/bin')).status).toBe(200)
    for (const until of ['yesterday', '2016-12-31T23:59:60Z']) {
      expectError(await call('DELETE', `/api/bin?until=${until}`), 400, 'invalid', /until/)
    }
    expect((await service.call('DELETE', '/api/bin')).status).toBe(400)
    expect((await service.call('DELETE', '/api/bin', undefined, { authorization: 'Bearer x' })).status).toBe(401)
  })
})
