import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { npmProgram, uppy } from '../../../test/npm-programs.js'
import { download, sha256, someFolder } from '../files/upload.js'
import { type TestAccount, useService } from '../service.js'
import { dataOf } from '../stamps/shapes.js'
import { path } from './tus.js'

const run = promisify(execFile)
const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-tus-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let ada: TestAccount
let folderId: string
beforeAll(async () => {
  ada = await service.account()
  folderId = await someFolder(service, ada)
})

/** Expects one file of this name in the folder, with this content. */
async function expectFile(name: string, content: Uint8Array): Promise<void> {
  const listed = await service.call('GET', `/api/folders/${folderId}/files?search=${name}`, undefined, ada.auth)
  const files: { _id: string; fileName: string; attachmentHash: string }[] = dataOf(listed).data
  expect(files.map(({ fileName, attachmentHash }) => [fileName, attachmentHash])).toEqual([[name, sha256(content)]])
  const { bytes } = await download(service, `/api/files/${files[0]?._id}/content`, ada.auth)
  expect(sha256(bytes)).toBe(sha256(content))
}

describe('a client of tus', () => {
  it.each([
    ['its defaults', {}, 3_000_000],
    ['pieces', { chunkSize: 1_000_000 }, 3_000_000],
    ['no content', {}, 0],
  ])('Uppy uploads with %s', async (about, options, bytes) => {
    const installed = createRequire(join(await npmProgram(uppy), 'package.json'))
    const load = async (name: string) => (await import(pathToFileURL(installed.resolve(name)).href)).default
    const [Uppy, Tus] = [await load('@uppy/core'), await load('@uppy/tus')]
    const content = randomBytes(bytes)
    const name = `${about.replaceAll(' ', '-')}.bin`
    const program = new Uppy().use(Tus, { endpoint: service.url + path, headers: ada.auth, ...options })
    // Outside of a browser, its client takes a Buffer, of which Uppy wants the size.
    const data = Object.assign(content, { size: content.length })
    program.addFile({ name, type: 'application/octet-stream', data, meta: { folderId } })
    const { successful, failed } = await program.upload()
    expect([failed.map(({ error }: { error: string }) => error), successful.length]).toEqual([[], 1])
    await expectFile(name, content)
  })

  it('tuspy uploads, which accepts nothing but 204', async ({ skip }) => {
    const debian = await debianPrograms(['python3-tuspy'])
    if (!debian) return skip(noDebian)
    const content = randomBytes(250_000)
    writeFileSync(join(folder, 'tuspy.bin'), content)
    const program = `
import sys
from tusclient.client import TusClient
address, token, folder = sys.argv[1:]
client = TusClient(address, headers={'Authorization': token})
uploader = client.uploader('tuspy.bin', chunk_size=100_000, metadata={'folderId': folder, 'filename': 'tuspy.bin'})
uploader.upload()
assert uploader.offset == 250_000, uploader.offset`
    const args = ['-c', program, service.url + path, ada.auth.authorization, folderId]
    await run(debian.path('python3'), args, { env: debian.env, cwd: folder })
    await expectFile('tuspy.bin', content)
  })
})
