import { csvLine, csvStart } from '@tallystick/proof'
import { inPieces } from '../../base/archives/pieces.js'
import type { Language } from '../../texts/languages.js'
import type { Documents } from './documents.js'
import { type Cell, cellsOf, headOf } from './table.js'

/** Yields the stamps as CSV (RFC 4180) that no spreadsheet executes. */
export function csvOf(documents: Documents, language: Language): AsyncGenerator<string, void> {
  return inPieces(linesOf(documents, language))
}

async function* linesOf(documents: Documents, language: Language): AsyncGenerator<string, void> {
  yield csvStart + csvLine(headOf(language))
  for await (const stamp of documents.stamps()) yield csvLine(cellsOf(stamp, language).map(textOf))
}

const textOf = (cell: Cell) => (cell instanceof Date ? cell.toISOString() : (cell ?? ''))
