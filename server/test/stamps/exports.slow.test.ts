import { createHash } from 'node:crypto'
import {
  briefsOf,
  compareFolder,
  type FolderEntry,
  judge,
  type ManifestDocument,
  proofFromManifest,
  proofsIn,
  readPage,
  readPdf,
  verifyManifest,
  verifyOts,
  verifyProof,
} from '@tallystick/proof'
import { beforeAll, describe, expect, it } from 'vitest'
import { unzipped, unzippedPaths } from '../../../test/unzip.js'
import { allFinal } from '../foreign/stamps.js'
import { type TestAccount, useOwnService } from '../service.js'
import { dataOf, expectError, stamp } from './shapes.js'

const service = useOwnService()
let ada: TestAccount
let bea: TestAccount

/** Documents of a run: folders, equal names, names that differ in case alone, a file named as a folder beside it. */
const folders = ['', 'Annexes', 'Annexes/2026', 'annexes/2026']
const documents = Array.from({ length: 300 }, (_, at) => {
  const content = Buffer.from(`document ${at}`)
  const names = [`K${at}.pdf`, 'Letter.pdf', 'letter.PDF', 'Annexes', '=cmd|x!A1', `Müller "${at}", Straße.pdf`]
  const hash = createHash('sha256').update(content).digest('hex')
  return { content, hash, folder: folders[at % folders.length] as string, filename: names[at % names.length] as string }
})
let run: string

const post = (path: string, body: unknown, by = ada) => service.call('POST', path, body, by.auth)
const prepare = async (body: object, by = ada) => dataOf(await post('/hash/exports', body, by))
const download = async (body: object): Promise<Buffer> => {
  const { url } = await prepare(body)
  return Buffer.from(await (await fetch(service.url + url)).arrayBuffer())
}

beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  bea = await service.account('Bea')
  const items = documents.map(({ hash, filename }) => ({ hash, filename, isPrivate: true }))
  const made: { id: string }[] = dataOf(await post('/multi-stamp', items))
  run = dataOf(await post('/hash/runs', { name: 'Case 7', isPrivate: true })).id
  const members = made.map(({ id }, at) => ({ id, folder: documents[at]?.folder }))
  await post(`/hash/runs/${run}/stamps`, { items: members })
  await allFinal(service)
})

describe('a ZIP of 300 documents in folders, some of equal names', () => {
  let archive: Buffer
  let paths: string[]
  beforeAll(async () => {
    archive = await download({
      select: { filter: { run } },
      format: 'zip',
      parts: ['json', 'html', 'ots'],
      language: 'DE',
    })
    paths = unzippedPaths(archive)
  })
  const proofs = (ending: string) => paths.filter((path) => path.endsWith(ending))

  it('has the proofs of each, at paths that no system takes for equal, in the folders of the run', () => {
    for (const ending of ['.proof.json', '.proof.html', '.ots']) expect(proofs(ending)).toHaveLength(300)
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
    expect(paths).toContain('K0.pdf.proof.json')
    expect(paths).toContain('Annexes/2026/K6.pdf.proof.json')
    expect(paths.slice(-4)).toEqual(['index.html', 'index.csv', 'manifest.json', 'tallystick.html'])
  })

  it('every proof in it verifies, and is that of its document', () => {
    const hashes = new Set<string>()
    for (const path of proofs('.proof.json')) {
      const proof = JSON.parse(unzipped(archive, path).toString())
      expect(verifyProof(proof).failure, path).toBeUndefined()
      hashes.add(proof.hash)
    }
    expect(hashes).toEqual(new Set(documents.map(({ hash }) => hash)))
    const [page = '', ots = ''] = [proofs('.proof.html')[7], proofs('.ots')[7]]
    const read = readPage(unzipped(archive, page).toString())
    expect(verifyProof(read?.json).failure).toBeUndefined()
    expect(verifyOts(unzipped(archive, ots)).failure).toBeUndefined()
  })

  it('its manifest proves the folder that the documents came from, and gives the proofs of stamps', () => {
    const manifest: ManifestDocument = JSON.parse(unzipped(archive, 'manifest.json').toString())
    const finding = verifyManifest(manifest)
    expect(finding.failure).toBeUndefined()
    expect(manifest.files).toHaveLength(300)
    const byHash = new Map(documents.map((document) => [document.hash, document]))
    const found = manifest.files.map(({ path, hash }): FolderEntry => {
      const { content } = byHash.get(hash) as (typeof documents)[number]
      return { kind: 'file', path, hash, size: content.length }
    })
    expect(compareFolder(manifest.files, found)).toMatchObject({ equal: 300, problems: [] })
    expect(manifest.files.map(({ path }) => path)).toContain('Annexes/2026/K6.pdf')
    const [changed, ...others] = found as [FolderEntry & { kind: 'file' }, ...FolderEntry[]]
    const differs = compareFolder(manifest.files, [{ ...changed, hash: '0'.repeat(64) }, ...others.slice(1)])
    expect(differs.problems.map(({ problem }) => problem).sort()).toEqual(['changed', 'missing'])
    const [first] = manifest.files
    const proof = proofFromManifest(manifest, first as ManifestDocument['files'][number])
    expect([proof.kind, verifyProof(proof).failure]).toEqual(['stamp', undefined])
  })

  it('its lists link and name every document, and no spreadsheet executes a cell', () => {
    const index = unzipped(archive, 'index.html').toString()
    const links = [...index.matchAll(/href="([^"]+\.proof\.json)"/g)].map(([, href]) => decodeURIComponent(href ?? ''))
    expect(links.sort()).toEqual(proofs('.proof.json').sort())
    expect(index).not.toContain('<script')
    const csv = unzipped(archive, 'index.csv').toString()
    expect(csv.startsWith('\ufeffOrdner,Name,Code,Fingerabdruck,')).toBe(true)
    expect(csv.trim().split('\r\n')).toHaveLength(301)
    expect(csv).toContain(",'=cmd|x!A1,")
    expect(csv).not.toMatch(/(^|,)"?[=+\-@]/m)
    expect(csv).toContain('"Müller ""5"", Straße.pdf"')
  })
})

describe('a ZIP', () => {
  it('has PDF certificates by default, named as the document, that verify', async () => {
    const { code } = await stamp(service, ada, { filename: 'K014 Letter.pdf' })
    await allFinal(service)
    const archive = await download({ select: { codes: [code] }, format: 'zip' })
    expect(unzippedPaths(archive).slice(0, 2)).toEqual(['K014 Letter.pdf.proof.pdf', 'K014 Letter.pdf.proof.json'])
    const read = await readPdf(unzipped(archive, 'K014 Letter.pdf.proof.pdf'))
    expect(verifyProof(read?.json).failure).toBeUndefined()
  })

  it('breaks off when a proof cannot be made: it never looks whole', async () => {
    const { code, id } = await stamp(service, bea)
    const { db } = service.database
    const { url } = dataOf(
      await post('/hash/exports', { select: { codes: [code] }, format: 'zip', parts: ['json'] }, bea),
    )
    await db.execute("UPDATE stamps SET owner = owner || '?' WHERE id = $1", [id])
    const answer = await fetch(service.url + url)
      .then(
        (response) => response.arrayBuffer(),
        () => null,
      )
      .catch(() => null)
    expect(answer === null || !Buffer.from(answer).includes('PK\u0005\u0006')).toBe(true)
    await db.execute("UPDATE stamps SET owner = rtrim(owner, '?') WHERE id = $1", [id])
  })
})

describe('PDF', () => {
  it('is one certificate for all, in which each document is found by its content', async () => {
    const pdf = await download({ select: { filter: { run } }, format: 'pdf' })
    const evidence = await proofsIn({
      name: 'certificate.pdf',
      size: pdf.length,
      read: async (end) => pdf.subarray(0, end),
    })
    const proven = await Promise.all(evidence.map((one) => briefsOf(one, judge)))
    expect(proven.flat().map(({ outcome }) => outcome)).toEqual(documents.map(() => 'consistent'))
    expect(
      proven
        .flat()
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual(documents.map(({ hash }) => hash).sort())
  })
})

describe('XLSX', () => {
  it('holds every stamp: texts as texts, times as times', async () => {
    const note = '=HYPERLINK("x")\nsecond <line> & _x000D_'
    const { code } = await stamp(service, ada, { filename: '+1.pdf' })
    await post('/hash/labels', { select: { codes: [code] }, addTags: ['red', 'blue'], note })
    const book = await download({ select: { codes: [code] }, format: 'xlsx', language: 'EN' })
    const parts = [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
    ]
    expect(unzippedPaths(book)).toEqual([...parts, 'xl/worksheets/sheet1.xml'])
    const sheet = unzipped(book, 'xl/worksheets/sheet1.xml').toString()
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) => row)
    expect(rows).toHaveLength(2)
    const texts = [...(rows[1] ?? '').matchAll(/<t xml:space="preserve">(.*?)<\/t>/gs)].map(([, text]) => text)
    expect(texts).toContain('+1.pdf')
    expect(texts).toContain(code)
    expect(texts).toContain('blue, red')
    expect(texts).toContain('=HYPERLINK(&quot;x&quot;)\nsecond &lt;line&gt; &amp; _x005F_x000D_')
    expect(rows[1]).toMatch(/<c s="2"><v>4\d{4}\.\d+<\/v><\/c>/)
    expect(sheet).not.toContain('<f>')
  })
})

describe('a link', () => {
  it('works again, without a header', async () => {
    const { url, count, expiresAt } = await prepare({ select: { filter: { run } }, format: 'csv' })
    expect([count, Date.parse(expiresAt)]).toEqual([300, expect.any(Number)])
    const texts = await Promise.all([1, 2].map(async () => (await fetch(service.url + url)).text()))
    expect(texts[0]).toBe(texts[1])
    const { headers } = await fetch(service.url + url)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="tallystick-stamps-\d{4}-\d\d-\d\d\.csv"$/,
    )
  })

  it('403: once it has expired, and an unknown one', async () => {
    const { url } = await prepare({ select: { filter: { run } }, format: 'csv' })
    await service.database.db.execute("UPDATE export_links SET expires_at = now() - interval '1 second'")
    for (const path of [url, '/hash/exports/nonsense'])
      expectError(await service.call('GET', path), 403, 'link_expired', /^This link has expired/)
  })

  it("404: with another account's stamp; a filter selects none of theirs", async () => {
    const { code } = await stamp(service, ada)
    const answer = await post('/hash/exports', { select: { codes: [code] }, format: 'zip' }, bea)
    expectError(answer, 404, 'stamp_not_found', 'Stamp does not exist')
    expect((await prepare({ select: { filter: { run } }, format: 'csv' }, bea)).count).toBe(0)
  })

  it.each([
    [{ format: 'csv', parts: ['pdf'] }, 'parts: expected for a zip alone'],
    [{ format: 'doc' }, /^format: expected one of/],
    [{ format: 'zip', parts: [] }, /^parts: expected at least 1 item/],
    [{ format: 'zip', language: 'FR' }, /^language: expected one of/],
  ])('400: %j', async (body, message) => {
    expectError(await post('/hash/exports', { select: { filter: {} }, ...body }), 400, 'invalid', message)
  })
})
