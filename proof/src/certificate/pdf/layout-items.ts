import type { CertificateFace, Fact } from '../certificate.js'
import type { CombinedCertificate, TableRow } from '../combined.js'
import { headingSize, lowTop, pdfLook, tableColumns, tableSizes } from '../pdf-look.js'

/** How a text is drawn. */
export interface Style {
  readonly face: 'Inter-Regular' | 'Inter-SemiBold' | 'DejaVuSansMono'
  readonly size: number
  readonly color: string
  /** Left edge; of a text that ends at the right margin, the least; the middle of one that is centered. */
  readonly x: number
  readonly align?: 'right' | 'center'
}

/** A text of the certificate, in the order in which it is drawn. */
export interface Item extends Style {
  readonly text: string
  /** Drawn to the right of the text before it, on the same line. */
  readonly isBeside?: boolean
  /** Below a picture or at the end of a page, at any distance from the text before it. */
  readonly isFar?: boolean
  /** At a fixed place: its upper edge. */
  readonly top?: number
  /** Begins another page. */
  readonly opensPage?: boolean
  /** Belongs to what a reader must see first. */
  readonly isFirst?: boolean
  /** Begins a row of the table, which has its head on every page. */
  readonly opensRow?: boolean
}

export type Table = CombinedCertificate['table']
/** A certificate of one proof or of several. */
export type Laid = CertificateFace & { readonly table?: Table }

const { margin, labelWidth, width, ink, pale, accent, scanLeft, signLeft } = pdfLook
const right = width - margin

export function rowOf(row: TableRow, textFace: 'Inter-Regular' | 'Inter-SemiBold'): Item[] {
  const isHead = textFace === 'Inter-SemiBold'
  return row.map((text, at) => {
    const { x, isExact } = tableColumns[at]!
    const style: Style =
      isExact && !isHead
        ? { face: 'DejaVuSansMono', size: tableSizes.exact, color: ink, x }
        : { face: textFace, size: tableSizes.text, color: ink, x }
    return { text, ...style, ...(at === 0 ? { opensRow: !isHead } : { isBeside: true }) }
  })
}

const style = (size: number, color: string, x: number = margin, face: Style['face'] = 'Inter-Regular'): Style => ({
  size,
  color,
  x,
  face,
})
const bold = (size: number, color: string, x: number = margin) => style(size, color, x, 'Inter-SemiBold')
const centered = (of: Style): Style => ({ ...of, x: width / 2, align: 'center' })

/** Returns the texts of the pages before a table. */
export function itemsOf(certificate: CertificateFace): Item[] {
  return [...opening(certificate), ...certified(certificate), ...low(certificate), ...guide(certificate)]
}

/** The name of the program, what the certificate is, and what it says. */
function opening({ kind, heading, headline, local, clock, warnings, isRecorded }: CertificateFace): Item[] {
  const first: Item[] = [
    { text: 'Tallystick', ...bold(9, ink, right - 100), align: 'right' },
    { text: kind, ...centered(style(9, pale)), isFar: true },
    { text: heading, ...centered(bold(headingSize(heading), ink)) },
    { text: headline, ...centered(style(13.5, isRecorded ? ink : accent)) },
    ...(local === undefined ? [] : [{ text: local, ...centered(style(9, pale)) }]),
    { text: clock, ...centered(style(9, pale)) },
    ...warnings.map((text) => ({ text, ...style(9.5, ink, margin + 16) })),
  ]
  return first.map((item) => ({ ...item, isFirst: true }))
}

function certified({ what, notes }: CertificateFace): Item[] {
  const small = notes.map((text, at): Item => ({ text, ...style(8, pale), ...(at === 0 ? { isFar: true } : {}) }))
  return [...factItems(what), ...small]
}

/** Beside the QR code, and on the line for a signature. */
function low({ words, link, look }: CertificateFace): Item[] {
  const sign = lowTop + pdfLook.qrSide - 10
  return [
    { text: words.scan, ...bold(9, ink, scanLeft), top: lowTop + 14, isFar: true },
    { text: link, ...style(8, pale, scanLeft), top: lowTop + 28 },
    ...(look.signature === ''
      ? []
      : [
          { text: words.signature, ...style(8, pale, signLeft), top: sign },
          { text: look.signature, ...style(8, pale, signLeft), align: 'right' as const, top: sign },
        ]),
  ]
}

function guide({ words, steps, where, verifier, look }: CertificateFace): Item[] {
  const numbered = steps.flatMap((step, at): Item[] => [
    { text: String(at + 1), ...bold(11, look.color) },
    { text: step, isBeside: true, ...style(10, ink, margin + 24) },
  ])
  return [
    { text: words.sections.check, ...bold(24, ink), opensPage: true },
    { text: words.steps.intro, ...style(13, ink) },
    ...numbered,
    { text: words.sections.where, ...bold(11, ink) },
    ...factItems([...where, ...verifier]),
  ]
}

const factItems = (list: readonly Fact[]): Item[] =>
  list.flatMap(({ label, value, isExact }): Item[] => {
    const x = margin + labelWidth
    const exact = isExact ? style(7.9, ink, x, 'DejaVuSansMono') : style(9.5, ink, x)
    return [
      { text: label, ...style(8.5, pale) },
      { text: value, isBeside: true, ...exact },
    ]
  })
