import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { pdf } from '../media/files.js'
import { type TestAccount, useService } from '../service.js'
import { expectError } from '../stamps/shapes.js'
import { untilInspected } from './objects.js'
import { download, someFolder, upload } from './upload.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

/** Uploads a file and waits until it has been inspected. */
async function fileOf(content: Uint8Array, type: 'public' | 'private' = 'private'): Promise<string> {
  const { fileId } = await upload(service, ada, await someFolder(service, ada, type), content)
  await untilInspected(service, fileId)
  return fileId
}

const get = (fileId: string, page: number | string, by = ada, headers = {}) =>
  service.call('GET', `/api/files/${fileId}/pages/${page}`, undefined, { ...by.auth, ...headers })

describe('GET /api/files/{fileId}/pages/{page}', () => {
  it.each(['public', 'private'] as const)('200: each page of a PDF as a picture, from a %s folder', async (type) => {
    const fileId = await fileOf(pdf(3), type)
    for (const page of [1, 3]) {
      const answer = await download(service, `/api/files/${fileId}/pages/${page}`, ada.auth)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('content-security-policy')).toMatch(/base-uri 'none'; frame-ancestors 'none'; sandbox$/)
      expect(answer.headers.get('cache-control')).toBe(type === 'public' ? 'private, no-cache' : 'no-store')
      const { data, info } = await sharp(answer.bytes).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([1236, 1600])
      const left = data.subarray(0, 3)
      expect(left[0], 'red').toBeGreaterThan(200)
      const again = await get(fileId, page, ada, { 'if-none-match': answer.headers.get('etag') ?? '' })
      expect(again.status).toBe(304)
    }
    expectError(await get(fileId, 4), 422, 'page_not_drawn', /Download/)
    expectError(await get(fileId, 0), 400, 'invalid', /page/)
  })

  it("422: for a file that isn't a PDF, or is a broken one", async () => {
    expectError(await get(await fileOf(randomBytes(6000)), 1), 422, 'page_not_drawn', /Download/)
    const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3000)])
    expectError(await get(await fileOf(broken), 1), 422, 'page_not_drawn', /Download/)
  })

  it('404: for a file that the caller cannot read', async () => {
    const fileId = await fileOf(pdf(1))
    expectError(await get(fileId, 1, bea), 404, 'file_not_found', /exist/)
  })
})
