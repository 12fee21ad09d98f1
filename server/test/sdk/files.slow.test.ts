import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tallystick, UploadProgress } from '@tallystick/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../service.js'
import { all, someAccount, useProxy } from './surroundings.js'
import type { Trouble } from './unreliable-proxy.js'

const service = useService()
const proxy = useProxy(service)
const home = mkdtempSync(join(tmpdir(), 'tallystick-sdk-'))
afterAll(() => rmSync(home, { recursive: true }))

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
// Three parts.
const large = randomBytes(17 << 20)
const path = join(home, 'plans.bin')
writeFileSync(path, large)
// Two parts.
const short = large.subarray(0, 9 << 20)

let tallystick: Tallystick
let folderId: string
beforeAll(async () => {
  tallystick = await someAccount(service, proxy)
  folderId = (await tallystick.folders.create({ folderName: 'Plans', folderType: 'private' }))._id
})

describe('uploads', () => {
  it('of small files are one request, and make one file even if its answer is lost', async () => {
    const content = new TextEncoder().encode('a small plan')
    proxy.fail('POST /api/files', 'cut-body', 'cut-after', 'unavailable')
    const seen: UploadProgress[] = []
    const made = await tallystick.files.upload(new Blob([content]), {
      folderId,
      fileName: 'small.txt',
      description: 'mine',
      onProgress: (progress) => seen.push(progress),
    })
    expect(seen.map(({ sentBytes }) => sentBytes)).toEqual([0, content.length])
    const found = await all(tallystick.files.list(folderId, { search: 'small' }))
    expect(found.map((file) => [file._id, file.description, file.attachmentHash])).toEqual([
      [made.fileId, 'mine', sha256(content)],
    ])
    await expect(tallystick.files.upload(content, { folderId })).rejects.toThrow('fileName is missing')
  })

  it('of large files resume where the connection broke', async () => {
    // One part breaks off, and so does the question how much of it arrived; the answers to another and to the last are lost.
    const troubles: Trouble[] = ['cut-body', 'none', 'cut-after', 'cut-answer', 'cut-answer']
    const looks: Trouble[] = ['cut-before']
    proxy.trouble = (line) =>
      (line.startsWith('PATCH ') ? troubles.shift() : line.startsWith('HEAD ') ? looks.shift() : undefined) ?? 'none'
    const seen: UploadProgress[] = []
    const onProgress = (progress: UploadProgress) => seen.push(progress)
    const { fileId, uniqueId } = await tallystick.files.upload(path, { folderId, onProgress })
    const file = await tallystick.files.get(fileId)
    expect([file.fileName, file.attachmentHash, file.uniqueId]).toEqual(['plans.bin', sha256(large), uniqueId])
    expect((await all(tallystick.files.list(folderId, { search: 'plans' }))).length).toBe(1)
    const sent = seen.map(({ sentBytes }) => sentBytes)
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
    expect(sent.at(-1)).toBe(large.length)
  })

  it('stop with their signal, and resume later with the ID of the upload', async () => {
    const abort = new AbortController()
    let uploadId = ''
    const upload = tallystick.files.upload(short, {
      folderId,
      fileName: 'later.bin',
      signal: abort.signal,
      onProgress: (progress) => {
        uploadId = `${progress.uploadId}`
        if (progress.sentBytes > 0) abort.abort(new Error('enough'))
      },
    })
    await expect(upload).rejects.toThrow('enough')
    proxy.heal()
    const seen: number[] = []
    const onProgress = ({ sentBytes }: UploadProgress) => seen.push(sentBytes)
    const { fileId } = await tallystick.files.upload(short, { folderId, fileName: 'later.bin', uploadId, onProgress })
    expect(seen[0]).toBeGreaterThanOrEqual(8 << 20)
    expect((await tallystick.files.get(fileId)).attachmentHash).toBe(sha256(short))
    const other = tallystick.files.upload(new Uint8Array(5), { folderId, fileName: 'x', uploadId })
    await expect(other).rejects.toThrow('This upload has 9437184 bytes, but the content has 5.')
  })

  it('are refused before their content is sent', async () => {
    const nowhere = '00000000-0000-7000-8000-000000000000'
    const refused = tallystick.files.upload(path, { folderId: nowhere })
    await expect(refused).rejects.toMatchObject({ status: 404, code: 'folder_not_found' })
    expect(proxy.passed.some(({ line }) => line.startsWith('PATCH'))).toBe(false)
  })

  it('are deleted by their ID', async () => {
    const abort = new AbortController()
    let uploadId = ''
    const onProgress = (progress: UploadProgress) => {
      uploadId = `${progress.uploadId}`
      abort.abort(new Error('enough'))
    }
    const target = { folderId, fileName: 'never.bin' }
    await expect(tallystick.files.upload(path, { ...target, signal: abort.signal, onProgress })).rejects.toThrow(
      'enough',
    )
    await tallystick.files.endUpload(uploadId)
    const again = tallystick.files.upload(path, { ...target, uploadId })
    await expect(again).rejects.toMatchObject({ code: 'upload_not_found' })
  })
})

describe('downloads', () => {
  it('resume where the connection broke', async () => {
    const { fileId } = await tallystick.files.upload(short, { folderId, fileName: 'download.bin' })
    proxy.fail(`GET /api/files/${fileId}/content`, 'cut-answer', 'unavailable', 'cut-answer')
    const to = join(home, 'copy.bin')
    await writeFile(to, await tallystick.files.download(fileId))
    expect(sha256(readFileSync(to))).toBe(sha256(short))
    expect(proxy.count(`GET /api/files/${fileId}/content`)).toBe(4)
  })
})

describe('files', () => {
  it('get versions, are changed, go to the bin, and are purged', async () => {
    const { files } = tallystick
    const { fileId } = await files.upload(new Uint8Array(10), { folderId, fileName: 'a.bin' })
    const second = await files.upload(new Uint8Array(11), { fileId, fileName: 'b.bin' })
    expect(second.fileId).toBe(fileId)
    const versions = await all(files.versions(fileId))
    expect(versions.map(({ file }) => file.fileSize)).toEqual([11, 10])
    const version = `${versions[1]?.versionId}`
    const older = await new Response(await files.download(fileId, { version })).arrayBuffer()
    expect(older.byteLength).toBe(10)
    expect((await files.proof(fileId, { version })).hash).toBe(sha256(new Uint8Array(10)))
    await files.update(fileId, { fileName: 'c.bin', isFavourite: true })
    expect((await all(files.favourites())).map(({ fileName }) => fileName)).toEqual(['c.bin'])
    await files.delete(fileId)
    expect((await all(tallystick.bin())).map(({ _id }) => _id)).toEqual([fileId])
    await files.restore(fileId)
    expect(await files.purge(fileId)).toMatch(/^\/api\/deletions\//)
    await expect(files.get(fileId)).rejects.toMatchObject({ code: 'file_not_found' })
    expect((await all(tallystick.deletions())).map(({ _id }) => _id)).toEqual([fileId])
  })
})
