import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { toHex } from '../src/encoding/to-hex.js'
import {
  archiveEntries,
  briefsOf,
  csvTable,
  englishManyWords,
  englishWords,
  entryRange,
  fromHex,
  type GivenProof,
  judge,
  type ManifestDocument,
  ProofError,
  type ProofFinding,
  pairProofs,
  proofFromManifest,
  proofsIn,
  type Row,
  rowsOf,
  type Source,
  sayOriginal,
  sayReason,
  sayTotals,
  sha256,
  sourcesOfRow,
  startsToFind,
  tellApart,
  timeOfRow,
  totalsOf,
  unpacked,
  utf8,
} from '../src/index.js'
import { vectorCopy } from './vectors/stamped-copy.js'

const manifest = JSON.parse(readFileSync(new URL('../vectors/manifests-valid.json', import.meta.url), 'utf8'))[
  'four batches in two blocks'
] as ManifestDocument
const judgeOne = (evidence: Parameters<typeof judge>[0], digest: Uint8Array | undefined) => judge(evidence, digest)
const fileOf = (name: string, content: Uint8Array) => ({
  name,
  size: content.length,
  read: async (end: number) => content.subarray(0, end),
})
const contentOf = (path: string) => utf8(`tallystick vectors: ${path}\n`)
const documents = manifest.files.map(({ path }) => ({ path, digests: [toHex(sha256(contentOf(path)))] }))

/** A ZIP archive of two entries: one stored, one deflated. */
function zipOf(entries: readonly { path: string; content: Uint8Array; isPacked: boolean }[]): Uint8Array {
  const pieces: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { path, content, isPacked } of entries) {
    const name = Buffer.from(path)
    const packed = isPacked ? deflateRawSync(content) : Buffer.from(content)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(content.length, 8)
    const method = Buffer.from([isPacked ? 8 : 0, 0])
    const lengths = Buffer.from([name.length, 0, 0, 0])
    const local = Buffer.concat([Buffer.from('504b03041400000000'.slice(0, 16), 'hex'), method, Buffer.alloc(4), sizes])
    const header = Buffer.concat([local, lengths, name, packed])
    const where = Buffer.alloc(4)
    where.writeUInt32LE(at)
    list.push(
      Buffer.concat([
        Buffer.from('504b010214001400', 'hex'),
        Buffer.from([0, 0]),
        method,
        Buffer.alloc(4),
        sizes,
        lengths,
        Buffer.alloc(10),
        where,
        name,
      ]),
    )
    pieces.push(header)
    at += header.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, directory, end])
}

const bytesIn = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())

describe('pairing', () => {
  const proofsOf = async () => {
    const found: GivenProof[] = []
    for (const file of manifest.files) {
      const bytes = utf8(JSON.stringify(proofFromManifest(manifest, file)))
      for (const evidence of await proofsIn(fileOf(`${file.code}.json`, bytes))) {
        const briefs = await briefsOf(evidence, judgeOne)
        found.push(...briefs.map((brief) => ({ path: `proofs/${file.code}.json`, brief })))
      }
    }
    return found
  }

  test('pairs by content, whatever the files are called', async () => {
    const renamed = documents.map(({ digests }, at) => ({ path: `${at}.bin`, digests }))
    const rows = rowsOf(pairProofs(renamed, await proofsOf()))
    const { fitting, problems, documents: count } = totalsOf(rows)
    expect([fitting, problems, count]).toEqual([9, 0, 9])
    expect(rows.map(({ document }) => document)).toEqual(renamed.map(({ path }) => path))
  })

  test('names a changed document beside its proof, and lists what has no counterpart', async () => {
    const proofs = (await proofsOf()).map((proof, at) => (at === 0 ? { ...proof, path: 'a/K1.pdf.proof.json' } : proof))
    const [, second, ...others] = documents
    const changed = { path: 'b/K1.pdf', digests: ['00'.repeat(32)] }
    const stranger = { path: 'stranger.pdf', digests: ['11'.repeat(32)] }
    const rows = rowsOf(pairProofs([changed, stranger, ...others], proofs))
    expect(rows.slice(0, 3).map(({ verdict, document }) => [verdict, document])).toEqual([
      ['other', 'b/K1.pdf'],
      ['no-proof', 'stranger.pdf'],
      ['no-document', null],
    ])
    expect(rows[2]?.brief?.hash).toBe(second?.digests[0])
    expect(totalsOf(rows)).toMatchObject({ fitting: 7, problems: 3, documents: 9, weakest: 'consistent' })
  })

  test('tells a copy, its original and a changed copy apart by their content', async () => {
    const { original, copy } = vectorCopy
    const json = JSON.parse(readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8'))[
      'stamped copy'
    ]
    const briefs = await briefsOf({ form: 'json', json }, judgeOne)
    // Which of them a document is, no proof knows.
    expect(briefs.flatMap(({ caveats }) => caveats.map(({ code }) => code))).not.toContain('original')
    const read = (path: string, content: Uint8Array) => ({
      path,
      archive: null,
      digests: [toHex(sha256(content))],
      briefs: [],
    })
    const proofFile = { path: 'proof.json', archive: null, digests: ['00'.repeat(32)], briefs }
    const files = [
      read('copy', copy),
      read('original', original),
      read('changed', utf8('changed')),
      read('other', utf8('other')),
    ]
    const { digits, files: candidates } = startsToFind([...files, proofFile])
    expect([digits, candidates.map(({ path }) => path)]).toEqual([[64], ['copy', 'changed', 'other', 'proof.json']])
    expect(startsToFind(files).files).toEqual([])

    const start = { length: original.length, digests: [toHex(sha256(original))] }
    const begun = files.map((file) => (['copy', 'changed'].includes(file.path) ? { ...file, start } : file))
    const { documents, proofs } = tellApart([...begun, proofFile])
    const rows = rowsOf(pairProofs(documents, proofs))
    expect(rows.map(({ document, verdict, original }) => [document, verdict, original])).toEqual([
      ['changed', 'other', { case: 'changed', bytes: original.length }],
      ['other', 'no-proof', undefined],
      ['copy', 'consistent', { case: 'inside' }],
      ['original', 'consistent', { case: 'given' }],
    ])
    expect(totalsOf(rows)).toMatchObject({ fitting: 2, problems: 2, documents: 4 })
    const [changed, , , given] = rows
    const english = { words: englishWords, many: englishManyWords }
    const finding = judge({ form: 'json', json }, sha256(original)) as ProofFinding
    expect(sayReason(changed!, english, 'none')).toContain(sayOriginal(finding, englishWords))
    expect([timeOfRow(changed!), sourcesOfRow(changed!)]).toEqual([undefined, []])
    expect(sayReason(given!, english, 'none')).toBe(englishManyWords.originals.given)
    // Without the original in it, a copy only claims one.
    const [claimed] = rowsOf(pairProofs([{ path: 'copy', digests: [toHex(sha256(copy))] }], proofs))
    expect(claimed?.original).toEqual({ case: 'claimed' })
  })

  test('says by whose word many documents are as stamped: that of the weakest', () => {
    const row = (verdict: 'confirmed' | 'stated', kind: Source['kind'], name: string): Row => ({
      verdict,
      document: name,
      proof: 'proof.json',
      brief: { outcome: verdict, sources: [{ kind, name }], caveats: [] },
    })
    const english = { words: englishWords, many: englishManyWords }
    const sure = row('confirmed', 'node', 'node.example')
    expect(sayTotals([sure], english)).toBe('1 of 1 documents are as stamped, confirmed by the node at node.example.')
    const own = row('stated', 'issuer-node', 'notary.example')
    expect(sayTotals([sure, own], english)).toBe('2 of 2 documents are as stamped, by the word of notary.example.')
    const operated = row('stated', 'block-hash', '')
    expect(sayTotals([own, operated], english)).toBe(
      '2 of 2 documents are as stamped, by the word of a private chain’s operator. They were compared with the issuer’s own record at notary.example and the block hash you gave.',
    )
  })

  test('leaves apart what several names could mean', async () => {
    const [proof] = await proofsOf()
    const of = (path: string) => ({ path, digests: [toHex(sha256(utf8(path)))] })
    const given = { path: 'K1.pdf.proof.json', brief: proof!.brief }
    const { named, documents: left } = pairProofs([of('a/K1.pdf'), of('b/K1.pdf')], [given])
    expect(named).toEqual([])
    expect(left.length).toBe(2)
  })

  test('shows a refused proof beside a good one of the same document', async () => {
    const [file] = manifest.files
    const good = proofFromManifest(manifest, file!)
    const forged = { ...good, root: 'ab'.repeat(32) }
    const briefs = (await Promise.all([good, forged].map((json) => briefsOf({ form: 'json', json }, judgeOne)))).flat()
    const proofs = briefs.map((brief, at) => ({ path: `${at}.json`, brief }))
    const rows = rowsOf(pairProofs(documents.slice(0, 1), proofs))
    expect(rows.map(({ verdict, proof }) => [verdict, proof])).toEqual([
      ['refused', '1.json'],
      ['consistent', '0.json'],
    ])
    expect(totalsOf(rows).documents).toBe(1)
  })

  test('takes a manifest as the proofs of its files, each as its own proof would be judged', async () => {
    const briefs = await briefsOf({ form: 'manifest', json: manifest }, judgeOne)
    expect(briefs.length).toBe(9)
    const alone = await proofsOf()
    for (const { hash, outcome, block } of briefs) {
      const own = alone.find(({ brief }) => brief.hash === hash)?.brief
      expect([outcome, block?.blockHash]).toEqual([own?.outcome, own?.block?.blockHash])
    }
    const damaged = await briefsOf({ form: 'manifest', json: { ...manifest, issuedAt: '' } }, judgeOne)
    expect(damaged.map(({ outcome, hash }) => [outcome, hash])).toEqual([['refused', undefined]])
  })
})

describe('files', () => {
  test('a document has no proofs; a file named as a proof has one, however damaged', async () => {
    expect(await proofsIn(fileOf('photo.jpg', fromHex('ffd8ffe0')))).toEqual([])
    expect(await proofsIn(fileOf('data.json', utf8('{"a":1}')))).toEqual([])
    const [damaged] = await proofsIn(fileOf('a.pdf.proof.json', utf8('{"format":"tallystick-pr')))
    expect(damaged).toBeInstanceOf(ProofError)
    expect((await briefsOf(damaged!, judgeOne)).map(({ outcome }) => outcome)).toEqual(['refused'])
  })

  test('reads stored and deflated entries of an archive, and notices a cut one', async () => {
    const content = utf8('content '.repeat(1000))
    const zip = zipOf([
      { path: 'a/one.txt', content, isPacked: false },
      { path: 'a/zwei ä.txt', content, isPacked: true },
    ])
    const read = async (start: number, end: number) => zip.subarray(start, end)
    const entries = (await archiveEntries(zip.length, read)) ?? []
    expect(entries.map(({ path, size }) => [path, size])).toEqual([
      ['a/one.txt', 8000],
      ['a/zwei ä.txt', 8000],
    ])
    for (const entry of entries) {
      const { start, end } = await entryRange(entry, read)
      const packed = new Blob([zip.slice(start, end) as Uint8Array<ArrayBuffer>])
      expect(toHex(await bytesIn(unpacked(entry, packed.stream())))).toBe(toHex(content))
      await expect(bytesIn(unpacked({ ...entry, size: 7999 }, packed.stream()))).rejects.toThrow('longer than it says')
      await expect(bytesIn(unpacked({ ...entry, size: 8001 }, packed.stream()))).rejects.toThrow('is cut')
    }
    expect(await archiveEntries(content.length, async (start, end) => content.subarray(start, end))).toBeUndefined()
    const cut = zip.subarray(0, zip.length - 30)
    expect(await archiveEntries(cut.length, async (start, end) => cut.subarray(start, end))).toBeUndefined()
  })

  test('writes no cell that a spreadsheet runs', () => {
    const text = csvTable([['=1+1', '+a', '-b', '@c', '\td', 'plain', 'a,b', 'say "x"']])
    expect(text).toBe(`\ufeff'=1+1,'+a,'-b,'@c,'\td,plain,"a,b","say ""x"""\r\n`)
  })
})
