import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  compareFolder,
  type FolderEntry,
  type ManifestDocument,
  readPage,
  readPdf,
  verifyManifest,
  verifyProof,
} from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms } from '../../../test/debian.js'
import { unzipped, unzippedPaths } from '../../../test/unzip.js'
import { flipBit, objectOf } from '../files/objects.js'
import { download, fileParts, post, sha256, someFolder, upload } from '../files/upload.js'
import { allFinal } from '../foreign/stamps.js'
import { type TestAccount, useOwnService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'

const service = useOwnService()
const place = mkdtempSync(join(tmpdir(), 'tallystick-export-'))
let ada: TestAccount
let bea: TestAccount
let folder: string
let elsewhere: string
const contents = new Map<string, Buffer>()

/** Uploads a file with random content, remembered by its name. */
async function added(folderId: string, name: string, by = ada): Promise<string> {
  const content = randomBytes(70_000)
  contents.set(name, content)
  return (await upload(service, by, folderId, content, name)).fileId
}

async function named(folderName: string, parentFolderId?: string, folderType = 'private'): Promise<string> {
  const body = { folderName, folderType, organizationId: ada.userId, ...(parentFolderId && { parentFolderId }) }
  return dataOf(await service.call('POST', '/api/folders', body, ada.auth))._id
}

const prepare = (body: object, by = ada) => service.call('POST', '/api/exports', body, by.auth)
const archiveOf = async (body: object, by = ada) => download(service, dataOf(await prepare(body, by)).url)
const isWhole = (bytes: Buffer | null) => bytes?.includes('PK\u0005\u0006') === true

/** Has Debian's program read an archive, which compares every checksum; skipped where there are no packages. */
async function expectReadable(archive: Buffer): Promise<void> {
  const debian = await debianPrograms(['unzip'])
  const path = join(place, `${randomBytes(4).toString('hex')}.zip`)
  writeFileSync(path, archive)
  if (debian) execFileSync(debian.path('unzip'), ['-tqq', path], { env: debian.env })
}

let single: string

beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bea = await service.account('Bea')
  folder = await named('Case 7: K?')
  const annexes = await named('Annexes', folder)
  await named('empty', folder)
  for (const name of ['K10.pdf', 'Letter.PDF', 'letter.pdf', 'con.txt', 'dots..', 'Annexes', 'Case 7_ K_'])
    await added(folder, name)
  for (const name of ['K2.pdf', 'K2.pdf.proof.json']) await added(annexes, name)
  elsewhere = await named('Elsewhere')
  single = await added(elsewhere, 'manifest.json')
  await allFinal(service)
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('a ZIP of a folder', () => {
  it('has all contents in their folders, at paths that every system takes, and none twice', async () => {
    const { bytes, headers } = await archiveOf({ folders: [folder] })
    expect(headers.get('content-disposition')).toContain('filename="Case 7: K?.zip"')
    expect(headers.get('cache-control')).toBe('private, no-store')
    await expectReadable(bytes)
    const paths = unzippedPaths(bytes)
    expect(paths.sort()).toEqual(
      [
        'Annexes (2)',
        'Annexes/K2.pdf',
        'Annexes/K2.pdf.proof.json',
        'Case 7_ K_',
        'K10.pdf',
        'Letter.PDF',
        '_con.txt',
        'dots__',
        'letter (2).pdf',
      ].map((path) => `Case 7_ K_/${path}`),
    )
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
    expect(sha256(unzipped(bytes, 'Case 7_ K_/Annexes/K2.pdf'))).toBe(sha256(contents.get('K2.pdf') as Buffer))
    expect(sha256(unzipped(bytes, 'Case 7_ K_/dots__'))).toBe(sha256(contents.get('dots..') as Buffer))
  })

  it('with proofs: each verifies beside its file, and the manifest proves the unpacked folder', async () => {
    const answer = await prepare({
      folders: [folder],
      files: [single],
      proofs: ['json', 'html', 'pdf'],
      language: 'DE',
    })
    const { url, count, bytes: size } = dataOf(answer)
    expect([count, size]).toEqual([10, 700_000])
    const { bytes } = await download(service, url)
    await expectReadable(bytes)
    const paths = unzippedPaths(bytes)
    expect(paths.slice(-2)).toEqual(['manifest.json', 'tallystick.html'])
    // Theirs has another name than the archive's own.
    expect(sha256(unzipped(bytes, 'manifest (2).json'))).toBe(sha256(contents.get('manifest.json') as Buffer))
    const top = 'Case 7_ K_/Annexes/K2.pdf'
    // A file is named as the proof of the one beside it.
    const proof = JSON.parse(unzipped(bytes, `${top}.proof (2).json`).toString())
    expect([verifyProof(proof).failure, proof.hash]).toEqual([undefined, sha256(contents.get('K2.pdf') as Buffer)])
    const page = readPage(unzipped(bytes, `${top}.proof.html`).toString())
    expect(verifyProof(page?.json).failure).toBeUndefined()
    const pdf = await readPdf(unzipped(bytes, `${top}.proof.pdf`))
    expect(verifyProof(pdf?.json).failure).toBeUndefined()
    const manifest: ManifestDocument = JSON.parse(unzipped(bytes, 'manifest.json').toString())
    expect(verifyManifest(manifest).failure).toBeUndefined()
    const known = new Set(manifest.files.map(({ path }) => path))
    const found = paths
      .filter((path) => known.has(path))
      .map((path): FolderEntry => {
        const content = unzipped(bytes, path)
        return { kind: 'file', path, hash: sha256(content), size: content.length }
      })
    expect(compareFolder(manifest.files, found)).toMatchObject({ equal: 10, problems: [] })
  })

  it('breaks off at a content that is not the recorded one, and is refused from then on', async () => {
    const broken = await named('Broken')
    await added(broken, 'whole.bin')
    const id = await added(broken, 'broken.bin')
    const { url } = dataOf(await prepare({ folders: [broken] }))
    flipBit(await objectOf(service, id))
    const cut = await download(service, url).then(
      ({ bytes }) => bytes,
      () => null,
    )
    expect(isWhole(cut)).toBe(false)
    expectError(await prepare({ files: [id] }), 500, 'content_damaged', /^The stored content is damaged/)
  })
})

describe('a selection', () => {
  it('takes files of any folders, and a folder within another one once', async () => {
    const [annexes] = dataOf(
      await service.call('GET', `/api/folders/${folder}/folders?search=Annexes`, undefined, ada.auth),
    ).data
    const { bytes, headers } = await archiveOf({ folders: [folder, annexes._id], files: [single] })
    expect(headers.get('content-disposition')).toMatch(/filename="tallystick-files-\d{4}-\d\d-\d\d\.zip"/)
    const paths = unzippedPaths(bytes)
    expect(paths).toHaveLength(10)
    expect(paths).toContain('manifest (2).json')
    expect(paths).toContain('Case 7_ K_/Annexes/K2.pdf')
    expect(unzippedPaths((await archiveOf({ folders: [annexes._id] })).bytes)).toContain('Annexes/K2.pdf')
  })

  it('404: what the account may not see; public folders of others without what is private in them', async () => {
    const shared = await someFolder(service, ada, 'public')
    const hidden = await someFolder(service, ada, 'private', shared)
    const open = await added(shared, 'open.txt')
    const closed = await added(hidden, 'closed.txt')
    const paths = unzippedPaths((await archiveOf({ folders: [shared], files: [open] }, bea)).bytes)
    expect(paths.map((path) => path.split('/').at(-1))).toEqual(['open.txt'])
    expectError(await prepare({ folders: [folder] }, bea), 404, 'folder_not_found', 'Folder does not exist')
    expectError(await prepare({ files: [open, closed] }, bea), 404, 'file_not_found', 'File does not exist')
    const { url } = dataOf(await prepare({ folders: [shared] }, bea))
    await service.call(
      'PATCH',
      `/api/folders/${shared}`,
      { organizationId: ada.userId, folderType: 'private' },
      ada.auth,
    )
    expectError(await service.call('GET', url), 404, 'folder_not_found', 'Folder does not exist')
  })

  it('404: what is in the bin', async () => {
    const id = await added(elsewhere, 'gone.txt')
    await service.call('DELETE', `/api/files/${id}`, undefined, ada.auth)
    expectError(await prepare({ files: [id] }), 404, 'file_not_found', 'File does not exist')
    const binned = await named('Binned')
    await added(binned, 'x.txt')
    await service.call('DELETE', `/api/folders/${binned}`, undefined, ada.auth)
    expectError(await prepare({ folders: [binned] }), 404, 'folder_not_found', 'Folder does not exist')
  })

  it('has the version that is current when the download begins', async () => {
    const id = await added(elsewhere, 'versions.txt')
    const { url } = dataOf(await prepare({ files: [id] }))
    const [, , , attachment] = fileParts(ada, elsewhere, Buffer.from('second'), 'versions.txt')
    await post(service, `/api/files/${id}/versions`, [['organizationId', ada.userId], attachment as never], ada.auth)
    expect(unzipped((await download(service, url)).bytes, 'versions.txt').toString()).toBe('second')
  })

  it.each([
    [{}, 'folders: expected at least one folder or file'],
    [{ files: ['x'] }, /^files/],
    [{ files: [], folders: [] }, 'folders: expected at least one folder or file'],
    [{ folders: ['root'] }, /^folders/],
  ])('400: %j', async (body, message) => {
    expectError(await prepare(body), 400, 'invalid', message)
  })

  it('403: with a link to stamps, and one that has expired', async () => {
    const stamps = dataOf(
      await service.call('POST', '/hash/exports', { select: { filter: {} }, format: 'csv' }, ada.auth),
    ).url.replace('/hash/', '/api/')
    const { url } = dataOf(await prepare({ files: [single] }))
    expectError(
      await service.call('GET', url.replace('/api/', '/hash/')),
      403,
      'link_expired',
      /^This link has expired/,
    )
    await service.database.db.execute(
      "UPDATE export_links SET expires_at = now() - interval '1 second' WHERE wanted->>'kind' = 'files'",
    )
    for (const path of [stamps, url, '/api/exports/nonsense'])
      expectError(await service.call('GET', path), 403, 'link_expired', /^This link has expired/)
  })
})
