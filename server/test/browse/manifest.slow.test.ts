import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ManifestDocument, proofFromManifest, readOts, verifyManifest, verifyProof } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { folderManifest } from '../../src/browse/manifest.js'
import { type Created, download, fileParts, type Part, post } from '../files/upload.js'
import { type Folder, newFolder } from '../folders/shapes.js'
import { type TestAccount, useOwnService } from '../service.js'
import { expectError } from '../stamps/shapes.js'

const service = useOwnService()
const place = mkdtempSync(join(tmpdir(), 'tallystick-manifest-'))
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})
afterAll(() => {
  rmSync(place, { recursive: true, force: true })
})

const upload = async (
  folder: Folder,
  name: string,
  content: string | Uint8Array,
  filename = name,
): Promise<Created> => {
  const parts = fileParts(ada, folder._id, Buffer.from(content), name).with(3, [
    'attachments',
    Buffer.from(content),
    filename,
  ])
  const answer = await post(service, '/api/files', parts, ada.auth)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

const ask = (folder: { _id: string }, by = ada, query = '') =>
  service.call('GET', `/api/folders/${folder._id}/manifest${query}`, undefined, by.auth)

async function manifestOf(folder: Folder, by = ada): Promise<ManifestDocument> {
  const answer = await ask(folder, by)
  const problem = answer.status === 200 ? verifyManifest(answer.body).failure?.detail : answer.text
  if (problem !== undefined) throw new Hopeless(problem)
  return answer.body
}
const pathsOf = async (folder: Folder, by = ada) => (await manifestOf(folder, by)).files.map(({ path }) => path)

/** Waits until all of it is in blocks; returns the manifest. */
const anchored = (folder: Folder) =>
  eventually('every batch of the folder is in a block', async () => {
    const manifest = await manifestOf(folder)
    const { anchors, waiting } = verifyManifest(manifest)
    return anchors.length > 0 && waiting === 0 && manifest
  })

/** Runs the command as users do. */
function tallystick(...args: string[]): Promise<{ code: number; out: string }> {
  const bin = fileURLToPath(new URL('../../../command/bin/tallystick.js', import.meta.url))
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr })
    })
  })
}

describe('GET /api/folders/{folderId}/manifest', () => {
  it('200: the files in the folder and under it, in order, with what their proofs need', async () => {
    const top = await newFolder(service, ada, { folderName: 'Verträge' })
    const sub = await newFolder(service, ada, { folderName: 'b', parentFolderId: top._id })
    const made = await upload(top, 'a.txt', 'content of a')
    await upload(sub, 'a.txt', 'content of b/a')
    await upload(top, 'Report', 'x', 'r.pdf')
    const answer = await ask(top)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const manifest: ManifestDocument = await anchored(top)
    expect(manifest.folder).toEqual({ id: top._id, name: 'Verträge', createdAt: top.createdAt })
    expect(manifest.files.map(({ path }) => path)).toEqual(['Report.pdf', 'a.txt', 'b/a.txt'])
    const file = manifest.files[1]!
    expect(file).toMatchObject({ size: 12, transactionId: made.transactionId, details: { id: made.fileId } })
    const verdict = verifyProof(proofFromManifest(manifest, file), { digest: Buffer.from(file.hash, 'hex') })
    expect([verdict.outcome, verdict.proof?.kind]).toEqual(['consistent', 'file'])
    const ots = await download(service, `/api/files/${made.fileId}/proof?format=ots`, ada.auth)
    expect(Buffer.from(readOts(ots.bytes).digest).toString('hex')).toBe(file.hash)
  })

  it('200 for files that share a transaction, and for no files', async () => {
    const top = await newFolder(service, ada)
    expect(await manifestOf(top)).toMatchObject({ files: [], batches: [], blocks: [] })
    await Promise.all(Array.from({ length: 24 }, (_, i) => upload(top, `${i}.bin`, randomBytes(100))))
    const manifest = await manifestOf(top)
    expect(manifest.files).toHaveLength(24)
    expect(manifest.batches.length).toBeLessThan(24)
  })

  it('200 without what is in the bin, and with the current version', async () => {
    const top = await newFolder(service, ada)
    const sub = await newFolder(service, ada, { parentFolderId: top._id })
    await upload(sub, 'binned with its folder', 'x')
    const { fileId } = await upload(top, 'binned', 'y')
    const kept = await upload(top, 'kept', 'z')
    await service.call('DELETE', `/api/files/${fileId}?organizationId=${ada.userId}`, undefined, ada.auth)
    await service.call('DELETE', `/api/folders/${sub._id}?organizationId=${ada.userId}`, undefined, ada.auth)
    const before = await manifestOf(top)
    expect(before.files.map(({ path }) => path)).toEqual(['kept'])
    const second: Part[] = [['attachments', Buffer.from('second'), 'kept']]
    expect((await post(service, `/api/files/${kept.fileId}/versions`, second, ada.auth)).status).toBe(200)
    const after = await manifestOf(top)
    expect(after.files).toMatchObject([{ path: 'kept', size: 6 }])
    expect(after.files[0]?.hash).not.toBe(before.files[0]?.hash)
    expect(verifyManifest(before).failure).toBeUndefined()
  })

  it("200: for another account's public folder, without the private folders in it", async () => {
    const top = await newFolder(service, ada)
    const secret = await newFolder(service, ada, { parentFolderId: top._id, folderType: 'private', folderName: 's' })
    await upload(top, 'open', 'x')
    await upload(secret, 'closed', 'y')
    expect(await pathsOf(top)).toEqual(['open', 's/closed'])
    expect(await pathsOf(top, bea)).toEqual(['open'])
  })

  it("404: the same for another account's private folder, an unknown one and the hidden root", async () => {
    const secret = await newFolder(service, ada, { folderType: 'private' })
    for (const [id, by] of [
      [secret._id, bea],
      [secret.parentFolderId, ada],
      [ada.userId, ada],
      ['x', ada],
    ] as const) {
      expectError(await ask({ _id: id }, by), 404, 'folder_not_found', 'Folder does not exist')
    }
  })

  it('400 without a token, 403 with another organization', async () => {
    const top = await newFolder(service, ada)
    const answer = await service.call('GET', `/api/folders/${top._id}/manifest`)
    expectError(answer, 400, 'token_missing', 'Authorization Token Not Found')
    expectError(await ask(top, ada, `?organizationId=${bea.userId}`), 403, 'forbidden', 'Forbidden')
    expect((await ask(top, ada, `?organizationId=${ada.userId}`)).status).toBe(200)
  })

  it('422 above the limit', async () => {
    const top = await newFolder(service, ada)
    for (const name of ['a', 'b', 'c']) await upload(top, name, name)
    const room = { database: service.database.db, network: {} as never }
    await expect(folderManifest(room, ada.userId, top._id, 2)).rejects.toThrow('more than 2 files')
  })
})

describe('from upload to audit', () => {
  it('verifies with service and chain off, also after the files were purged', async () => {
    const top = await newFolder(service, ada, { folderType: 'private' })
    const nested = await newFolder(service, ada, { folderName: 'Ordner ü', parentFolderId: top._id })
    const deep = await newFolder(service, ada, { folderName: '日本', parentFolderId: nested._id })
    const sent: [Folder, string, Uint8Array][] = [
      [top, 'a.bin', randomBytes(300_000)],
      [top, 'empty', new Uint8Array(0)],
      [nested, '写真.jpg', randomBytes(1000)],
      [deep, 'a.bin', randomBytes(10)],
      [deep, '😀.txt', randomBytes(1)],
    ]
    for (const [folder, name, content] of sent) await upload(folder, name, content)
    const manifest = await anchored(top)
    const folder = join(place, 'downloads')
    for (const file of manifest.files) {
      const { id } = file.details as { id: string }
      const { bytes } = await download(service, `/api/files/${id}/content`, ada.auth)
      mkdirSync(dirname(join(folder, file.path)), { recursive: true })
      writeFileSync(join(folder, file.path), bytes)
    }
    writeFileSync(join(place, 'manifest.json'), JSON.stringify(manifest))
    const proof = proofFromManifest(manifest, manifest.files[0]!)
    writeFileSync(join(place, 'proof.json'), JSON.stringify(proof))

    const purged = `/api/folders/${top._id}?organizationId=${ada.userId}&permanent=true`
    expect((await service.call('DELETE', purged, undefined, ada.auth)).status).toBe(200)
    await eventually('the files are erased', async () => {
      const rows = await service.database.db.query('SELECT FROM files WHERE folder_id = $1', [deep._id])
      return rows.length === 0
    })
    expectError(await ask(top), 404, 'folder_not_found', 'Folder does not exist')
    await service.stop()
    await expect(fetch(service.url)).rejects.toThrow()

    const { code, out } = await tallystick('verify', folder, join(place, 'manifest.json'))
    expect(out).toMatch(/^CONSISTENT: .*\n.* contains all 5 files of the manifest and no others/)
    expect(code).toBe(3)
    const one = join(folder, manifest.files[0]!.path)
    expect((await tallystick('verify', one, join(place, 'proof.json'))).code).toBe(3)
    expect((await tallystick('verify', one, join(place, 'manifest.json'))).code).toBe(3)
    writeFileSync(one, 'changed')
    expect((await tallystick('verify', folder, join(place, 'manifest.json'))).out).toMatch(/^REFUSED: .*1 changed/)
  })
})
