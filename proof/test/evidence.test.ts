import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { concat, utf8 } from '../src/encoding/hash.js'
import { evidenceIn, jsonIn, maxEvidenceBytes } from '../src/evidence.js'
import type { ProofDocument } from '../src/format.js'
import type { ManifestDocument } from '../src/manifest/document.js'
import { exportOts } from '../src/ots/export.js'

const vectors = <Document>(name: string): Record<string, Document> =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))
const proof = vectors<ProofDocument>('proofs-valid')['content of a file']!
const manifest = vectors<ManifestDocument>('manifests-valid')['four batches in two blocks']!
const json = JSON.stringify(proof)
const mark = Uint8Array.of(0xef, 0xbb, 0xbf)
const page = `<!doctype html>\n<script type="application/json" id="tallystick-proof">${json}</script>`
const attached = `%PDF-1.7\n4 0 obj\n<</Type /EmbeddedFile>>\nstream\n${json}\nendstream\nendobj\n`

describe('evidence', () => {
  test.each([
    ['JSON', utf8(json), { form: 'json', json: proof }],
    ['JSON with a byte order mark', concat(mark, utf8(json)), { form: 'json', json: proof }],
    ['JSON with CRLF line ends', utf8(JSON.stringify(proof, null, 2).replaceAll('\n', '\r\n')), { form: 'json' }],
    [
      'JSON that has the mark of a PDF in a name',
      utf8(json.replace('"details":{', '"details":{"n":"%PDF-",')),
      { form: 'json' },
    ],
    ['a manifest', utf8(JSON.stringify(manifest)), { form: 'manifest', json: manifest }],
    ['a page', utf8(page), { form: 'html', json: proof }],
    ['a PDF', utf8(attached), { form: 'pdf', json: proof }],
    ['an OpenTimestamps file', exportOts(proof), { form: 'ots', bytes: exportOts(proof) }],
  ])('is found in %s, whatever the file name', async (_, bytes, expected) => {
    expect(await evidenceIn(bytes, 'a.bin')).toMatchObject(expected)
  })

  test.each([
    ['an empty file', ''],
    ['other JSON', '{"format": "other"}'],
    ['JSON that is not an object', 'null'],
    ['a page without a proof', page.replace('tallystick-proof"', 'other"')],
    ['a PDF without a proof', attached.replace('/EmbeddedFile', '/Other')],
    ['plain text', 'words'],
  ])('is not found in %s', async (_, text) => {
    expect(await evidenceIn(utf8(text), 'a.json')).toBeUndefined()
  })

  test('is an OpenTimestamps file when the name ends in .ots, however damaged', async () => {
    expect(await evidenceIn(utf8('damaged'), 'A.OTS')).toMatchObject({ form: 'ots' })
  })

  test('is not read from JSON in other encodings than UTF-8', () => {
    expect(jsonIn(concat(utf8('"'), Uint8Array.of(0xff), utf8('"')))).toBeUndefined()
    expect(jsonIn(Buffer.from('\ufeff{}', 'utf16le'))).toBeUndefined()
  })

  test.each([
    ['a member twice', '{"a": 1, "a": 1}', false],
    ['a member twice, once escaped', '{"a": 1, "\\u0061": 1}', false],
    ['a member twice, far inside', '{"b": [{}, {"c": {"a": {}, "d": 1, "a": []}}]}', false],
    ['__proto__ twice', '{"__proto__": 1, "__proto__": 2}', false],
    ['the same name in two objects', '{"a": {"a": {}}, "b": {"a": [1, {"a": 2}]}}', true],
    ['names like members of each object', '{"__proto__": {"a": 1}, "constructor": 1, "a": 2}', true],
    ['colons and braces in strings', '{"a:{\\":{": "\\\\", "b": ":[\\\\\\"{:"}', true],
    ['256 levels', `${'['.repeat(256)}${']'.repeat(256)}`, true],
    ['257 levels', `${'[{"a":'.repeat(128)}[]${'}]'.repeat(128)}`, false],
    ['a million levels', '['.repeat(1_000_000), false],
  ])('reads only JSON that has the same meaning for every reader: %s', (_, text, isRead) => {
    expect(jsonIn(utf8(text)) !== undefined).toBe(isRead)
  })

  test('may be larger than 16 MiB only when it is a manifest', () => {
    const long = 16 * 1024 * 1024
    for (const text of ['', 'words', page, '{"anything": "files"}']) expect(maxEvidenceBytes(utf8(text))).toBe(long)
    for (const text of [JSON.stringify(manifest), '\r\n {\r\n  "checksum": 1']) {
      expect(maxEvidenceBytes(concat(mark, utf8(text)))).toBeGreaterThan(long)
    }
  })
})
