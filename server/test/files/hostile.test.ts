import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { bomb, picture, svg, zipBomb } from '../media/files.js'
import { type TestAccount, useService } from '../service.js'
import { download, sha256, someFolder, upload } from './upload.js'

const service = useService()
let ada: TestAccount
let folder: string
beforeAll(async () => {
  ada = await service.account()
  folder = await someFolder(service, ada, 'private')
})

/** Ten entities, each made of ten of the one before. */
function billion(): string {
  const names = [...'abcdefghij']
  const entities = names.map((name, at) => `<!ENTITY ${name} "${at === 0 ? 'ha' : `&${names[at - 1]};`.repeat(10)}">`)
  return `<!DOCTYPE svg [${entities.join('')}]>`
}

const small = picture(40, 20).png().toBuffer()

/** Returns the details of a file once it has been inspected. */
const inspected = (fileId: string) =>
  eventually('the file is inspected', async () => {
    const { body } = await service.call('GET', `/api/folders/${folder}/file/${fileId}`, undefined, ada.auth)
    return body.data.file.mimetype !== 'application/octet-stream' && body.data
  })

describe('a hostile file', () => {
  it.each([
    ['a picture of 900 megapixels', 'holiday.png', () => bomb(30_000, 30_000), 'image/png'],
    ['an archive a thousand times larger inside', 'report.docx', () => zipBomb('word/document.xml'), 'application/zip'],
    ['a drawing with a billion words', 'drawing.svg', () => svg('<text>&j;</text>', '', billion()), 'image/svg+xml'],
    [
      'depth without end',
      'deep.svg',
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(1_000_000)}`),
      'image/svg+xml',
    ],
  ] as const)(
    '%s: is accepted and stored, gets a plain icon, and the service goes on',
    async (_, name, make, mimetype) => {
      const content = make()
      const { fileId, thumbUrl } = await upload(service, ada, folder, content, name)
      const seen = await inspected(fileId)
      expect(seen.attachmentHash).toBe(sha256(content))
      expect(seen.file).toMatchObject({ fileSize: content.length, mimetype, pageNumber: 1, fileName: name })
      const icon = await download(service, thumbUrl)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(icon.headers.get('etag')).toBe(`"icon-${mimetype}"`)
      expect(icon.bytes.subarray(8, 12).toString()).toBe('WEBP')
      const got = await download(service, `/api/files/${fileId}/content`, ada.auth)
      expect(got.bytes.equals(content)).toBe(true)
      expect(got.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(got.headers.get('content-security-policy')).toContain('sandbox')

      const good = await upload(service, ada, folder, await small, 'good.png')
      expect((await inspected(good.fileId)).file).toMatchObject({ mimetype: 'image/png', width: 40, height: 20 })
      const thumbnail = await download(service, good.thumbUrl)
      expect(thumbnail.headers.get('etag')).toMatch(/^"thumbnail-/)
    },
  )
})
