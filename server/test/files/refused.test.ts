import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { type TestAccount, useOwnService } from '../service.js'
import { expectError } from '../stamps/shapes.js'
import { fileParts, formBody, type Part, post, send, someFolder, upload } from './upload.js'

const limit = 3_000_000
const service = useOwnService({ UPLOAD_LIMIT: String(limit), UPLOADS_AT_ONCE: '40' })
let ada: TestAccount
let bob: TestAccount
let folder: string
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bob = await service.account('Bob')
  folder = await someFolder(service, ada, 'private')
})

const content = Buffer.from('content')
const usual = () => fileParts(ada, folder, content)
/** The usual parts, with those of one name replaced. */
const withPart = (name: string, ...parts: Part[]) => usual().flatMap((part) => (part[0] === name ? parts : [part]))
const create = (parts: readonly Part[], who = ada) => post(service, '/api/files', parts, who.auth)

/** Names what the store has begun and not finished. */
const aside = () => readdirSync(join(service.dataDir, 'files', 'aside'))

/** Names what it has finished. */
const placed = () => {
  const entries = readdirSync(join(service.dataDir, 'files', 'objects'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Expects that refused uploads leave nothing: every object belongs to a version or is a thumbnail of one. */
async function expectNothingLeft(): Promise<void> {
  const { db } = service.database
  await eventually('nothing is left', async () => {
    const rows = await db.query<{ key: string }>(
      'SELECT blob AS key FROM file_versions UNION ALL SELECT thumbnail FROM file_versions WHERE thumbnail IS NOT NULL',
    )
    const claimed = rows.map(({ key }) => key.replaceAll('/', '+')).sort()
    return aside().length === 0 && JSON.stringify(placed().sort()) === JSON.stringify(claimed)
  })
}
afterEach(expectNothingLeft)

describe('POST /api/files refuses', () => {
  it.each([
    ['fileName', 'this field is required'],
    ['folderId', 'this field is required'],
    ['organizationId', 'this field is required'],
    ['attachments', 'this file is required'],
  ])('400: %s is missing', async (name, problem) => {
    expectError(await create(withPart(name)), 400, 'invalid', `${name}: ${problem}`)
  })

  it.each([
    ['', 'must not be empty'],
    ['  ', 'must not be empty'],
    ['x'.repeat(256), 'expected at most 255 characters'],
    ['a/b', 'a slash is not allowed'],
    ['..', 'expected a name, not a relative path'],
    ['a\nb', 'control characters are not allowed'],
    ['a\0b', 'control characters are not allowed'],
  ])('400: fileName %j', async (fileName, problem) => {
    const answer = await create(withPart('fileName', ['fileName', fileName]))
    expectError(answer, 400, 'invalid', `fileName: ${problem}`)
  })

  it.each([
    ['an unknown field', () => [...usual(), ['colour', 'red'] as Part], 'colour: unknown field'],
    ['a field twice', () => [...usual(), ['fileName', 'b'] as Part], 'fileName: expected once, not repeated'],
    [
      'a file without a filename',
      () => [...withPart('attachments'), ['attachments', 'text'] as Part],
      'attachments: expected a file, but the part has no filename',
    ],
    [
      'an empty file without a name, as browsers send it when none was chosen',
      () => withPart('attachments', ['attachments', Buffer.alloc(0), '']),
      'attachments: this file is required',
    ],
    ['two files', () => [...usual(), ['attachments', content, 'b'] as Part], 'attachments: expected one file'],
    [
      'a file of another name',
      () => [['file', content, 'b'] as Part, ...usual()],
      'file: expected no file here, only in attachments',
    ],
    ['a latitude', () => [...usual(), ['lat', '91'] as Part], 'lat: expected a number from -90 to 90'],
    ['a longitude', () => [...usual(), ['long', 'east'] as Part], 'long: expected a number from -180 to 180'],
    [
      'a long description',
      () => [...usual(), ['description', 'x'.repeat(5000)] as Part],
      'description: expected at most 4096 characters',
    ],
  ])('400: %s', async (_, parts, message) => {
    expectError(await create(parts()), 400, 'invalid', message)
  })

  it('400, 401: no token, a wrong one', async () => {
    expectError(await post(service, '/api/files', usual()), 400, 'token_missing', 'Authorization Token Not Found')
    const wrong = await post(service, '/api/files', usual(), { authorization: 'Bearer x' })
    expectError(wrong, 401, 'token_invalid', 'Invalid auth token')
  })

  it('403: on behalf of another account', async () => {
    const other: Part = ['organizationId', bob.userId]
    expectError(await create(withPart('organizationId', other)), 403, 'forbidden', 'Forbidden')
  })

  it("404: another account's folder, the root, an unknown one; sent before or after the file", async () => {
    const theirs = await someFolder(service, bob, 'public')
    for (const id of [theirs, ada.userId, 'x', '0190a000-0000-7000-8000-000000000000']) {
      const parts = withPart('folderId', ['folderId', id])
      for (const order of [parts, [...parts].reverse()]) {
        expectError(await create(order), 404, 'folder_not_found', 'Folder does not exist')
      }
    }
  })

  it('409: a folder in the bin', async () => {
    const binned = await someFolder(service, ada)
    await service.call('DELETE', `/api/folders/${binned}`, undefined, ada.auth)
    const answer = await create(withPart('folderId', ['folderId', binned]))
    expectError(answer, 409, 'folder_in_bin', 'The folder is in the bin. Restore it first.')
  })

  it('413: a file over the limit, however it is sent; one of exactly the limit is accepted', async () => {
    const message = `The file is larger than ${limit} bytes`
    const over = fileParts(ada, folder, Buffer.alloc(limit + 1))
    expectError(await create(over), 413, 'file_too_large', message)
    const { body, type } = formBody(over)
    const chunked = await fetch(new URL('/api/files', service.url), {
      method: 'POST',
      headers: { ...ada.auth, 'content-type': type },
      body: new Blob([new Uint8Array(body)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
    const announced = await raw(`Content-Type: ${type}\r\nContent-Length: 99999999999\r\n\r\n`)
    expect(announced).toMatch(/^HTTP\/1\.1 413 /)
    expect((await create(fileParts(ada, folder, Buffer.alloc(limit)))).status).toBe(200)
  })

  it('415: anything but a form', async () => {
    const message = 'Expected Content-Type: multipart/form-data; boundary=…'
    for (const type of ['application/json', 'multipart/form-data', 'multipart/mixed; boundary=a', 'text/plain']) {
      const answer = await send(service, 'POST', '/api/files', { ...ada.auth, 'content-type': type }, Buffer.from('{}'))
      expectError(answer, 415, 'form_expected', message)
    }
    expectError(await service.call('POST', '/api/files', undefined, ada.auth), 415, 'form_expected', message)
    const elsewhere = await post(service, '/hash', usual(), ada.auth)
    expect(elsewhere.status).toBe(415)
  })

  it('400: no form, or a truncated one', async () => {
    const { body, type } = formBody(usual())
    for (const part of [body.subarray(0, -3), body.subarray(0, 200), Buffer.from('nonsense'), Buffer.alloc(0)]) {
      const answer = await send(service, 'POST', '/api/files', { ...ada.auth, 'content-type': type }, part)
      expect([answer.status, answer.headers.get('error-code')], answer.text).toEqual([400, 'malformed_form'])
    }
  })
})

describe('names', () => {
  it.each([
    ['x'.repeat(255)],
    ['😀'.repeat(255)],
    ['\u202eexe.gpj'],
    ['תמונה.png'],
    ['CON'],
    ['a"; filename="b'],
    ["'; DROP TABLE files; --"],
    ['<img src=x onerror=alert(1)>'],
    ['e\u0301\u0301\u0301'],
  ])('200: %j comes back unchanged', async (fileName) => {
    const answer = await create(withPart('fileName', ['fileName', fileName]))
    expect(answer.status, answer.text).toBe(200)
    const details = await service.call(
      'GET',
      `/api/folders/${folder}/file/${answer.body.data.fileId}`,
      undefined,
      ada.auth,
    )
    expect(details.body.data.fileName).toBe(fileName)
    const path = `/api/files/${answer.body.data.fileId}/content`
    expect((await service.call('GET', path, undefined, ada.auth)).text).toBe('content')
  })

  it.each([['../../../../etc/passwd'], ['..\\..\\boot.ini'], ['/etc/shadow'], ['\u0000'], ['.'], ['']])(
    '200: a file called %j stays in its own folder',
    async (filename) => {
      const answer = await create(withPart('attachments', ['attachments', content, filename]))
      expect(answer.status, answer.text).toBe(200)
    },
  )
})

describe('uploads that break off', () => {
  it('leave nothing, wherever they break', async () => {
    const large = randomBytes(2_000_000)
    const { body, type } = formBody(fileParts(ada, folder, large))
    const [row] = await service.database.db.query<{ files: number }>('SELECT count(*) AS files FROM files')
    const sent = [0, 10, 300, 700, 100_000, 1_000_000, body.length - 1]
    const before = placed().length
    const begun = sent.map((bytes) => begin(type, body.length, body.subarray(0, bytes)))
    const withContent = sent.filter((bytes) => bytes > body.indexOf(large.subarray(0, 32)))
    // Of the last one, all of the file has come, so it may have its place already.
    await eventually(
      'the store has begun theirs',
      () => aside().length + placed().length - before >= withContent.length,
    )
    for (const { socket } of begun) socket.destroy()
    await expectNothingLeft()
    const after = await service.database.db.query<{ files: number }>('SELECT count(*) AS files FROM files')
    expect(after).toEqual([row])
    // The object goes first, its place on the list afterwards.
    await eventually('the list is empty', async () => {
      const waiting = await service.database.db.query('SELECT key FROM blob_leftovers')
      return waiting.length === 0
    })
  })

  it('429: too many are waiting; another account uploads meanwhile', async () => {
    const { body, type } = formBody(fileParts(ada, folder, randomBytes(100_000)))
    const slow = Array.from({ length: 45 }, () => begin(type, body.length, body.subarray(0, 50_000)))
    await eventually('five are refused', () => slow.filter((one) => one.answer().includes('429')).length === 5)
    const theirs = await someFolder(service, bob)
    await upload(service, bob, theirs, content)
    for (const { socket } of slow) socket.destroy()
    await eventually('uploads are taken again', async () => (await create(usual())).status === 200)
  })
})

/** Sends the beginning of an upload. */
function begin(type: string, length: number, bytes: Uint8Array) {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  const head = `POST /api/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${ada.auth.authorization}\r\nContent-Type: ${type}\r\n`
  socket.write(`${head}Content-Length: ${length}\r\n\r\n`)
  socket.write(bytes)
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.on('error', () => undefined)
  return { socket, answer: () => answer }
}

/** Sends the head of an upload and reads the answer. */
function raw(rest: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(`POST /api/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${ada.auth.authorization}\r\n${rest}`)
    socket.once('data', (bytes) => {
      socket.destroy()
      resolve(bytes.toString())
    })
  })
}
