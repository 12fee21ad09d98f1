import { PDF, type PdfDict, PdfRef, type PdfStream } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCopy } from '../src/copy.js'
import { CopyOracles, markOptions } from './copy-oracles.js'
import { ghostscript, pdfA } from './ghostscript.js'
import { noPreflight, type Preflight, preflight } from './preflight.js'

const program = `
/Helvetica findfont 24 scalefont setfont 60 600 moveto (Agreement) show
gsave 200 300 translate 100 100 scale 2 2 8 [2 0 0 2 0 0] { <00ff80c0> } image grestore showpage`

/*
 * Preflight knows part 1, the strictest: of parts 2 and 3 it complains about their number alone, in the original as in the copy. What
 * only those ask for is compared here.
 */
describe('a stamped copy of a PDF/A', () => {
  let oracles: CopyOracles | null
  let validator: Preflight | null
  beforeAll(async () => {
    oracles = await CopyOracles.open()
    validator = await preflight()
  })
  afterAll(() => oracles?.remove())

  const places = [undefined, 'own page'] as const
  const cases = ([1, 2, 3] as const).flatMap((part) => places.map((place) => ({ part, place })))
  it.each(cases)('is one: part $part, mark on $place', async ({ part, place }) => {
    if (!oracles || !validator) return
    await pdfA(part, program, oracles.path('archived.pdf'))
    const before = validator.complaints(oracles.path('archived.pdf'))
    const numbers = before.map((complaint) => complaint.split(' ')[0])
    // Ghostscript writes the zone of a date in two ways, of which Preflight knows one.
    expect(new Set(numbers)).toEqual(new Set(part === 1 ? ['7.2'] : ['7.2', '7.11.2']))
    await oracles.copy(oracles.read('archived.pdf'), place && { place })
    expect(validator.complaints(oracles.path('copy.pdf'))).toEqual(before)
  })

  it.each([1, 2, 3] as const)('is one: part %d, sealed', async (part) => {
    if (!oracles || !validator) return
    await pdfA(part, program, oracles.path('archived.pdf'))
    // The service makes its content.
    const seal = async () => Uint8Array.of(0x30, 0)
    oracles.write('copy.pdf', await makeCopy(oracles.read('archived.pdf'), { ...markOptions, seal }))
    expect(validator.complaints(oracles.path('copy.pdf'))).toEqual(validator.complaints(oracles.path('archived.pdf')))
  })

  it.each([2, 3] as const)('is one: part %d, with compressed objects', async (part) => {
    if (!oracles || !validator) return
    await pdfA(part, program, oracles.path('archived.pdf'))
    oracles.run('qpdf', 'archived.pdf', '--object-streams=generate', 'compressed.pdf')
    await oracles.copy(oracles.read('compressed.pdf'))
    expect(validator.complaints(oracles.path('copy.pdf'))).toEqual(validator.complaints(oracles.path('compressed.pdf')))
  })

  it('lists all glyphs of its fonts, as part 2 wants it (6.2.11.4.2)', async () => {
    if (!oracles || !validator) return
    await pdfA(2, program, oracles.path('archived.pdf'))
    const fonts = fontsOf(await PDF.load(await oracles.copy(oracles.read('archived.pdf'))))
    expect(fonts.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^[A-Z]{6}\+Inter-Regular$/),
      expect.stringMatching(/^[A-Z]{6}\+Inter-SemiBold$/),
    ])
    for (const { listed, glyphs } of fonts) expect(listed).toBe(glyphs)
  })

  it('is none where the original is none: Preflight sees the difference', async () => {
    if (!oracles || !validator) return
    await ghostscript(`%!PS${program}`, oracles.path('plain.pdf'), ['-sDEVICE=pdfwrite', '-dEmbedAllFonts=false'])
    await oracles.copy(oracles.read('plain.pdf'))
    expect(validator.complaints(oracles.path('copy.pdf')).join('\n')).toContain('3.1.3')
  })

  it('is skipped without the programs', ({ skip }) => {
    if (!oracles || !validator) skip(noPreflight)
  })
})

/** The mark's fonts, with the number of glyphs that their lists have, and that their programs have. */
function fontsOf(pdf: PDF): { name: string; listed: number; glyphs: number }[] {
  const resolve = (object: unknown) => (object instanceof PdfRef ? pdf.context.resolve(object) : object)
  const dict = (from: PdfDict, key: string) => resolve(from.get(key)) as PdfDict
  const bytes = (from: PdfDict, key: string) => Buffer.from((resolve(from.get(key)) as PdfStream).getDecodedData())
  const page = (pdf.getPages()[0] as { dict: PdfDict }).dict
  const form = dict(dict(dict(page, 'Resources'), 'XObject'), 'Stamp') as PdfStream
  return ['Text', 'Bold'].map((name) => {
    const font = dict(dict(dict(form, 'Resources'), 'Font'), name)
    const cidFont = resolve(font.getArray('DescendantFonts', pdf.context.resolve.bind(pdf.context))?.at(0)) as PdfDict
    const descriptor = dict(cidFont, 'FontDescriptor')
    const bits = [...bytes(descriptor, 'CIDSet')].map((byte) => byte.toString(2).replaceAll('0', '').length)
    const file = bytes(descriptor, 'FontFile2')
    const tables = Array.from({ length: file.readUInt16BE(4) }, (_, at) => 12 + 16 * at)
    const maxp = tables.find((at) => file.toString('latin1', at, at + 4) === 'maxp') as number
    return {
      name: font.getName('BaseFont')?.value as string,
      listed: bits.reduce((sum, count) => sum + count, 0),
      glyphs: file.readUInt16BE(file.readUInt32BE(maxp + 8) + 4),
    }
  })
}
