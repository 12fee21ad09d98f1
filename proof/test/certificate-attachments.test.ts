import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { computingMs } from '../../test/computing.js'
import { readPdf } from '../src/certificate/pdf-words.js'
import type { ProofDocument } from '../src/format.js'
import { verifyProof } from '../src/verify.js'

const valid: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8'),
)
const proof = valid['content of a file']!
const json = Buffer.from(JSON.stringify(proof, null, 2))
const packed = deflateSync(json)

/** A PDF with one object per attachment; just enough of it for a reader of attachments. */
function pdf(...objects: { dictionary: string; content: Uint8Array; line?: string }[]): Buffer {
  const written = objects.flatMap(({ dictionary, content, line = '\n' }, i) => [
    Buffer.from(`${i + 4} 0 obj\n<<${dictionary}>>\nstream${line}`),
    content,
    Buffer.from(`${line}endstream\nendobj\n`),
  ])
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Names << /EmbeddedFiles << /Names [] >> >> >>\nendobj\n'),
    ...written,
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
}
const attachment = (more: string) => `/Type /EmbeddedFile /Subtype /application#2Fjson ${more}`
const deflated = (length: number | string) => attachment(`/Length ${length} /Filter /FlateDecode`)

describe('a PDF without bound words', () => {
  test.each([
    ['compressed, with its length', pdf({ dictionary: deflated(packed.length), content: packed })],
    ['compressed, with its length in another object', pdf({ dictionary: deflated('9 0 R'), content: packed })],
    ['compressed, with a wrong length', pdf({ dictionary: deflated(7), content: packed })],
    [
      'compressed, with the filter in a list',
      pdf({ dictionary: attachment('/Filter [/FlateDecode]'), content: packed }),
    ],
    ['with CRLF line ends', pdf({ dictionary: deflated('9 0 R'), content: packed, line: '\r\n' })],
    ['uncompressed', pdf({ dictionary: attachment(`/Length ${json.length}`), content: json })],
    [
      'after other attachments',
      pdf(
        { dictionary: attachment('/Length 3'), content: Buffer.from('{}\n') },
        { dictionary: attachment('/Filter /ASCIIHexDecode'), content: Buffer.from('7b7d>') },
        { dictionary: deflated(packed.length), content: packed },
      ),
    ],
    ['after leading bytes', Buffer.concat([Buffer.from('\n\n'), pdf({ dictionary: deflated(1), content: packed })])],
  ])('finds the proof %s', async (_, bytes) => {
    expect(await readPdf(bytes)).toEqual({ json: proof, binding: { status: 'unbound', reason: 'resaved' } })
  })

  test.each([
    ['a file that is not a PDF', Buffer.concat([packed, json])],
    ['a PDF without attachments', pdf()],
    ['a PDF with another attachment', pdf({ dictionary: attachment('/Length 2'), content: Buffer.from('{}') })],
    ['an attachment that is not JSON', pdf({ dictionary: attachment('/Length 3'), content: Buffer.from('abc') })],
    ['a damaged attachment', pdf({ dictionary: deflated('9 0 R'), content: packed.subarray(0, 200) })],
    ['a truncated PDF', pdf({ dictionary: deflated(packed.length), content: packed }).subarray(0, 300)],
    [
      'a stream that is not an attachment',
      pdf({ dictionary: `/Type /Metadata /Length ${json.length}`, content: json }),
    ],
    [
      'a decompression bomb',
      pdf({ dictionary: deflated('9 0 R'), content: deflateSync(Buffer.alloc(40_000_000, 32)) }),
    ],
  ])('finds nothing in %s', async (_, bytes) => {
    expect(await readPdf(bytes)).toBeUndefined()
  })

  test('is refused when two different proofs are attached', async () => {
    const other = Buffer.from(JSON.stringify(valid['change of a folder']))
    const attached = [json, other].map((content) => ({ dictionary: attachment(`/Length ${content.length}`), content }))
    const read = await readPdf(pdf(...attached))
    expect(read?.binding).toEqual({ status: 'changed', reason: 'several-proofs' })
    expect(verifyProof(read?.json, { binding: read!.binding })).toMatchObject({
      outcome: 'refused',
      failure: { code: 'words', facts: { case: 'several-proofs' } },
    })
  })

  test('is read once to its end, even when crafted to take hours', async () => {
    const crafted = (marks: number) => Buffer.from(`%PDF-1.7\n${'/EmbeddedFile '.repeat(marks)}`)
    const [few, many] = [crafted(50_000), crafted(1_000_000)]
    const fewMs = await computingMs(async () => expect(await readPdf(few)).toBeUndefined())
    const manyMs = await computingMs(async () => expect(await readPdf(many)).toBeUndefined(), 2)
    // Twenty times as long; four hundred times as long would take hours for what the reader accepts at most.
    expect(manyMs / fewMs).toBeLessThan(100)
  })
})
