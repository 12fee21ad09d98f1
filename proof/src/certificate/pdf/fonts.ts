import { fromBase64 } from '../../encoding/base64.js'
import { sha256, utf8 } from '../../encoding/hash.js'
import { toHex } from '../../encoding/to-hex.js'
import { NotAsWritten } from '../page-tokens.js'
import { cffProgram, type FontProgram, trueTypeProgram } from './font-programs.js'
import { faces } from './generated/glyphs.js'
import { expectValue, nameOf, type PdfFile, written } from './objects.js'
import { characters, type PdfValue } from './values.js'

/** A letter as a font draws it. */
interface Glyph {
  readonly text: string
  /** In thousandths of the font's size. */
  readonly width: number
  /** Whether it is known how our fonts draw this text; then it is drawn so. */
  readonly isKnown: boolean
}

/** A font of a certificate: a part of one of our fonts. */
export interface CertificateFont {
  readonly face: string
  /** By the codes that pages draw. */
  readonly glyphs: readonly Glyph[]
}

/** A part of a font has 65,536 glyphs at most; one of ours, a hundred. */
const MAX_FONT_BYTES = 512 * 1024
const digestBytes = 10

/** Formats of our fonts, by name. */
const kinds = { 'Inter-Regular': 'CFF', 'Inter-SemiBold': 'CFF', DejaVuSansMono: 'TrueType' } as const
type Face = keyof typeof kinds

/** A font with everything that changes how its letters look, are spaced or copied. */
interface OpenedFont {
  readonly face: Face
  /** Measures of the whole font, see {@link written}. */
  readonly descriptor: string
  /** SHA-256 of the program without its glyphs. */
  readonly rest: string
  readonly glyphs: readonly { readonly text: string; readonly width: number; readonly digest: string }[]
}

/**
 * Reads a font, and compares it with ours.
 * @throws {NotAsWritten} when it isn't a part of one of them
 */
export async function readFont(file: PdfFile, reference: PdfValue | undefined): Promise<CertificateFont> {
  const { face, descriptor, rest, glyphs } = await openFont(file, reference)
  const own = faces[face]
  if (descriptor !== own.descriptor || rest !== own.rest) throw new NotAsWritten(`another font by the name of ${face}`)
  const known = knownDigests(face)
  for (const { text, digest } of glyphs)
    if (known.has(text) && !known.get(text)?.includes(digest)) throw new NotAsWritten(`another “${text}”`)
  return { face, glyphs: glyphs.map(({ text, width }) => ({ text, width, isKnown: known.has(text) })) }
}

/** Reads a font as our library writes a part of one. @throws {NotAsWritten} when it is written otherwise */
export async function openFont(file: PdfFile, reference: PdfValue | undefined): Promise<OpenedFont> {
  const font = file.dictionary(reference, 'Type Subtype BaseFont Encoding DescendantFonts ToUnicode')
  const face = faceOf(nameOf(font.get('BaseFont')))
  const isTrueType = kinds[face] === 'TrueType'
  const base = written(font.get('BaseFont'))
  expectValue(font.get('Type'), '/Font')
  expectValue(font.get('Subtype'), '/Type0')
  expectValue(font.get('Encoding'), '/Identity-H')
  const [descendant, ...others] = file.list(font.get('DescendantFonts'))
  if (others.length > 0) throw new NotAsWritten('several fonts in one')
  const names = 'Type Subtype BaseFont CIDSystemInfo FontDescriptor W'
  const inner = file.dictionary(descendant, isTrueType ? `${names} CIDToGIDMap` : names)
  expectValue(inner.get('Type'), '/Font')
  expectValue(inner.get('Subtype'), isTrueType ? '/CIDFontType2' : '/CIDFontType0')
  expectValue(inner.get('BaseFont'), base)
  expectValue(file.value(inner.get('CIDSystemInfo')), '<</Ordering "Identity" /Registry "Adobe" /Supplement 0>>')
  if (isTrueType) expectValue(inner.get('CIDToGIDMap'), '/Identity')
  const at = isTrueType ? 'FontFile2' : 'FontFile3'
  const measures = 'Type FontName Flags FontBBox ItalicAngle Ascent Descent CapHeight XHeight StemV'
  const descriptor = file.dictionary(inner.get('FontDescriptor'), `${measures} ${at}`)
  expectValue(descriptor.get('FontName'), base)
  const program = await fontProgram(file, descriptor.get(at), isTrueType)
  const widths = widthsOf(file, inner.get('W'))
  const texts = glyphTexts(characters((await file.stream(font.get('ToUnicode'), MAX_FONT_BYTES)).bytes))
  if (widths.length !== program.glyphs.length || texts.length !== program.glyphs.length)
    throw new NotAsWritten('a font with widths or texts for other glyphs')
  return {
    face,
    descriptor: written(new Map([...descriptor].filter(([name]) => name !== at && name !== 'FontName'))),
    rest: toHex(sha256(program.rest)),
    glyphs: program.glyphs.map((outline, code) => {
      // An accent may be named as a part of its letter, or after it.
      const [text, width] = [(texts[code] ?? '').normalize('NFC'), widths[code] ?? 0]
      return { text, width, digest: digestOf(face, text, width, outline) }
    }),
  }
}

function faceOf(name: string): Face {
  const [, face = ''] = /^[A-Z]{6}\+(.+)$/.exec(name) ?? []
  if (!Object.hasOwn(kinds, face)) throw new NotAsWritten(`the font ${name}`)
  return face as Face
}

async function fontProgram(file: PdfFile, reference: PdfValue | undefined, isTrueType: boolean): Promise<FontProgram> {
  if (isTrueType) return trueTypeProgram((await file.stream(reference, MAX_FONT_BYTES)).bytes)
  const { bytes, about } = await file.stream(reference, MAX_FONT_BYTES, 'Subtype')
  expectValue(about.get('Subtype'), '/CIDFontType0C')
  return cffProgram(bytes)
}

function widthsOf(file: PdfFile, value: PdfValue | undefined): number[] {
  const [first, widths, ...others] = file.list(value)
  if (first !== 0 || others.length > 0) throw new NotAsWritten('widths of other glyphs')
  return file.list(widths).map((width) => {
    if (typeof width !== 'number') throw new NotAsWritten('a width that is none')
    return width
  })
}

const mapStart = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <<
  /Registry (Adobe)
  /Ordering (UCS)
  /Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
`
const mapEnd = `
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
const range = /^<([0-9a-f]{4})> <([0-9a-f]{4})> \[(<[0-9a-f ]*>(?: <[0-9a-f ]*>)*)\]$/

/** Reads a font's ToUnicode map: the text of each glyph, which is what programs copy, search and read aloud. */
function glyphTexts(map: string): string[] {
  const [count = '', ...ranges] = map.slice(mapStart.length, -mapEnd.length).split('\n')
  const isOurs = map.startsWith(mapStart) && map.endsWith(mapEnd) && count === `${ranges.length} beginbfrange`
  if (!isOurs) throw new NotAsWritten('another map of texts')
  const texts: string[] = []
  for (const line of ranges) {
    const [, first = '', last = '', list = ''] = range.exec(line) ?? []
    if (Number.parseInt(first, 16) !== texts.length) throw new NotAsWritten('another map of texts')
    for (const entry of list.split('> <')) {
      const units = entry.replace(/[<>]/g, '').split(' ')
      texts.push(String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    }
    if (Number.parseInt(last, 16) !== texts.length - 1) throw new NotAsWritten('another map of texts')
  }
  return texts
}

/** Returns the digest of a text as a font draws it: long enough that no one finds another outline with the same one. */
function digestOf(face: Face, text: string, width: number, outline: Uint8Array): string {
  return toHex(sha256(utf8(JSON.stringify([face, text, width, toHex(outline)]))).subarray(0, digestBytes))
}

/** By text; i and j have a second shape, without a dot. */
type Digests = ReadonlyMap<string, readonly string[]>
const digests = new Map<Face, Digests>()

function knownDigests(face: Face): Digests {
  const read = digests.get(face)
  if (read !== undefined) return read
  const bytes = fromBase64(faces[face].drawn)
  const digest = (at: number) => toHex(bytes.subarray(at * digestBytes, (at + 1) * digestBytes))
  const known = new Map<string, string[]>()
  for (const [at, letter] of [...faces[face].letters].entries())
    known.set(letter, [...(known.get(letter) ?? []), digest(at)])
  digests.set(face, known)
  return known
}
