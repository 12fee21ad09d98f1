import { encode } from 'uqr'

/** Measures and colors of a certificate as a PDF, in points. The writer draws with them and the reader accepts nothing else. */
export const pdfLook = {
  margin: 52,
  labelWidth: 120,
  qrSide: 92,
  width: 595.28,
  height: 841.89,
  ink: '#1c1917',
  pale: '#6b6560',
  line: '#ddd8d2',
  accent: '#8a4b16',
  warning: '#fbf3e7',
  /** Width of the bar beside a warning. */
  bar: 3,
} as const

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

/** A filled rectangle, measured from the upper left corner of the page. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the boxes of the QR code: each row in runs, so that no seams show between adjacent modules. */
export function qrBoxes(link: string): Box[] {
  const { margin, qrSide, width } = pdfLook
  const { data, size } = encode(link, { ecc: 'M', border: 0 })
  const side = qrSide / size
  return data.flatMap((row, y) => {
    const boxes: Box[] = []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      let end = x
      while (row[end]) end++
      const left = width - margin - qrSide + x * side
      boxes.push({ x: left, y: margin + y * side, width: (end - x) * side, height: side + 0.05 })
      x = end
    }
    return boxes
  })
}
