import { encode } from 'uqr'
import type { CopyLanguage } from './copy-error.js'
import type { Size } from './place.js'

/*
 * The mark, as PDF draws it: on the left who, when and under which code; on the right the QR code of the stamp's page. It lies on white
 * and has a thin frame, so that it stays readable on any page.
 */

/** Words of a mark. */
export interface MarkText {
  /** Ten letters and digits. */
  readonly code: string
  /** Address of the stamp's page. */
  readonly url: string
  readonly date: Date
  /** Of a person or organisation. */
  readonly name?: string
  readonly language: CopyLanguage
}

/** A font of the mark: the name of its resource, and how texts are measured and written with it. */
export interface MarkFont {
  readonly resource: string
  /** Width of a text, in thousandths of the letters' size. */
  width(text: string): number
  /** The codes of a text's letters, in hex. */
  write(text: string): string
}

/** The fonts of a mark. */
export interface MarkFonts {
  readonly regular: MarkFont
  readonly bold: MarkFont
}

/** Measures of a mark at scale 1, in points. */
export const markSize: Size = { width: 220, height: 76 }

const qr = { side: 60, x: 152, y: 8 } as const
const left = 12
const textWidth = 132
const ink = '0.1255 0.149 0.1804'
const pale = '0.35 0.38 0.42'
const amber = '0.8902 0.6588 0.4118'
const brown = '0.5412 0.2784 0.0863'
const frame = '0.80 0.78 0.75'
const white = '1 1 1'

const titles: Readonly<Record<CopyLanguage, string>> = { EN: 'Stamped copy', DE: 'Gestempelte Kopie' }
const locales: Readonly<Record<CopyLanguage, string>> = { EN: 'en-GB', DE: 'de-DE' }

/** Returns the operators that draw a mark from its lower left corner upwards. */
export function drawMark({ code, url, date, name, language }: MarkText, { regular, bold }: MarkFonts): string {
  const day = date.toLocaleDateString(locales[language], { dateStyle: 'long', timeZone: 'UTC' })
  const lines = [
    ...sign(left, 54.5),
    ...text(bold, 8, left + 19, 57.6, brown, titles[language]),
    ...text(bold, 16, left, 34, ink, `${code.slice(0, 5)} ${code.slice(5)}`),
    ...text(regular, 8, left, name === undefined ? 18 : 22, ink, day),
    ...(name === undefined ? [] : text(regular, 8, left, 11, pale, name)),
  ]
  return [
    '/Colors cs /Colors CS',
    ...rounded(0.5, 0.5, markSize.width - 1, markSize.height - 1, 7),
    `${white} sc ${frame} SC 0.75 w b`,
    ...lines,
    ...qrCode(url),
  ].join('\n')
}

/** The tally in its square, as the portal shows it. */
function sign(x: number, y: number): string[] {
  const size = 14
  const half = (points: readonly (readonly [number, number])[]) => [
    ...points.map(
      ([dx, dy], at) => `${n(x + dx * (size / 32))} ${n(y + size - dy * (size / 32))} ${at === 0 ? 'm' : 'l'}`,
    ),
    'f',
  ]
  const cuts = [4, 9, 10.5, 12, 16, 17.5, 19, 28] as const
  const side = (edge: number, cut: number, foot: number) => [
    ...cuts.map((dx) => [dx, dx === 10.5 || dx === 17.5 ? cut : edge] as const),
    [28, foot] as const,
    [4, foot] as const,
  ]
  return [
    `${ink} sc`,
    ...rounded(x, y, size, size, 3),
    'f',
    `${amber} sc`,
    ...half(side(9, 13, 14.2)),
    `${white} sc`,
    ...half(side(23, 19, 17.8)),
  ]
}

/** A line of text, smaller where it would run into the QR code. */
function text(font: MarkFont, size: number, x: number, y: number, color: string, words: string): string[] {
  const room = textWidth - (x - left)
  const fitting = Math.min(size, (room * 1000) / font.width(words))
  return [
    `${color} sc`,
    'BT',
    `/${font.resource} ${n(fitting)} Tf`,
    `${n(x)} ${n(y)} Td`,
    `<${font.write(words)}> Tj`,
    'ET',
  ]
}

/** The QR code: each row in runs, so that no seams show between adjacent modules. */
function qrCode(url: string): string[] {
  const { data, size } = encode(url, { ecc: 'M', border: 0 })
  const side = qr.side / size
  const boxes = data.flatMap((row, y) => {
    const runs: string[] = []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      let end = x
      while (row[end]) end++
      const lower = qr.y + qr.side - (y + 1) * side
      runs.push(`${n(qr.x + x * side)} ${n(lower)} ${n((end - x) * side)} ${n(side + 0.03)} re`)
      x = end
    }
    return runs
  })
  return [`${ink} sc`, ...boxes, 'f']
}

/** The path of a rectangle with round corners. */
function rounded(x: number, y: number, width: number, height: number, radius: number): string[] {
  const bend = radius * 0.4477
  const [right, top] = [x + width, y + height]
  return [
    `${n(x + radius)} ${n(y)} m`,
    `${n(right - radius)} ${n(y)} l`,
    `${n(right - bend)} ${n(y)} ${n(right)} ${n(y + bend)} ${n(right)} ${n(y + radius)} c`,
    `${n(right)} ${n(top - radius)} l`,
    `${n(right)} ${n(top - bend)} ${n(right - bend)} ${n(top)} ${n(right - radius)} ${n(top)} c`,
    `${n(x + radius)} ${n(top)} l`,
    `${n(x + bend)} ${n(top)} ${n(x)} ${n(top - bend)} ${n(x)} ${n(top - radius)} c`,
    `${n(x)} ${n(y + radius)} l`,
    `${n(x)} ${n(y + bend)} ${n(x + bend)} ${n(y)} ${n(x + radius)} ${n(y)} c`,
    'h',
  ]
}

/** A number as PDF writes it: without an exponent. */
export const n = (value: number) => value.toFixed(3).replace(/\.?0+$/, '')
