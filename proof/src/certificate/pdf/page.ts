import { NotAsWritten } from '../page-tokens.js'
import type { CertificateFont } from './fonts.js'
import { type PdfValue, Reader } from './values.js'

/** A line of text as it is drawn. Measures in points, from the left and from the bottom of the page. */
export interface DrawnLine {
  readonly text: string
  readonly x: number
  /** Where its last letter ends. */
  readonly end: number
  readonly y: number
  readonly face: string
  readonly size: number
  readonly color: string
  /** Part of every page, such as its number. */
  readonly isArtifact: boolean
  /** Whether all its letters are drawn as those of our fonts. */
  readonly isKnown: boolean
}

/** A filled rectangle; `y` is its lower edge. */
export interface DrawnBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly color: string
  /** Number of lines drawn before it, which it could cover. */
  readonly after: number
}

/** A horizontal line. */
interface DrawnRule {
  readonly from: number
  readonly to: number
  readonly y: number
}

/** An area between closed lines, filled by the even-odd rule. Corners are measured from the upper left corner of the page. */
interface DrawnArea {
  readonly outlines: readonly (readonly number[])[]
  readonly color: string
}

/** A picture; `y` is its upper edge, from the top of the page. */
interface DrawnPicture {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Everything a page shows. */
export interface DrawnPage {
  readonly lines: readonly DrawnLine[]
  readonly boxes: readonly DrawnBox[]
  readonly rules: readonly DrawnRule[]
  readonly areas: readonly DrawnArea[]
  readonly pictures: readonly DrawnPicture[]
  /** Names of what is marked for readers of the logical structure, in the order of their numbers. */
  readonly tags: readonly string[]
}

const heightOfA4 = 841.89
const numeral = String.raw`(-?\d+(?:\.\d+)?)`
const pattern = (text: string) => new RegExp(text.replaceAll('#', numeral), 'y')

/*
 * The instructions of a page, as our library writes them. Nothing outlasts what it is meant for: text has its own matrix, font and
 * spacing, and colors are set outside of it, so that a page has no state but its color.
 */
const flipped = String.raw`1 0 0 -1 0 841\.89 cm\n`
const instructions = {
  start: pattern(flipped),
  mark: /\/([A-Z][A-Za-z0-9]{0,9}) <<\n(?:\/MCID (\d{1,5})|\/Type \/(?:Layout|Pagination))\n>> BDC\n/y,
  end: /EMC\n/y,
  color: pattern(String.raw`\/DeviceRGB cs\n# # # scn\n`),
  box: pattern(String.raw`# # # # re\n`),
  fill: /f\n/y,
  corner: pattern(String.raw`# # m\n`),
  side: pattern(String.raw`# # l\n`),
  close: /h\n/y,
  fillArea: /f\*\n/y,
  picture: pattern(String.raw`q\n# 0 0 # # # cm\n\/(I\d{1,3}) Do\nQ\n`),
  rule: pattern(String.raw`# # m\n# # l\n0\.6 w\n\/DeviceRGB CS\n# # # SCN\nS\n`),
  text: pattern(
    String.raw`q\n${flipped}BT\n1 0 0 1 # # Tm\n\/(F\d{1,3}) # Tf\n(\[(?:(?:<[0-9a-f]*>|-?\d+(?:\.\d+)?)(?: |(?=\])))*\]) TJ\nET\nQ\n`,
  ),
} as const

/**
 * Reads the content of a page as we write it.
 * @throws {NotAsWritten} when it draws anything else than lines of text, boxes and rules.
 */
export function readPageContent(content: string, fonts: ReadonlyMap<string, CertificateFont>): DrawnPage {
  const reader = new Reader(content)
  const [lines, boxes, rules, tags]: [DrawnLine[], DrawnBox[], DrawnRule[], string[]] = [[], [], [], []]
  const [areas, pictures]: [DrawnArea[], DrawnPicture[]] = [[], []]
  const takeNumbers = (of: RegExp) => reader.tryTake(of)?.slice(1).map(Number)
  let color = '#000000'
  let mark: string | undefined
  let path: number[][] = []
  reader.take(instructions.start, 'the start of a page')
  while (!reader.isDone) {
    const marked = mark === undefined ? reader.tryTake(instructions.mark) : null
    if (marked !== null) {
      const [, tag = '', number] = marked
      if ((number === undefined) !== (tag === 'Artifact')) throw new NotAsWritten('a mark of another kind')
      if (number !== undefined && tags.push(tag) - 1 !== Number(number))
        throw new NotAsWritten('marks in another order')
      mark = tag
      continue
    }
    if (mark === undefined) reader.take(/$/y, 'a mark')
    const colored = takeNumbers(instructions.color)
    if (colored !== undefined) {
      color = colorOf(colored)
      continue
    }
    const box = takeNumbers(instructions.box)
    if (box !== undefined) {
      path.push(box)
      continue
    }
    if (path.length > 0) {
      reader.take(instructions.fill, 'a box')
      for (const [x = 0, top = 0, width = 0, height = 0] of path) {
        if (width < 0 || height < 0) throw new NotAsWritten('a box drawn backwards')
        boxes.push({ x, y: heightOfA4 - top - height, width, height, color, after: lines.length })
      }
      path = []
      continue
    }
    const rule = takeNumbers(instructions.rule)
    if (rule !== undefined) {
      const [from = 0, top = 0, to = 0, other = 0, ...stroke] = rule
      if (top !== other || colorOf(stroke) !== '#ddd8d2') throw new NotAsWritten('a line that is no rule')
      rules.push({ from, to, y: heightOfA4 - top })
      continue
    }
    const outlines = takeOutlines(reader)
    if (outlines.length > 0) {
      // pdfkit sets the color of an area between the area and its filling.
      const own = takeNumbers(instructions.color)
      if (own !== undefined) color = colorOf(own)
      reader.take(instructions.fillArea, 'an area')
      areas.push({ outlines, color })
      continue
    }
    const picture = reader.tryTake(instructions.picture)
    if (picture !== null) {
      const [, width, height, x, bottom] = picture.map(Number) as [number, number, number, number, number]
      if (width < 0 || height > 0) throw new NotAsWritten('a picture that is turned')
      pictures.push({ name: picture[5] ?? '', x, y: bottom + height, width, height: -height })
      continue
    }
    const text = reader.tryTake(instructions.text)
    if (text !== null) {
      lines.push({ ...drawnLine(text, fonts), color, isArtifact: mark === 'Artifact' })
      continue
    }
    reader.take(instructions.end, 'an instruction')
    mark = undefined
  }
  if (mark !== undefined) throw new NotAsWritten('a mark without an end')
  return { lines, boxes, rules, areas, pictures, tags }
}

/** Takes the closed lines around an area; none when there is no area. */
function takeOutlines(reader: Reader): number[][] {
  const outlines: number[][] = []
  for (
    let corner = reader.tryTake(instructions.corner);
    corner !== null;
    corner = reader.tryTake(instructions.corner)
  ) {
    const outline = corner.slice(1).map(Number)
    for (let side = reader.tryTake(instructions.side); side !== null; side = reader.tryTake(instructions.side))
      outline.push(...side.slice(1).map(Number))
    reader.take(instructions.close, 'an outline')
    outlines.push(outline)
  }
  return outlines
}

function drawnLine(
  [, x = '', y = '', name = '', size = '', glyphs = '']: RegExpExecArray,
  fonts: ReadonlyMap<string, CertificateFont>,
): Omit<DrawnLine, 'color' | 'isArtifact'> {
  const font = fonts.get(name)
  if (font === undefined) throw new NotAsWritten(`the font ${name}`)
  const shown = new Reader(glyphs).value()
  let text = ''
  let width = 0
  let isKnown = true
  for (const part of Array.isArray(shown) ? shown : []) {
    if (typeof part === 'number') {
      // Kerning moves letters by less than their width.
      if (Math.abs(part) > kerningMax) throw new NotAsWritten('letters out of their line')
      width -= part
      continue
    }
    for (const code of codesOf(part)) {
      const glyph = font.glyphs[code]
      if (glyph === undefined || code === 0) throw new NotAsWritten('a letter without its meaning')
      text += glyph.text
      width += glyph.width
      isKnown &&= glyph.isKnown
    }
  }
  const end = Number(x) + (width / 1000) * Number(size)
  return { text, x: Number(x), y: Number(y), end, face: font.face, size: Number(size), isKnown }
}

/** The most that our fonts kern, in thousandths of their size: around some signs and spaces. */
const kerningMax = 300

function codesOf(part: PdfValue): number[] {
  if (typeof part !== 'string' || part.length % 2 !== 0) throw new NotAsWritten('text that is no text')
  const codes: number[] = []
  for (let i = 0; i < part.length; i += 2) codes.push(part.charCodeAt(i) * 256 + part.charCodeAt(i + 1))
  return codes
}

function colorOf(parts: readonly number[]): string {
  if (parts.some((part) => part < 0 || part > 1)) throw new NotAsWritten('a color that is no color')
  return `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
