import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs, seeded } from '../../../test/tier.js'
import { allowsRange, matchesTag, rangeOf } from '../../src/files/content/byte-range.js'
import { attachmentOf, extensionOf, uploadedName } from '../../src/files/download-name.js'
import { Links } from '../../src/files/links.js'
import { type TestAccount, useService } from '../service.js'
import { download, sha256, someFolder, upload } from './upload.js'

const random = seeded('content')
const service = useService()
let ada: TestAccount
let bob: TestAccount
const size = 300_001
const content = randomBytes(size)
const files: Record<string, string> = {}
beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bob = await service.account('Bob')
  for (const kind of ['public', 'private'] as const) {
    const folder = await someFolder(service, ada, kind)
    files[kind] = (await upload(service, ada, folder, content, 'Größe "1".bin')).fileId
  }
})

const ask = (kind: string, headers: Record<string, string> = {}) =>
  download(service, `/api/files/${files[kind]}/content`, { ...ada.auth, ...headers })

describe.each(['public', 'private'])('GET /api/files/{id}/content of a %s folder', (kind) => {
  it('206: any range returns those bytes, also at chunk edges', async () => {
    const edges = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 262_143, 262_144, size - 2, size - 1]
    const pairs = edges.flatMap((start) => edges.filter((end) => end >= start).map((end) => [start, end] as const))
    for (let more = 0; more < runs(40); more++) {
      const start = Math.floor(random() * size)
      pairs.push([start, start + Math.floor(random() * (size - start))])
    }
    for (const [start, end] of pairs) {
      const got = await ask(kind, { range: `bytes=${start}-${end}` })
      expect(got.status).toBe(206)
      expect(got.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
      expect(got.bytes.equals(content.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
    expect((await ask(kind, { range: 'bytes=-5' })).bytes.equals(content.subarray(-5))).toBe(true)
    expect((await ask(kind, { range: 'bytes=299990-' })).bytes.equals(content.subarray(299_990))).toBe(true)
    expect((await ask(kind, { range: 'bytes=299990-999999999' })).bytes.equals(content.subarray(299_990))).toBe(true)
  })

  it("416 for a range past the end; 200 for several ranges, or one that isn't understood", async () => {
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const got = await ask(kind, { range })
      expect(got.status).toBe(416)
      expect(got.headers.get('content-range')).toBe(`bytes */${size}`)
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=5-2', 'lines=1-2', 'bytes=-']) {
      expect((await ask(kind, { range })).bytes.length).toBe(size)
    }
  })

  it('304, HEAD and If-Range', async () => {
    const etag = `"${sha256(content)}"`
    const same = await ask(kind, { 'if-none-match': `W/"x", ${etag}` })
    expect([same.status, same.bytes.length]).toEqual([304, 0])
    const head = await fetch(new URL(`/api/files/${files[kind]}/content`, service.url), {
      method: 'HEAD',
      headers: ada.auth,
    })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(size))
    expect(head.headers.get('etag')).toBe(etag)
    expect((await ask(kind, { range: 'bytes=0-9', 'if-range': etag })).bytes.length).toBe(10)
    expect((await ask(kind, { range: 'bytes=0-9', 'if-range': '"other"' })).bytes.length).toBe(size)
  })

  it('stays in a browser only if its folder is public', async () => {
    const mayKeep = kind === 'public' ? 'private, no-cache' : 'no-store'
    for (const part of ['content', 'thumbnail']) {
      const { headers } = await download(service, `/api/files/${files[kind]}/${part}`, ada.auth)
      expect(headers.get('cache-control')).toBe(
        part === 'thumbnail' && kind === 'public' ? 'private, max-age=300' : mayKeep,
      )
      expect(headers.get('content-security-policy')).toMatch(/base-uri 'none'; frame-ancestors 'none'; sandbox$/)
    }
  })

  it('is sent under its name, as data that no browser runs', async () => {
    const { headers } = await ask(kind)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1_.bin"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.bin`,
    )
    expect(headers.get('accept-ranges')).toBe('bytes')
  })
})

describe('a signed link', () => {
  const linkOf = async (kind: string, who = ada) => {
    const [{ folder_id }] = (await service.database.db.query<{ folder_id: string }>(
      'SELECT folder_id FROM files WHERE id = $1',
      [files[kind]],
    )) as [{ folder_id: string }]
    const details = await service.call('GET', `/api/folders/${folder_id}/file/${files[kind]}`, undefined, who.auth)
    return { folderId: folder_id, url: new URL(details.body.data.file.url) }
  }

  it('200 without a header, for that file, version, kind and account, and nothing else', async () => {
    const { url } = await linkOf('private')
    expect((await download(service, url.pathname + url.search)).bytes.equals(content)).toBe(true)
    const changed = [
      url.href.replace(/signature=./, (found) => (found.endsWith('A') ? 'signature=B' : 'signature=A')),
      url.href.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`),
      url.href.replace(files.private as string, files.public as string),
      url.href.replace('/content', '/thumbnail'),
      url.href.replace(ada.userId, bob.userId),
    ]
    for (const href of changed) {
      const got = await download(service, href)
      expect([got.status, got.headers.get('error-code')], href).toEqual([403, 'link_expired'])
    }
    for (const unsigned of [url.pathname, url.href.replace(/signature=.*/, 'signature=')]) {
      expect((await download(service, unsigned)).status).toBe(400)
    }
  })

  it('404 as soon as its account can no longer see the file', async () => {
    const { folderId, url } = await linkOf('public', bob)
    expect((await download(service, url.href)).status).toBe(200)
    await service.call('PATCH', `/api/folders/${folderId}`, { folderType: 'private' }, ada.auth)
    expect((await download(service, url.href)).status).toBe(404)
    await service.call('PATCH', `/api/folders/${folderId}`, { folderType: 'public' }, ada.auth)
    expect((await download(service, url.href)).status).toBe(200)
  })

  it('expires after some minutes', () => {
    const links = new Links(randomBytes(32))
    const link = { kind: 'content', fileId: 'f', versionId: 'v', accountId: 'a' } as const
    const madeMs = Date.parse('2026-01-01T00:00:01Z')
    const query = Object.fromEntries(new URL(links.path(link, madeMs), 'http://x').searchParams)
    const check = (atMs: number) => links.check('content', 'f', { ...query, expires: Number(query.expires) }, atMs)
    expect(check(madeMs + 600_000)).toEqual(link)
    expect(check(madeMs + 900_001)).toBe(null)
    expect(links.path(link, madeMs + 60_000)).toBe(links.path(link, madeMs))
  })
})

describe('small parts', () => {
  it.each([
    [undefined, null],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes= 2-3 ', { start: 2, end: 3 }],
    ['BYTES=2-3', { start: 2, end: 3 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=99999999999999999-', null],
    ['bytes=a-b', null],
  ])('range %s of ten bytes', (header, expected) => {
    expect(rangeOf(header, 10)).toEqual(expected)
  })

  it('an empty file has no satisfiable range', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable')
    expect(rangeOf('bytes=-1', 0)).toBe('unsatisfiable')
  })

  it('tags are compared as If-None-Match lists them', () => {
    expect([matchesTag('*', '"a"'), matchesTag('"b","a"', '"a"'), matchesTag('"b"', '"a"')]).toEqual([
      true,
      true,
      false,
    ])
    expect([allowsRange(undefined, '"a"'), allowsRange('W/"a"', '"a"')]).toEqual([true, false])
  })

  it.each([
    ['a.PDF', 'pdf'],
    ['archive.tar.gz', 'gz'],
    ['.htaccess', ''],
    ['none', ''],
    ['a.b c', ''],
    ['x.exe\u202efdp', ''],
  ])('extension of %j', (name, expected) => {
    expect(extensionOf(name)).toBe(expected)
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\a\\b.txt', 'b.txt'],
    ['a\0b\r\n', 'ab'],
    ['', ''],
    ['../', ''],
  ])('the name of an upload %j', (name, expected) => {
    expect(uploadedName(name)).toBe(expected)
  })

  it("a download's name is one line of ASCII, without characters that change the text's direction", () => {
    expect(attachmentOf('x\u202egpj.exe', 'exe')).toBe('attachment; filename="xgpj.exe"')
    expect(attachmentOf(`a'(b)*"\\%.txt`, 'txt')).toBe(
      `attachment; filename="a'(b)*___.txt"; filename*=UTF-8''a%27%28b%29%2A%22%5C%25.txt`,
    )
    expect(attachmentOf('Contract', 'pdf')).toContain('filename="Contract.pdf"')
    expect(attachmentOf('😀'.repeat(255), 'txt')).toMatch(/^[\x20-\x7e]+$/)
  })
})
