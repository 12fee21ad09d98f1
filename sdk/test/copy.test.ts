import { createHash } from 'node:crypto'
import { PDF, type PdfDict, PdfRef } from '@libpdf/core'
import { originalLength } from '@tallystick/proof'
import {
  CopyError,
  type CopyErrorCode,
  type CopyOptions,
  copyProblem,
  hasMarkLetters,
  makeCopy,
  markArea,
  readPages,
  timestampQuery,
  timestampTokenOf,
} from '@tallystick/sdk/copy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentEnd } from '../src/copy/content-end.js'
import { matrixOf } from '../src/copy/place.js'
import { regular, semiBold } from '../src/generated/mark-fonts.js'
import { type SampleOptions, samplePdf } from './sample-pdf.js'

const code = 'R7K2M4TQ9X'
const options = { code, url: `https://notary.example/s/${code}`, date: new Date('2026-11-26T12:00:00Z') } as const
const textOf = (pdf: PDF, index: number) => pdf.getPage(index)?.extractText().text ?? ''

async function refusal(bytes: Uint8Array, more: Partial<CopyOptions> = {}): Promise<CopyErrorCode> {
  const error: unknown = await makeCopy(bytes, { ...options, ...more }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CopyError)
  return (error as CopyError).code
}

/** A document with other words of the same length at one place. */
function replaced(bytes: Uint8Array, words: string, others: string): Uint8Array {
  const text = new TextDecoder().decode(bytes)
  expect([text.split(words).length, others.length]).toEqual([2, words.length])
  return new TextEncoder().encode(text.replace(words, others))
}

const samples: fc.Arbitrary<SampleOptions> = fc.record({
  pages: fc.integer({ min: 1, max: 4 }),
  rotation: fc.constantFrom(0, 90, 180, 270),
  media: fc.constantFrom([0, 0, 595, 842], [-100, 50, 300, 900], [595, 842, 0, 0], [0, 0, 80, 60]),
  crop: fc.constantFrom([20, 30, 400, 500], [-10, -10, 2000, 2000]),
  inherits: fc.boolean(),
  content: fc.constantFrom('stream', 'list', 'open', 'closed', 'none'),
})
const fraction = fc.double({ min: -1, max: 2, noNaN: true })
const places = fc.oneof(
  fc.record({ page: fc.constantFrom('first' as const, 'last' as const), x: fraction, y: fraction, width: fraction }),
  fc.constant('own page' as const),
)

describe('a stamped copy', () => {
  test('begins with its original, byte by byte, and keeps the text of its pages', async () => {
    await fc.assert(
      fc.asyncProperty(samples, places, fc.constantFrom('EN', 'DE'), async (sample, place, language) => {
        const original = samplePdf(sample)
        const before = original.slice()
        const copy = await makeCopy(original, { ...options, name: 'Größ & Söhne', place, language })
        expect(original).toEqual(before)
        expect(Buffer.compare(copy.subarray(0, original.length), original)).toBe(0)
        expect(originalLength(copy, copy.length)).toBe(original.length)
        const pdf = await PDF.load(copy, { lenient: false })
        const pages = sample.pages ?? 1
        expect(pdf.recoveredViaBruteForce).toBe(false)
        expect(pdf.getPageCount()).toBe(place === 'own page' ? pages + 1 : pages)
        if (sample.content !== 'none') expect(textOf(pdf, pages - 1)).toContain('Original')
      }),
      { numRuns: 8 },
    )
  })

  test('has its mark where its area was shown before', async () => {
    const original = samplePdf({ pages: 2, rotation: 90, media: [0, 0, 600, 800] })
    const { count, first, last, isSigned } = await readPages(original)
    expect({ count, first, last, isSigned }).toEqual({
      count: 2,
      first: { width: 800, height: 600 },
      last: { width: 800, height: 600 },
      isSigned: false,
    })
    const { left, top, width, height } = markArea({ page: 'last', x: 1, y: 1, width: 0.5 }, last)
    expect(width).toBeCloseTo(400)
    // 3 % of the shorter side stay free.
    expect(left + width).toBeCloseTo(782)
    expect(top + height).toBeCloseTo(582)
    const own = markArea('own page', last)
    expect(own.left).toBeCloseTo(180)
  })

  test('can have a name in the letters that its fonts have', async () => {
    const pdf = await PDF.load(samplePdf())
    const fonts = [regular, semiBold].map((font) => pdf.embedFont(Buffer.from(font, 'base64')))
    const differing = Array.from({ length: 0xd800 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20)).filter(
      (letter) => fonts.some((font) => font.canEncode(letter) !== hasMarkLetters(letter)),
    )
    expect(differing).toEqual([])
    expect(hasMarkLetters('Größ & Söhne')).toBe(true)
    expect(hasMarkLetters('株式会社')).toBe(false)
  })

  test('of a copy begins with that copy', async () => {
    const first = await makeCopy(samplePdf(), options)
    const second = await makeCopy(first, options)
    expect(originalLength(second, second.length)).toBe(first.length)
    const [page] = (await PDF.load(second)).getPages()
    const forms = (page!.dict.get('Resources') as PdfDict).get('XObject') as PdfDict
    expect([...forms.keys()].map(({ value }) => value)).toEqual(['Stamp', 'Stamp2'])
  })

  test('of a page that shares its resources leaves the other pages as they are', async () => {
    const pdf = await PDF.load(
      await makeCopy(samplePdf({ pages: 3 }), { ...options, place: { page: 2, x: 0, y: 0, width: 0.3 } }),
    )
    const resources = pdf.getPages().map(({ dict }) => dict.get('Resources') instanceof PdfRef)
    expect(resources).toEqual([true, false, true])
  })

  test('has its mark inside of the page as it is shown, upright', () => {
    const sides = fc.integer({ min: 10, max: 3000 })
    const boxes = fc.record({
      x: fc.integer({ min: -500, max: 500 }),
      y: fc.integer({ min: -500, max: 500 }),
      width: sides,
      height: sides,
    })
    const rotations = fc.constantFrom(0, 90, 180, 270)
    fc.assert(
      fc.property(boxes, rotations, fraction, fraction, fraction, (box, rotation, x, y, width) => {
        const mark = { width: 220, height: 76 }
        const [a, b, c, d, e, f] = matrixOf({ x, y, width }, mark, { ...box, rotation })
        for (const [dx, dy] of [
          [0, 0],
          [mark.width, mark.height],
        ] as const) {
          const [px, py] = [e + a * dx + c * dy, f + b * dx + d * dy]
          expect(px).toBeGreaterThan(box.x - 1e-6)
          expect(px).toBeLessThan(box.x + box.width + 1e-6)
          expect(py).toBeGreaterThan(box.y - 1e-6)
          expect(py).toBeLessThan(box.y + box.height + 1e-6)
        }
        // Along the text, the page's own axes point where the rotation turns them back to the right.
        expect(Math.round((Math.atan2(b, a) * 180) / Math.PI + 360) % 360).toBe(rotation)
      }),
    )
  })
})

describe('the end of a content', () => {
  test.each([
    ['q 1 0 0 1 5 5 cm Q', 0, 0],
    ['q q\nQ q/F1 4 Tf', 0, 2],
    ['Q Q q', 2, 1],
    ['(q \\) (q) q) Tj q', 0, 1],
    ['% q q\rq', 0, 1],
    ['/q gs [/q (q)] TJ <71> Tj << /q 1 >> BMC q', 0, 1],
    ['BI /W 1 /H 1 ID q q EIx Q EI q', 0, 1],
    ['] q >> q % never ends', 0, 2],
    ['', 0, 0],
  ])('%j restores and saves states', (content, unsaved, unrestored) => {
    expect(contentEnd(new TextEncoder().encode(content))).toEqual({ unsaved, unrestored, isWhole: true })
  })

  test.each(['q (never closed q', '<71', '/P << /MCID 3', '[ (a) 3', 'BI /W 1 /H 1 ID q q'])(
    '%j has none',
    (content) => {
      expect(contentEnd(new TextEncoder().encode(content)).isWhole).toBe(false)
    },
  )
})

describe('no copy is made', () => {
  const text = new TextEncoder()
  test.each<[CopyErrorCode, Uint8Array]>([
    ['not_a_pdf', text.encode('PK')],
    ['not_a_pdf', new Uint8Array()],
    ['damaged', text.encode('%PDF-1.7\nnothing')],
    ['damaged', samplePdf({ pages: 3 }).subarray(0, 500)],
    ['no_pages', samplePdf({ pages: 0 })],
    ['dynamic_form', samplePdf({ catalog: '/AcroForm << /Fields [] /XFA 3 0 R >>' })],
    ['damaged', replaced(samplePdf(), '5 0 obj', '5 0 xbj')],
    ['encrypted', replaced(samplePdf().subarray(0, 500), '/Type /Catalog', '/Encrypt 9 0 R')],
    ['damaged_page', samplePdf({ content: 'endless' })],
    ['damaged_page', samplePdf({ content: 'missing' })],
    ['damaged_page', samplePdf({ content: 'part missing' })],
    ['damaged_page', samplePdf({ content: 'undecodable' })],
    ['signed', samplePdf({ catalog: '/AcroForm << /Fields [] /SigFlags 3 >> /Extra << /ByteRange [0 0 0 0] >>' })],
    ['signed', samplePdf({ catalog: '/Perms << /DocMDP 3 0 R >>' })],
  ])('%s', async (expected, bytes) => {
    expect(await refusal(bytes)).toBe(expected)
  })

  test('at a place, with a code or a name that there cannot be', async () => {
    expect(await refusal(samplePdf(), { place: { page: 2, x: 0, y: 0, width: 0.3 } })).toBe('no_such_page')
    expect(await refusal(samplePdf(), { code: 'short' })).toBe('code')
    expect(await refusal(samplePdf(), { name: '王' })).toBe('letters')
  })

  test('without words, in either language', () => {
    const error = new CopyError('encrypted')
    expect(error.message).toBe(copyProblem('encrypted', 'EN'))
    expect(copyProblem('encrypted', 'DE')).toContain('verschlüsselt')
  })
})

describe('a seal', () => {
  const signature = Uint8Array.of(0x30, 0x03, 0x02, 0x01, 0x07)

  test('is asked for by the digest of everything but itself, and comes before the timestamp', async () => {
    await fc.assert(
      fc.asyncProperty(samples, places, fc.boolean(), async (sample, place, isTimed) => {
        const digests: string[] = []
        const seal = async (digest: Uint8Array) => {
          digests.push(Buffer.from(digest).toString('hex'))
          return signature
        }
        const timestamp = async () => (isTimed ? signature : null)
        const original = samplePdf(sample)
        const copy = Buffer.from(await makeCopy(original, { ...options, place, seal, timestamp }))
        expect(copy.subarray(0, original.length).equals(original)).toBe(true)
        const text = copy.toString('latin1')
        const at = text.indexOf('/SubFilter /ETSI.CAdES.detached')
        expect(text.indexOf('/SubFilter /ETSI.RFC3161') > at).toBe(isTimed)
        const [, first = 0, second = 0, length = 0] =
          /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(text.slice(at))?.map(Number) ?? []
        expect(text.slice(first, first + 12)).toBe('<30030201070')
        const covered = Buffer.concat([copy.subarray(0, first), copy.subarray(second, second + length)])
        expect(digests).toEqual([createHash('sha256').update(covered).digest('hex')])
        if (!isTimed) expect(second + length).toBe(copy.length)
      }),
      { numRuns: 6 },
    )
  })

  test('that is larger than its room is refused, as its maker refuses', async () => {
    expect(await refusal(samplePdf(), { seal: async () => new Uint8Array(24_577) })).toBe('seal')
    const seal = () => Promise.reject(new RangeError('the maker'))
    await expect(makeCopy(samplePdf(), { ...options, seal })).rejects.toThrow(new RangeError('the maker'))
  })

  test('is not asked for a document that is signed', async () => {
    const first = await makeCopy(samplePdf(), { ...options, seal: async () => signature })
    const seal = () => Promise.reject(new Error('asked'))
    const again = await makeCopy(first, { ...options, seal, timestamp: async () => signature })
    expect(originalLength(again, again.length)).toBe(first.length)
    expect(await refusal(first, { seal, timestamp: async () => null })).toBe('signed')
  })
})

describe('a timestamp', () => {
  test('of a document is asked for by its digest, and ends the copy', async () => {
    const asked: Uint8Array[] = []
    const timestamp = async (digest: Uint8Array) => {
      asked.push(digest)
      return Uint8Array.of(0x30, 0x03, 0x02, 0x01, 0x07)
    }
    const copy = await makeCopy(samplePdf(), { ...options, timestamp })
    expect(asked.map(({ length }) => length)).toEqual([32])
    const text = new TextDecoder('latin1').decode(copy)
    expect(text).toMatch(/\/SubFilter \/ETSI\.RFC3161[\s\S]*\/Contents <30030201070000/)
  })

  test.each([
    ['refused', Uint8Array.of(0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x02)],
    ['granted without a token', Uint8Array.of(0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x00)],
    ['cut off', Uint8Array.of(0x30, 0x82, 0x10)],
    ['empty', new Uint8Array()],
  ])('that was %s is none', (_, response) => {
    expect(() => timestampTokenOf(response)).toThrow(CopyError)
  })

  test('is asked for as RFC 3161 writes it', () => {
    const query = Buffer.from(timestampQuery(new Uint8Array(32).fill(0xab))).toString('hex')
    expect(query).toBe(`30390201013031300d060960864801650304020105000420${'ab'.repeat(32)}0101ff`)
  })
})
