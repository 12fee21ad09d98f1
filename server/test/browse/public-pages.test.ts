import { randomBytes } from 'node:crypto'
import { verifyProof } from '@tallystick/proof'
import { beforeAll, describe, expect, it } from 'vitest'
import { post, sha256, someFolder, upload } from '../files/upload.js'
import { type TestAccount, useService } from '../service.js'
import { expectError } from '../stamps/shapes.js'

const service = useService()
let ada: TestAccount
let open: string
let closed: string
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  open = await someFolder(service, ada, 'public')
  closed = await someFolder(service, ada, 'private')
})

/** Without a login, as any visitor. */
const look = (path: string) => service.call('GET', path)
const find = (content: Uint8Array) => look(`/s?hash=${sha256(content)}`)
const change = async (method: string, path: string, body?: object) => {
  const { status, text } = await service.call(method, path, body, ada.auth)
  expect(status, text).toBe(200)
}

describe('GET /s/{code}', () => {
  it('200 for a file of a public folder, 404 for any other', async () => {
    const shown = await upload(service, ada, open, randomBytes(10), 'open.txt')
    const page = await look(`/s/${shown.uniqueId.toLowerCase()}`)
    expect(page.body.data).toMatchObject({ uniqueId: shown.uniqueId, fileName: 'open.txt', ownerName: '' })
    const hidden = await upload(service, ada, closed, randomBytes(10))
    expect((await look(`/s/${hidden.uniqueId}`)).status).toBe(404)
    await change('DELETE', `/api/files/${shown.fileId}`)
    expect((await look(`/s/${shown.uniqueId}`)).status).toBe(404)
  })
})

describe('GET /s?hash= with the hash of a file', () => {
  it('200 for a public one: its page and its proof, without a login', async () => {
    const content = randomBytes(1000)
    const { uniqueId } = await upload(service, ada, open, content, 'report.pdf')
    const found = await find(content)
    expect(found.body).toMatchObject({ status: 200, message: 'File fetched successfully' })
    expect(found.body.data).toStrictEqual((await look(`/s/${uniqueId}`)).body.data)
    expect(found.body.data).toMatchObject({ type: 'file', uniqueId, attachmentHash: sha256(content) })
    const proof = await look(found.body.data.proofUrl)
    expect(verifyProof(proof.body, { digest: Buffer.from(sha256(content), 'hex') }).failure).toBeUndefined()
  })

  const away = {
    private: async () => upload(service, ada, closed, content()),
    'public, in a private folder': async () =>
      upload(service, ada, await someFolder(service, ada, 'public', closed), content()),
    binned: async () => {
      const made = await upload(service, ada, open, content())
      await change('DELETE', `/api/files/${made.fileId}`)
    },
    'in a binned folder': async () => {
      const folder = await someFolder(service, ada)
      await upload(service, ada, await someFolder(service, ada, 'public', folder), content())
      await change('DELETE', `/api/folders/${folder}`)
    },
    'in a folder that became private': async () => {
      const folder = await someFolder(service, ada)
      await upload(service, ada, folder, content())
      await change('PATCH', `/api/folders/${folder}`, { folderType: 'private' })
    },
    purged: async () => {
      const made = await upload(service, ada, open, content())
      await change('DELETE', `/api/files/${made.fileId}?permanent=true`)
    },
    'an earlier content': async () => {
      const { fileId } = await upload(service, ada, open, content())
      const path = `/api/files/${fileId}/versions`
      expect((await post(service, path, [['attachments', randomBytes(9), 'x']], ada.auth)).status).toBe(200)
    },
  }
  let bytes: Buffer = Buffer.alloc(0)
  const content = () => bytes
  it.each(Object.keys(away))('404 for one that is %s, byte for byte as for one that never existed', async (state) => {
    bytes = randomBytes(100)
    await away[state as keyof typeof away]()
    const found = await find(bytes)
    expectError(found, 404, 'stamp_not_found', 'Stamp does not exist')
    expect((await find(randomBytes(100))).text).toBe(found.text)
  })

  it('200 again when it is restored, or its folder is public again', async () => {
    const folder = await someFolder(service, ada)
    const content = randomBytes(100)
    const { fileId } = await upload(service, ada, folder, content)
    await change('DELETE', `/api/files/${fileId}`)
    await change('POST', `/api/files/${fileId}/restore`)
    await change('PATCH', `/api/folders/${folder}`, { folderType: 'private' })
    await change('PATCH', `/api/folders/${folder}`, { folderType: 'public' })
    expect((await find(content)).status).toBe(200)
  })

  it('of several files, the public one that has had the content longest', async () => {
    const content = randomBytes(100)
    await upload(service, ada, closed, content)
    const first = await upload(service, ada, open, content, 'first')
    const second = await upload(service, ada, open, content, 'second')
    expect((await find(content)).body.data.uniqueId).toBe(first.uniqueId)
    await change('DELETE', `/api/files/${first.fileId}`)
    expect((await find(content)).body.data.uniqueId).toBe(second.uniqueId)
  })

  it('a public stamp of it comes first; a private one hides nothing', async () => {
    const content = randomBytes(100)
    const { uniqueId } = await upload(service, ada, open, content)
    const stamp = { hash: sha256(content), isPrivate: true }
    await change('POST', '/hash', stamp)
    expect((await find(content)).body.data).toMatchObject({ type: 'file', uniqueId })
    const other = await service.account()
    const made = await service.call('POST', '/hash', { hash: sha256(content) }, other.auth)
    expect((await find(content)).body.data).toMatchObject({ type: 'stamp', code: made.body.data.code })
  })
})
