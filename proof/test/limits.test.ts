import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readPage } from '../src/certificate/page-words.js'
import { readPdf } from '../src/certificate/pdf-words.js'
import { concat, fromHex, utf8 } from '../src/encoding/hash.js'
import { decodeRlp, encodeBytes, encodeList } from '../src/ethereum/rlp.js'
import { evidenceIn, problemAtStart } from '../src/evidence.js'
import { type ProofDocument, parseProof } from '../src/format.js'
import * as limits from '../src/limits.js'
import type { ManifestDocument } from '../src/manifest/document.js'
import { parseManifest } from '../src/manifest/parse.js'
import { encodeOts, type OtsTimestamp } from '../src/ots/codec.js'
import { exportOts, TALLYSTICK_TAG } from '../src/ots/export.js'
import { verifyOts } from '../src/ots/verify.js'
import { verifyProof } from '../src/verify.js'

// Each input took minutes, gigabytes or the stack before it had a limit: without one, the test doesn't end.

const vectors = <Document>(name: string): Record<string, Document> =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))
const { checksum: _, ...proof } = vectors<ProofDocument>('proofs-valid')['content of a file']!
const manifest = vectors<ManifestDocument>('manifests-valid')['four batches in two blocks']!
const anchor = proof.anchors[0]!
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const withDetails = (json: string) => JSON.stringify({ ...proof, details: '@' }).replace('"@"', () => json)

test('docs/proof-format.md states every limit', () => {
  const text = readFileSync(new URL('../../docs/proof-format.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## Limits$(.*?)^## /ms.exec(text) ?? []
  const stated = new Set(section.match(/\d[\d,]*\d|\d/g))
  const missing = Object.entries(limits).filter(([, value]) => !stated.has(value.toLocaleString('en')))
  expect(missing).toEqual([])
})

describe('JSON', () => {
  test.each([
    ['nested a million deep', withDetails(nested(1_000_000)), '256 deep'],
    ['nested deeply in an unknown member', withDetails(`{},"a":${nested(257)}`), '256 deep'],
    ['of millions of objects', withDetails(`[${'{},'.repeat(1_500_000)}0]`), 'more than 100000 values'],
    ['with a text of megabytes', withDetails(`{"a":"${'x'.repeat(2_000_000)}"}`), 'a value of more than 1048576 bytes'],
    ['with megabytes of spaces', withDetails(`{"a":${' '.repeat(2_000_000)}1}`), 'a value of more than 1048576 bytes'],
    ['of megabytes', withDetails(`{"a":[${`"${'x'.repeat(1e6)}",`.repeat(5)}0]}`), 'more than 4194304 bytes'],
    ['with a member twice', withDetails('{"a":1,"a":1}'), 'a member twice'],
  ])('%s is refused with a clear message', async (_, json, reason) => {
    const reading = evidenceIn(utf8(json), 'proof.json')
    await expect(reading).rejects.toMatchObject({ code: 'malformed', message: expect.stringContaining(reason) })
  })

  test("that isn't a proof is an ordinary document, however deep", async () => {
    expect(await evidenceIn(utf8(`{"a":${nested(1000)}}`), 'data.json')).toBeUndefined()
  })

  test('up to the limits is read', async () => {
    const long = 'x'.repeat(limits.MAX_VALUE_BYTES - 2)
    for (const details of [`{"a":${nested(254)}}`, `{"a":"${long}"}`, `{"a":[${'0,'.repeat(99_000)}0]}`]) {
      expect(await evidenceIn(utf8(withDetails(details)), 'proof.json')).toMatchObject({ form: 'json' })
    }
  })

  test('of a long manifest is refused by its beginning', () => {
    const begins = (text: string) => problemAtStart(utf8(`{"files":[${text}`))?.message
    expect(begins('[],'.repeat(limits.MAX_MANIFEST_VALUES / 2 + 1))).toContain('more than 10000000 values')
    expect(begins('['.repeat(1000))).toContain('256 deep')
    expect(begins('\0')).toContain('not JSON')
    expect(begins('{"path":"a')).toBeUndefined()
  })
})

describe('a proof parsed elsewhere', () => {
  test('is refused for details nested too deeply, and not handed on', () => {
    for (const levels of [255, 20_000]) {
      const { outcome, failure, proof: read } = verifyProof(JSON.parse(withDetails(`{"a":${nested(levels)}}`)))
      expect([outcome, failure?.detail, read]).toEqual(['refused', 'details is nested more than 256 deep', undefined])
    }
  })

  test('is refused for a transaction, header or node longer than any', () => {
    const long = `0x${'00'.repeat(limits.MAX_CHAIN_BYTES + 1)}`
    for (const change of [{ rawTransaction: long }, { header: long }, { trieProof: [long] }]) {
      expect(() => parseProof({ ...proof, anchors: [{ ...anchor, ...change }] })).toThrow(/more than 131072 bytes/)
    }
    expect(() => parseProof({ ...proof, anchors: Array(17).fill(anchor) })).toThrow('anchors does not have')
  })

  test('is refused when its RLP has too many items', () => {
    const many = (count: number) => encodeList(Array.from({ length: count }, () => encodeBytes(Uint8Array.of(1))))
    expect(() => decodeRlp(many(limits.MAX_RLP_ITEMS))).toThrow(/more than 10000 items/)
    expect(decodeRlp(many(limits.MAX_RLP_ITEMS - 1))).toHaveLength(limits.MAX_RLP_ITEMS - 1)
    // More than a call takes arguments.
    expect(many(200_000)).toHaveLength(200_004)
  })

  test('shows only the beginning of an unknown name', () => {
    const { failure } = verifyProof({ ...proof, ['x'.repeat(1e6)]: 1 })
    expect(failure?.detail).toBe(`${'x'.repeat(64)}… is not a member of this format`)
  })
})

describe('a manifest', () => {
  test('with paths of thousands of segments is read', () => {
    const names = Array.from({ length: 1000 }, (_, i) => `${i}`.padStart(8, '0'))
    const files = names.map((name) => ({ ...manifest.files[0]!, batch: 0, path: name + '/a'.repeat(2000) }))
    expect(() => parseManifest({ ...manifest, files })).toThrow('never referenced')
  })

  test.each([
    [['a', 'a!', 'a/b'], 2],
    [['a', 'a!', 'a!/b', 'a/b'], 2],
    [['a/b', 'a/b/c/d'], 1],
    [['a!', 'a/b', 'ab', 'ab/c'], 3],
  ])('is refused when a path is below another: %s', (paths, at) => {
    const files = paths.map((path) => ({ ...manifest.files[0]!, path }))
    expect(() => parseManifest({ ...manifest, files })).toThrow(`files[${at}].path is inside another file`)
  })
})

describe('an .ots file', () => {
  const digest = fromHex(proof.hash)
  const attestation = { tag: fromHex(TALLYSTICK_TAG), payload: Uint8Array.of(1, ...digest) }
  const end: OtsTimestamp = { attestations: [attestation], branches: [] }
  const forks = (count: number, of: OtsTimestamp['branches'][number]) => Array.from({ length: count }, () => of)
  const long = { kind: 'append', bytes: new Uint8Array(4000) } as const
  const message = (timestamp: OtsTimestamp) => verifyOts(encodeOts(digest, timestamp)).failure?.detail

  test.each([
    ['20,000 attestations', { attestations: Array(20_000).fill(attestation), branches: [] }, '1000 attestations'],
    ['17 transactions', { attestations: Array(17).fill(attestation), branches: [] }, '16 transactions'],
    ['many steps', { attestations: [], branches: forks(900, [{ kind: 'sha256' }, steps(20)]) }, '10000 steps'],
  ] satisfies [string, OtsTimestamp, string][])('with %s is refused with a clear message', (_, timestamp, reason) => {
    expect(message(timestamp)).toContain(`more than ${reason}`)
  })

  test('whose steps hash megabytes is refused with a clear message', () => {
    // A hash would shorten the message, so every step is over nearly 4,000 bytes.
    const row = Array.from({ length: 200 }).reduce<OtsTimestamp>(
      (next) => ({ attestations: [], branches: [[{ kind: 'append', bytes: Uint8Array.of(1) }, next]] }),
      end,
    )
    const rows = { attestations: [], branches: forks(10, row.branches[0]!) }
    expect(message({ attestations: [], branches: [[{ ...long, bytes: new Uint8Array(3800) }, rows]] })).toContain(
      'more than 4194304 bytes',
    )
  })

  test('with as many steps as this package writes is read', () => {
    expect(verifyOts(exportOts(proof), { digest }).outcome).not.toBe('refused')
  })

  function steps(count: number): OtsTimestamp {
    const step = (next: OtsTimestamp): OtsTimestamp => ({ attestations: [], branches: [[{ kind: 'sha256' }, next]] })
    return Array.from({ length: count }).reduce<OtsTimestamp>(step, end)
  }
})

describe('a certificate', () => {
  test('with unclosed tags or many scripts is read once to its end', () => {
    expect(readPage('<script '.repeat(1_000_000))).toBeUndefined()
    expect(readPage(`${'<script '.repeat(1_000_000)}>`)).toBeUndefined()
    expect(readPage(`<script ${'id="tallystick-proof" '.repeat(500_000)}`)).toBeUndefined()
    expect(readPage('<script>'.repeat(1_000_000))).toBeUndefined()
    const own = `<script id="tallystick-proof">${JSON.stringify(proof)}</script>`
    for (const more of ['<script', '<meta ', '<p a="">', '<p a="" ', '&amp;', '&', '\n', '<!-'])
      expect(readPage(`<!doctype html>${own}${more.repeat(1_000_000)}`)?.binding.status).not.toBe('same')
  })

  const attached = (content: Uint8Array) =>
    concat(
      utf8('4 0 obj\n<</Type /EmbeddedFile /Filter /FlateDecode>>\nstream\n'),
      content,
      utf8('\nendstream\nendobj\n'),
    )

  test('with fifty attachments that unpack to gigabytes is given up', async () => {
    for (const text of [`{"a":[${'{},'.repeat(1_500_000)}0]}`, `{"a":"${'x'.repeat(4_000_000)}"}`]) {
      const bomb = attached(deflateSync(text))
      const pdf = concat(utf8('%PDF-1.7\n'), ...Array.from({ length: 50 }, () => bomb))
      expect(await readPdf(pdf)).toBeUndefined()
    }
  })

  test('with a million objects, a value of millions, or streams that overlap, is read once', async () => {
    const own = attached(deflateSync(JSON.stringify(proof)))
    const numbered = Array.from({ length: 500_000 }, (_, id) => `${id + 10} 0 obj\n1\nendobj\n`).join('')
    const overlapping = `9 0 obj\n<</Length 9>>\nstream\n`.repeat(100_000)
    for (const more of [numbered, `9 0 obj\n[${'0 '.repeat(3_000_000)}`, `9 0 obj\n${'<<'.repeat(1e6)}`, overlapping]) {
      const read = await readPdf(concat(utf8('%PDF-1.7\n%----\n'), own, utf8(more)))
      expect(read?.binding).toEqual({ status: 'unbound', reason: 'resaved' })
    }
  })

  test('with a proof nested too deeply is refused with a clear message', async () => {
    const json = withDetails(nested(20_000))
    const pdf = concat(utf8('%PDF-1.7\n'), attached(deflateSync(json)))
    await expect(evidenceIn(pdf, 'a.pdf')).rejects.toThrow('256 deep')
    await expect(evidenceIn(utf8(`<script id="tallystick-proof">${json}</script>`), 'a.html')).rejects.toThrow(
      '256 deep',
    )
  })
})
