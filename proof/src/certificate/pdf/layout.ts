import { type Binding, shortened } from '../binding.js'
import { type CertificateFace, escaped, type Fact } from '../certificate.js'
import type { CombinedCertificate, TableRow } from '../combined.js'
import { footTitle, pdfLook, qrBoxes, tableColumns, tableSizes } from '../pdf-look.js'
import { fill } from '../words.js'
import type { DrawnBox, DrawnLine, DrawnPage } from './page.js'

/** How a text is drawn. */
interface Style {
  readonly face: 'Inter-Regular' | 'Inter-SemiBold' | 'DejaVuSansMono'
  readonly size: number
  readonly color: string
  /** Left edge; of the link, which ends at the right margin, the least. */
  readonly x: number
}

/** A text of the certificate, in the order in which it is drawn. */
interface Item extends Style {
  readonly text: string
  /** Drawn to the right of the text before it, on the same line. */
  readonly isBeside?: boolean
  /** Belongs to what a reader must see first. */
  readonly isFirst?: boolean
  /** Begins a row of the table, which has its head on every page. */
  readonly opensRow?: boolean
}

type Table = CombinedCertificate['table']
/** A certificate of one proof or of several. */
export type Laid = CertificateFace & { readonly table?: Table }

type Change = Extract<Binding, { status: 'changed' }>
type PlacedLine = DrawnLine & { page: number }

const changed = (reason: Change['reason'], found: string, expected?: string): Change => ({
  status: 'changed',
  reason,
  found: shortened(found),
  ...(expected === undefined ? {} : { expected: shortened(expected) }),
})
const structure = (found: string) => changed('structure', found)

/** Compares everything that pages show with a certificate. Returns the first difference. */
export function layoutDifference(pages: readonly DrawnPage[], certificate: Laid): Change | undefined {
  const { table } = certificate
  const front = itemsOf(certificate)
  const rows = table === undefined ? [] : table.rows.flatMap((row) => rowOf(row, 'Inter-Regular'))
  const head = table === undefined ? [] : rowOf(table.head, 'Inter-SemiBold')
  // The head of each page of the table is underlined like the three headings before it.
  const underlined = 3 + (table === undefined ? 0 : tablePages(pages, table))
  return (
    wordsDifference(pages, [...front, ...rows], head) ??
    feetDifference(pages, certificate) ??
    boxesDifference(pages, certificate) ??
    rulesDifference(pages, underlined)
  )
}

function rowOf(row: TableRow, textFace: 'Inter-Regular' | 'Inter-SemiBold'): Item[] {
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

/** Pages that begin with the head of the table. */
function tablePages(pages: readonly DrawnPage[], { head }: Table): number {
  const isHead = ({ text, face, size }: DrawnLine) =>
    text === head[0] && face === 'Inter-SemiBold' && size === tableSizes.text
  return pages.filter(({ lines: [first] }) => first !== undefined && isHead(first)).length
}

const { margin, labelWidth, qrSide, width, height, ink, pale, accent, warning, bar } = pdfLook
const right = width - margin

function itemsOf({ words, headline, clock, link, isRecorded, ...certificate }: CertificateFace): Item[] {
  const style = (size: number, color: string, x: number = margin, face: Style['face'] = 'Inter-Regular') => ({
    size,
    color,
    x,
    face,
  })
  const note = style(8.5, pale)
  const title: Style = style(11, ink, margin, 'Inter-SemiBold')
  const facts = (list: readonly Fact[]) =>
    list.flatMap(({ label, value, isExact }): Item[] => {
      const x = margin + labelWidth
      const exact = isExact ? style(7.9, ink, x, 'DejaVuSansMono') : style(9.5, ink, x)
      return [
        { text: label, ...style(9, pale) },
        { text: value, isBeside: true, ...exact },
      ]
    })
  const steps = certificate.steps.flatMap((step, at): Item[] => [
    { text: String(at + 1), ...style(9.5, accent, margin, 'Inter-SemiBold') },
    { text: step, isBeside: true, ...style(9.5, ink, margin + 20) },
  ])
  const first: Item[] = [
    { text: link, ...style(6.5, pale, right - qrSide - 20) },
    { text: 'TALLYSTICK', ...style(9, accent, margin, 'Inter-SemiBold') },
    { text: words.title, ...style(22, ink, margin, 'Inter-SemiBold') },
    { text: headline, ...style(13.5, isRecorded ? ink : accent, margin, 'Inter-SemiBold') },
    { text: clock, ...style(9.5, pale) },
    ...certificate.warnings.map((text) => ({ text, ...style(9.5, ink, margin + 16) })),
  ]
  return [
    ...first.map((item) => ({ ...item, isFirst: true })),
    { text: words.sections.what, ...title },
    ...facts(certificate.what),
    { text: words.sections.where, ...title },
    ...facts(certificate.where),
    ...certificate.notes.map((text) => ({ text, ...note })),
    { text: words.sections.check, ...title },
    { text: words.steps.intro, ...style(9.5, ink) },
    ...steps,
    ...facts(certificate.verifier),
  ]
}

/** Every text must be there, in its order, each below the one before or, where it belongs there, beside it. */
function wordsDifference(
  pages: readonly DrawnPage[],
  items: readonly Item[],
  head: readonly Item[],
): Change | undefined {
  const lines: readonly PlacedLine[] = pages.flatMap(({ lines: ofPage }, page) =>
    ofPage.filter(({ isArtifact, text }) => !isArtifact && text.trim() !== '').map((line) => ({ ...line, page })),
  )
  let at = 0
  let before: { first: PlacedLine; lowest: PlacedLine } | undefined
  let index = -1
  const startsPage = () => lines[at]?.page !== before?.first.page
  for (const item of withHeads(items, head, startsPage)) {
    index++
    const begin = at
    const rest = { text: item.text.trim() }
    while (rest.text !== '') {
      const line = lines[at++]
      if (line === undefined) return changed('words', '', item.text)
      if (!takeLine(rest, line.text)) return changed('words', textOf(lines.slice(begin, at)), item.text)
    }
    const own = lines.slice(begin, at)
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) continue
    const unlike = own.find((line) => !isDrawnAs(line, item, index === 0))
    if (unlike !== undefined) return structure(`“${shortened(unlike.text)}” drawn otherwise`)
    const isInOrder = own.every((line, i) => i === 0 || isBelow(line, own[i - 1]!))
    // The link is under the QR code, beside the title.
    const above = index < 2 ? undefined : before
    const isPlaced =
      above === undefined ||
      (item.isBeside
        ? first.page === above.first.page && Math.abs(first.y - above.first.y) < 2 && first.x > above.first.end
        : isBelow(first, above.lowest))
    if (!isPlaced || !isInOrder || (item.isFirst && last.page > 0))
      return structure(`“${shortened(item.text)}” at another place`)
    const isLower = item.isBeside && before !== undefined && isBelow(before.lowest, last)
    before = { first, lowest: isLower ? before!.lowest : last }
  }
  const [extra] = lines.slice(at)
  return extra && changed('words', extra.text)
}

/** Puts the head of the table before each row that begins a page. */
function* withHeads(items: readonly Item[], head: readonly Item[], startsPage: () => boolean): Generator<Item> {
  for (const item of items) {
    if (item.opensRow && startsPage()) yield* head
    yield item
  }
}

const textOf = (lines: readonly DrawnLine[]) => lines.map(({ text }) => text).join(' ')

/** On top of the next page, or so far below that letters don't touch, and not so far that a reader would take it for the end. */
function isBelow(line: PlacedLine, before: PlacedLine): boolean {
  const gap = before.y - line.y
  if (line.page === before.page) return gap >= line.size && gap < gapMax
  return line.page === before.page + 1 && line.y > height - margin - 30
}

/** From the end of a short headline to the warnings below the QR code. */
const gapMax = 150

function isDrawnAs(line: DrawnLine, item: Item, isLink: boolean): boolean {
  const isInPlace = isLink ? line.x > item.x - 1 : isClose(line.x, item.x)
  return isInPlace && isLike(line, item) && isOnPage(line)
}

const isLike = (line: DrawnLine, { face, size, color }: Omit<Style, 'x'>) =>
  line.face === face && line.size === size && line.color === color
const isOnPage = ({ x, end, y }: DrawnLine) => x > margin - 1 && end < right + 3 && y > margin && y < height - margin
const isClose = (one: number, other: number) => Math.abs(one - other) < 0.01

/**
 * Takes a drawn line from the beginning of a text. Letters that the font lacks are drawn as their code points; any kind of space is
 * drawn as any other; where a line ends, spaces are left out. An accent may be a part of its letter or follow it: the shape is one.
 */
function takeLine(rest: { text: string }, line: string): boolean {
  let left: string | undefined = line.trimEnd().normalize('NFC')
  const text = rest.text.normalize('NFC')
  let at = 0
  while (left !== '' && at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    left = withoutStart(left, [character]) ?? withoutStart(left, [...character.normalize('NFD')])
    if (left === undefined) return false
    at += character.length
  }
  rest.text = text.slice(at).trimStart()
  return left === ''
}

/** Takes characters from the beginning of what is drawn; undefined when others are. */
function withoutStart(drawn: string, characters: readonly string[]): string | undefined {
  let left = drawn
  for (const character of characters) {
    const isSpace = /\s/.test(character) && /^\s/.test(left)
    const shown = left.startsWith(character) || isSpace ? character : escaped(character)
    if (!isSpace && !left.startsWith(shown)) return undefined
    left = left.slice(shown.length)
  }
  return left
}

function feetDifference(pages: readonly DrawnPage[], { words, name }: CertificateFace): Change | undefined {
  const style = { face: 'Inter-Regular', size: 8, color: pale } as const
  for (const [at, { lines }] of pages.entries()) {
    const expected = footTitle(name) + fill(words.page, { page: at + 1, pages: pages.length })
    const feet = lines.filter(({ isArtifact }) => isArtifact)
    const found = textOf(feet)
    if (found !== expected) return changed('words', found, expected)
    const [foot] = feet
    const isOurs = feet.length === 1 && foot && isLike(foot, style) && foot.y < margin - 8 && foot.y > margin - 24
    if (!isOurs || Math.abs(foot.x + foot.end - width) > 2) return structure(`“${shortened(found)}” at another place`)
  }
  return undefined
}

/** The only boxes are the QR code of the link and the ground and the bar of each warning, drawn before what is on them. */
function boxesDifference(pages: readonly DrawnPage[], { link, warnings }: CertificateFace): Change | undefined {
  const [{ boxes, lines } = { boxes: [], lines: [] }, ...others] = pages
  const modules = qrBoxes(link)
  const isQr = modules.every((module, at) => {
    const box = boxes[at]
    const y = height - module.y - module.height
    return box?.color === ink && box.after === 0 && isNear(box, { ...module, y })
  })
  const count = modules.length + 2 * warnings.length
  if (!isQr || boxes.length !== count || others.some((page) => page.boxes.length > 0))
    return structure('another drawing or QR code')
  for (const [index, text] of warnings.entries()) {
    const [ground, side] = boxes.slice(modules.length + 2 * index) as [DrawnBox, DrawnBox]
    const isWarning =
      ground.color === warning &&
      side.color === accent &&
      isNear(side, { ...ground, width: bar }) &&
      isClose(ground.x, margin) &&
      isClose(ground.width, right - margin)
    if (!isWarning) return structure('a box that is no warning')
    const rest = { text }
    const own = lines.slice(ground.after).filter((line) => rest.text !== '' && takeLine(rest, line.text))
    const isAround = own.every(({ y, size }) => y > ground.y && y + size < ground.y + ground.height)
    const covered = lines
      .slice(0, side.after)
      .find(({ y, size }) => y > ground.y - size && y < ground.y + ground.height)
    if (!isAround || covered !== undefined) return structure('a box around something else')
  }
  return undefined
}

const isNear = (box: { x: number; y: number; width: number; height: number }, other: typeof box) =>
  (['x', 'y', 'width', 'height'] as const).every((side) => isClose(box[side], other[side]))

/** Each heading has a rule below it, which strikes nothing out. */
function rulesDifference(pages: readonly DrawnPage[], count: number): Change | undefined {
  const headings = pages.flatMap(({ rules, lines }) =>
    rules.map(({ from, to, y }) => {
      const isWhole = isClose(from, margin) && isClose(to, right)
      const strikes = lines.some((line) => y > line.y - 0.2 * line.size && y < line.y + line.size)
      return isWhole && !strikes
    }),
  )
  return headings.length === count && headings.every((isOurs) => isOurs) ? undefined : structure('another line')
}
