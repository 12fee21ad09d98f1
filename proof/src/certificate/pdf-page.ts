import { NotAsWritten } from './page-tokens.js'
import { nameOf, type PdfValue, Reader } from './pdf-objects.js'

/** A line of text as it is drawn. */
export interface DrawnLine {
  readonly text: string
  /** Points from the left and from the bottom of the page. */
  readonly x: number
  readonly y: number
  readonly size: number
  readonly color: string
  /** Part of every page, such as its number. */
  readonly isArtifact: boolean
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

/** Everything a page shows. */
export interface DrawnPage {
  readonly lines: readonly DrawnLine[]
  readonly boxes: readonly DrawnBox[]
  /** Horizontal rules, by their height on the page. */
  readonly rules: readonly number[]
}

/** Maps the codes of a font's glyphs to text. */
export type GlyphTexts = ReadonlyMap<number, string>

/** Draws no more than certificates do, so that a page shows nothing but what it returns. */
const operators = /^(?:q|Q|cm|BT|ET|Tm|Tf|Tc|Tr|TJ|cs|CS|scn|SCN|re|f|m|l|w|S|BDC|EMC)$/
const heightOfA4 = 841.89

/**
 * Reads the content of a page as we write it.
 * @throws {NotAsWritten} when it draws anything else than lines of text, boxes and rules.
 */
export function readPageContent(content: string, fonts: ReadonlyMap<string, GlyphTexts>): DrawnPage {
  const lines: DrawnLine[] = []
  const boxes: DrawnBox[] = []
  const rules: number[] = []
  const reader = new Reader(content)
  const flips: number[] = []
  let flip = 1
  let [font, size, x, y] = [undefined as GlyphTexts | undefined, 0, 0, 0]
  let [fill, stroke, width] = ['#000000', '#000000', 1]
  let path: number[][] = []
  let marks: string[] = []
  let operands: PdfValue[] = []
  const number = (at: number): number => {
    const value = operands[at]
    if (typeof value !== 'number') throw new NotAsWritten('a drawing without its numbers')
    return value
  }
  const upright = (height: number) => (flip === -1 ? heightOfA4 - height : height)
  const act: Record<string, () => void> = {
    q: () => void flips.push(flip),
    Q: () => {
      flip = flips.pop() ?? flip
    },
    cm: () => {
      const matrix = [0, 1, 2, 3, 4, 5].map(number).join(' ')
      if (matrix !== `1 0 0 -1 0 ${heightOfA4}`) throw new NotAsWritten('a drawing that is moved or turned')
      flip = -flip
    },
    Tf: () => {
      font = fonts.get(nameOf(operands[0]))
      size = number(1)
    },
    Tm: () => {
      if ([0, 1, 2, 3].map(number).join(' ') !== '1 0 0 1' || flip !== 1) throw new NotAsWritten('turned text')
      ;[x, y] = [number(4), number(5)]
    },
    Tr: () => {
      if (number(0) !== 0) throw new NotAsWritten('invisible text')
    },
    TJ: () => {
      const text = (Array.isArray(operands[0]) ? operands[0] : []).map((part) => glyphText(part, font)).join('')
      lines.push({ text, x, y, size, color: fill, isArtifact: marks.includes('Artifact') })
    },
    scn: () => {
      fill = colorOf(operands)
    },
    SCN: () => {
      stroke = colorOf(operands)
    },
    re: () => void path.push([0, 1, 2, 3].map(number)),
    f: () => {
      for (const [left = 0, top = 0, wide = 0, high = 0] of path) {
        if (wide < 0 || high < 0) throw new NotAsWritten('a box drawn backwards')
        boxes.push({ x: left, y: upright(top + high), width: wide, height: high, color: fill, after: lines.length })
      }
      path = []
    },
    m: () => void path.push([number(0), number(1)]),
    l: () => void path.push([number(0), number(1)]),
    w: () => {
      width = number(0)
    },
    S: () => {
      const [from, to] = path
      if (path.length !== 2 || from?.[1] !== to?.[1] || width > 1 || stroke !== '#ddd8d2') {
        throw new NotAsWritten('a line that is no rule')
      }
      rules.push(upright(from?.[1] ?? 0))
      path = []
    },
    BDC: () => void marks.push(nameOf(operands[0])),
    EMC: () => {
      marks = marks.slice(0, -1)
    },
  }
  for (reader.space(); !reader.isDone; reader.space()) {
    const [operator] = reader.tryTake(/[A-Za-z*'"]+(?=\s|$)/y) ?? []
    if (operator === undefined) {
      operands.push(reader.value())
      continue
    }
    if (!operators.test(operator)) throw new NotAsWritten(`the drawing instruction ${operator}`)
    act[operator]?.()
    operands = []
  }
  return { lines, boxes, rules }
}

function glyphText(part: PdfValue, font: GlyphTexts | undefined): string {
  if (typeof part === 'number') {
    // Kerning moves letters by less than their width.
    if (Math.abs(part) > 400) throw new NotAsWritten('letters out of their line')
    return ''
  }
  if (typeof part !== 'string' || part.length % 2 !== 0) throw new NotAsWritten('text that is no text')
  let text = ''
  for (let i = 0; i < part.length; i += 2) {
    const glyph = font?.get(part.charCodeAt(i) * 256 + part.charCodeAt(i + 1))
    if (glyph === undefined) throw new NotAsWritten('a letter without its meaning')
    text += glyph
  }
  return text
}

function colorOf(operands: readonly PdfValue[]): string {
  const parts = operands.map((value) => {
    if (typeof value !== 'number' || value < 0 || value > 1) throw new NotAsWritten('a color that is no color')
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  })
  if (parts.length !== 3) throw new NotAsWritten('a color of another kind')
  return `#${parts.join('')}`
}

/** Reads a font's ToUnicode map as we write it. */
export function readGlyphTexts(map: string): GlyphTexts {
  const texts = new Map<number, string>()
  const ranges = [...map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)]
  for (const [, first = '0', list = ''] of ranges) {
    ;[...list.matchAll(/<([0-9a-f]*)>/gi)].forEach(([, hex = ''], at) => {
      const units = hex.match(/.{4}/g) ?? []
      texts.set(Number.parseInt(first, 16) + at, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    })
  }
  return texts
}
