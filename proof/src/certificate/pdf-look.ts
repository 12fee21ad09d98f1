import { encode } from 'uqr'
import { type LogoSize, paler } from './look.js'
import { sealOf } from './seal.js'

/** Measures and colors of a certificate as a PDF, in points. The writer draws with them and the reader accepts nothing else. */
export const pdfLook = {
  margin: 52,
  labelWidth: 120,
  width: 595.28,
  height: 841.89,
  ink: '#1d232b',
  pale: '#555b64',
  line: '#ddd8d2',
  accent: '#8a4b16',
  warning: '#fbf3e7',
  /** Width of the bar beside a warning. */
  bar: 3,
  /** The place of a logo, from the left margin: 60 × 16 mm. */
  logo: { top: 40, width: 170, height: 45.4 },
  seal: { top: 92, large: 180, small: 100, least: 64 },
  qrSide: 74,
  /** Left edges at the foot of the first part: beside the QR code, and of the line for a signature. */
  scanLeft: 138,
  signLeft: 330,
} as const

/** Upper edge of what stands at the foot of the first part: QR code and line for a signature. */
export const lowTop = pdfLook.height - pdfLook.margin - pdfLook.qrSide - 2

/** The columns of the table of documents. `isExact`: in monospace. */
export const tableColumns = [
  { x: 52, width: 24, isExact: false },
  { x: 78, width: 142, isExact: false },
  { x: 226, width: 126, isExact: true },
  { x: 358, width: 44, isExact: true },
  { x: 406, width: 46, isExact: false },
  { x: 456, width: 87, isExact: false },
] as const

/** Sizes of the letters in the table. */
export const tableSizes = { text: 7, exact: 6.5 } as const

/** Returns the text at the foot of a page, before its number. */
export const footTitle = (name: string) => `${name}  ·  `

/** Returns the size of a heading's letters: long names take smaller ones. */
export const headingSize = (heading: string) => (heading.length > 34 ? 16 : 24)

/** A filled rectangle, measured from the upper left corner of the page. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the boxes of the QR code: each row in runs, so that no seams show between adjacent modules. */
export function qrBoxes(link: string): Box[] {
  const { margin, qrSide } = pdfLook
  const { data, size } = encode(link, { ecc: 'M', border: 0 })
  const side = qrSide / size
  return data.flatMap((row, y) => {
    const boxes: Box[] = []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      let end = x
      while (row[end]) end++
      boxes.push({ x: margin + x * side, y: lowTop + y * side, width: (end - x) * side, height: side + 0.05 })
      x = end
    }
    return boxes
  })
}

/** Returns where the seal is. It is smaller where there is more to read. */
export function sealBox({ warnings, what }: { warnings: readonly string[]; what: readonly unknown[] }): Box {
  const { large, small, least } = pdfLook.seal
  const side = warnings.length > 2 || what.length > 12 ? least : warnings.length > 0 || what.length > 8 ? small : large
  return { x: (pdfLook.width - side) / 2, y: pdfLook.seal.top, width: side, height: side }
}

/** An area of the seal: outlines filled by the even-odd rule, measured from the upper left corner of the page. */
export interface Area {
  color: string
  outlines: [x: number, y: number][][]
}

/** Returns the areas of the seal, as they are drawn. */
export function sealAreas(
  seal: string,
  color: string,
  certificate: { warnings: readonly string[]; what: readonly unknown[] },
): Area[] {
  const { x, y, width } = sealBox(certificate)
  const radius = width / 2
  const { dark, pale } = sealOf(seal)
  const areas = (list: typeof dark, of: string): Area[] =>
    list.map((outlines) => ({
      color: of,
      outlines: outlines.map((outline) =>
        outline.map(([dx, dy]): [number, number] => [
          x + radius + (dx * radius) / 100,
          y + radius + (dy * radius) / 100,
        ]),
      ),
    }))
  return [...areas(dark, color), ...areas(pale, paler(color))]
}

/** Returns where a logo is: as large as its place, at its left edge. */
export function logoBox({ width, height }: LogoSize): Box {
  const place = pdfLook.logo
  const scale = Math.min(place.width / width, place.height / height)
  return { x: pdfLook.margin, y: place.top, width: width * scale, height: height * scale }
}
