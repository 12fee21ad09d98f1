import { shortened } from '../binding.js'
import { pdfLook, tableSizes } from '../pdf-look.js'
import { drawingsDifference } from './drawings.js'
import { type Item, itemsOf, type Laid, rowOf, type Table } from './layout-items.js'
import { type Change, changed, isClose, isLike, structure, takeLine, textOf } from './lines.js'
import type { DrawnLine, DrawnPage } from './page.js'

type PlacedLine = DrawnLine & { page: number }

const { margin, width, height } = pdfLook
const right = width - margin

/** Compares everything that pages show with a certificate. Returns the first difference. */
export function layoutDifference(pages: readonly DrawnPage[], certificate: Laid): Change | undefined {
  const { table, what, where, verifier } = certificate
  const front = itemsOf(certificate)
  const rows = table === undefined ? [] : table.rows.flatMap((row) => rowOf(row, 'Inter-Regular'))
  const head = table === undefined ? [] : rowOf(table.head, 'Inter-SemiBold')
  // One above each list of facts, one below each fact, and one below the head of each page of the table.
  const underlined =
    2 + what.length + where.length + verifier.length + (table === undefined ? 0 : tablePages(pages, table))
  return wordsDifference(pages, [...front, ...rows], head) ?? drawingsDifference(pages, certificate, underlined)
}

/** Pages that begin with the head of the table. */
function tablePages(pages: readonly DrawnPage[], { head }: Table): number {
  const isHead = ({ text, face, size }: DrawnLine) =>
    text === head[0] && face === 'Inter-SemiBold' && size === tableSizes.text
  return pages.filter(({ lines: [first] }) => first !== undefined && isHead(first)).length
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
  let before: Placed | undefined
  const startsPage = () => lines[at]?.page !== before?.first.page
  for (const item of withHeads(items, head, startsPage)) {
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
    const unlike = own.find((line) => !isDrawnAs(line, item))
    if (unlike !== undefined) return structure(`“${shortened(unlike.text)}” drawn otherwise`)
    const isInOrder = own.every((line, i) => i === 0 || isBelow(line, own[i - 1]!))
    if (!isInOrder || !isPlaced(item, first, before) || (item.isFirst && last.page > 0))
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

/** The text before another: its first line, and the lowest one so far. */
interface Placed {
  first: PlacedLine
  lowest: PlacedLine
}

function isPlaced(item: Item, first: PlacedLine, before: Placed | undefined): boolean {
  if (before === undefined) return isNearTop(first)
  if (item.opensPage) return first.page === before.first.page + 1 && isNearTop(first)
  if (item.top !== undefined)
    return (
      isAt(first, item.top) && (item.isFar ? isBelow(first, before.lowest, true) : first.page === before.first.page)
    )
  if (item.isBeside)
    return first.page === before.first.page && Math.abs(first.y - before.first.y) < 3 && first.x > before.first.end
  return isBelow(first, before.lowest, item.isFar)
}

/** Letters stand on a line that is about their size below their upper edge. */
const isAt = ({ y, size }: DrawnLine, top: number) => Math.abs(height - top - size - y) < 0.2 * size

const isNearTop = ({ y }: DrawnLine) => y > height - margin - 30

/** On top of the next page, or so far below that letters don't touch, and not so far that a reader would take it for the end. */
function isBelow(line: PlacedLine, before: PlacedLine, isFar = false): boolean {
  const gap = before.y - line.y
  if (line.page === before.page) return gap >= line.size && (isFar || gap < gapMax)
  return line.page === before.page + 1 && (isFar || isNearTop(line))
}

/** From the end of a fact to the next. */
const gapMax = 150

function isDrawnAs(line: DrawnLine, item: Item): boolean {
  const isInPlace =
    item.align === 'center'
      ? Math.abs((line.x + line.end) / 2 - item.x) < 0.3 * item.size
      : item.align === 'right'
        ? line.x > item.x - 1 && Math.abs(line.end - right) < 0.3 * item.size
        : isClose(line.x, item.x)
  return isInPlace && isLike(line, item) && isOnPage(line)
}

const isOnPage = ({ x, end, y }: DrawnLine) =>
  x > margin - 1 && end < right + 3 && y > margin && y < height - pdfLook.logo.top
