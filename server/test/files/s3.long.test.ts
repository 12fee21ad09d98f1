import { randomBytes } from 'node:crypto'
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { S3Store } from '../../src/storage/stores/s3.js'
import { picture } from '../media/files.js'
import { type TestAccount, useOwnService } from '../service.js'
import { expectError } from '../stamps/shapes.js'
import { digestOf, listed } from '../storage/content.js'
import { startS3, type TestS3 } from '../storage/swift.js'
import { TcpProxy } from '../storage/tcp-proxy.js'
import { download, fileParts, post, sha256, someFolder, upload } from './upload.js'

let s3: TestS3 | null
/** Stands between the service and S3. */
let proxy: TcpProxy
/** Accesses the store behind the service's back. */
let store: S3Store
const env: Record<string, string> = { UPLOAD_LIMIT: String(64 << 20) }

beforeAll(async () => {
  s3 = await startS3()
  if (!s3) return
  const { place } = s3
  proxy = await new TcpProxy(s3.port).listen()
  store = new S3Store({ ...place, prefix: 'service/' })
  env.STORAGE_URL = `s3://${place.bucket}/service?endpoint=http://127.0.0.1:${proxy.port}&region=${place.region}`
  env.S3_ACCESS_KEY_ID = place.credentials.accessKeyId
  env.S3_SECRET_ACCESS_KEY = place.credentials.secretAccessKey
})
beforeEach((context) => context.skip(!s3, noDebian))
afterEach(() => proxy?.heal())
afterAll(async () => {
  await store?.close()
  await proxy?.close()
  await s3?.stop()
})

describe('files in S3', () => {
  const service = useOwnService(env)
  let ada: TestAccount
  beforeAll(async () => {
    ada = await service.account()
  })

  const get = (path: string) => service.call('GET', path, undefined, ada.auth)
  const claimed = async () => {
    const rows = await service.database.db.query<{ key: string }>(
      'SELECT blob AS key FROM file_versions UNION ALL SELECT thumbnail FROM file_versions WHERE thumbnail IS NOT NULL',
    )
    return rows.map(({ key }) => key).sort()
  }
  const stored = async () => (await listed(store)).map(({ key }) => key).sort()
  const begun = async () => {
    const answer = await s3?.client.send(new ListMultipartUploadsCommand({ Bucket: s3.place.bucket }))
    return answer?.Uploads?.length ?? 0
  }
  /** Expects that every object belongs to a version; the sweeps delete leftovers when they are due. */
  async function expectNothingLeft(): Promise<void> {
    await store.sweep(-60_000)
    expect(await begun()).toBe(0)
    await service.database.db.execute('UPDATE blob_leftovers SET due_at = now()')
    // Erasing anything wakes the sweep.
    const { fileId } = await upload(service, ada, await someFolder(service, ada), Buffer.from('x'))
    await service.call('DELETE', `/api/files/${fileId}?permanent=true`, undefined, ada.auth)
    await eventually('nothing is left', async () => {
      const listed = await service.database.db.query('SELECT key FROM blob_leftovers')
      const same = JSON.stringify(await stored()) === JSON.stringify(await claimed())
      return same && listed.length === 0
    })
  }

  it.each(['public', 'private'] as const)('of a %s folder: every operation works', async (kind) => {
    const folder = await someFolder(service, ada, kind)
    // Two parts, whose boundary falls inside a chunk of an encrypted file.
    const content = randomBytes(9_000_001)
    const { fileId } = await upload(service, ada, folder, content, 'large.bin')
    const path = `/api/files/${fileId}`
    const { file, attachmentHash } = (await get(`/api/folders/${folder}/file/${fileId}`)).body.data
    expect([file.fileSize, attachmentHash]).toEqual([content.length, sha256(content)])
    expect((await download(service, file.url)).bytes.equals(content)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [65_530, 65_541],
      [(8 << 20) - 9, (8 << 20) + 9],
      [content.length - 1, content.length - 1],
    ] as const) {
      const part = await download(service, `${path}/content`, { ...ada.auth, range: `bytes=${start}-${end}` })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${content.length}`])
      expect(part.bytes.equals(content.subarray(start, end + 1))).toBe(true)
    }
    const [row] = await service.database.db.query<{ blob: string }>(
      'SELECT blob FROM file_versions WHERE file_id = $1',
      [fileId],
    )
    const kept = await digestOf(await store.get(row?.blob as string))
    expect(kept.digest === sha256(content)).toBe(kind === 'public')

    const validate = (bytes: Uint8Array) => {
      const parts = [
        ['fileId', fileId],
        ['organizationId', ada.userId],
        ['attachments', bytes, 'x'],
      ] as const
      return post(service, '/api/files/validate', parts as never, ada.auth)
    }
    expect((await validate(content)).status).toBe(200)
    expect((await validate(content.subarray(1))).status).toBe(422)

    const image = await picture(40, 20).png().toBuffer()
    const added = await post(service, `${path}/versions`, [['attachments', image, 'v2.png']], ada.auth)
    expect(added.status, added.text).toBe(200)
    expect((await download(service, `${path}/content`, ada.auth)).bytes.equals(image)).toBe(true)
    const thumbnail = await download(service, `${path}/thumbnail`, ada.auth)
    expect(thumbnail.headers.get('etag')).toMatch(/^"thumbnail-/)
    expect(thumbnail.bytes.subarray(8, 12).toString()).toBe('WEBP')
    const oldest = (await get(`${path}/versions`)).body.data.data[1]
    expect((await download(service, oldest.file.url)).bytes.equals(content)).toBe(true)

    expect(await stored()).toEqual(await claimed())
    expect((await claimed()).every((key) => key.startsWith('private/') === (kind === 'private'))).toBe(true)
    await service.call('DELETE', `${path}?permanent=true`, undefined, ada.auth)
    await eventually('the objects are gone', async () => (await stored()).length === 0)
    expect([await claimed(), await begun()]).toEqual([[], 0])
  })

  // Within a small object, within the first part, within a later one.
  it.each([
    [2000, 100_000],
    [4 << 20, 20 << 20],
    [12 << 20, 20 << 20],
  ])(
    '503 when the connection to S3 breaks after %i bytes of %i; nothing is left, and the next upload is taken',
    async (after, size) => {
      const folder = await someFolder(service, ada, 'private')
      const content = randomBytes(size)
      const { breaks } = proxy
      proxy.toServerLeft = after
      const refused = await post(service, '/api/files', fileParts(ada, folder, content), ada.auth)
      expectError(
        refused,
        503,
        'unavailable',
        'The service is temporarily unavailable. Nothing was changed. Try again.',
      )
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(proxy.breaks).toBeGreaterThan(breaks)
      proxy.heal()
      const { fileId } = await upload(service, ada, folder, content)
      expect((await get(`/api/folders/${folder}/files`)).body.data.count).toBe(1)
      const got = await download(service, `/api/files/${fileId}/content`, ada.auth)
      expect(got.bytes.equals(content)).toBe(true)
      await expectNothingLeft()
    },
  )

  it('503 when S3 kept an object but its answer was lost: the object is removed', async () => {
    const folder = await someFolder(service, ada)
    proxy.toClientLeft = 0
    const refused = await post(service, '/api/files', fileParts(ada, folder, randomBytes(1000)), ada.auth)
    expect([refused.status, refused.headers.get('error-code')]).toEqual([503, 'unavailable'])
    proxy.heal()
    await expectNothingLeft()
    expect((await get(`/api/folders/${folder}/files`)).body.data.count).toBe(0)
  })

  it.each(['public', 'private'] as const)(
    'a broken download from a %s folder never ends as if complete',
    async (kind) => {
      const folder = await someFolder(service, ada, kind)
      const content = randomBytes(4 << 20)
      const { fileId } = await upload(service, ada, folder, content)
      const path = `/api/files/${fileId}/content`
      // By then, the inspection of the file has ended.
      await get(`/api/folders/${folder}/file/${fileId}`)
      proxy.toClientLeft = 1 << 20
      await expect(download(service, path, ada.auth)).rejects.toThrow()
      const away = await get(path)
      expect([away.status, away.headers.get('error-code')]).toEqual([503, 'unavailable'])
      proxy.heal()
      expect((await download(service, path, ada.auth)).bytes.equals(content)).toBe(true)
    },
  )
})
