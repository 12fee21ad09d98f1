import { Turn } from '../../base/turns/turn.js'
import type { Language } from '../../texts/languages.js'
import type { Documents } from './documents.js'
import { type Cell, cellsOf, headOf } from './table.js'

const pieceLength = 65_536

/** Yields the stamps as CSV (RFC 4180), in UTF-8 with a byte order mark, without which Excel takes it for another encoding. */
export async function* csvOf(documents: Documents, language: Language): AsyncGenerator<string, void> {
  const turn = new Turn()
  let lines = `\ufeff${lineOf(headOf(language))}`
  for await (const stamp of documents.stamps()) {
    if (turn.isOver()) await turn.next()
    lines += lineOf(cellsOf(stamp, language))
    if (lines.length < pieceLength) continue
    yield lines
    lines = ''
  }
  if (lines !== '') yield lines
}

const lineOf = (cells: readonly Cell[]) => `${cells.map(cellOf).join(',')}\r\n`

/** Returns a cell that no spreadsheet executes: a text that begins like a formula is marked as a text by an apostrophe. */
function cellOf(cell: Cell): string {
  if (cell === null) return ''
  const text = cell instanceof Date ? cell.toISOString() : cell.replace(/^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u, "'$&")
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
