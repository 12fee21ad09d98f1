import type { Readable } from 'node:stream'
import { type ArchiveEntry, textFile } from '../../base/archives/archive.js'
import { inPieces } from '../../base/archives/pieces.js'
import { zipStream } from '../../base/archives/zip.js'
import type { Language } from '../../texts/languages.js'
import type { Documents } from './documents.js'
import { type Cell, cellsOf, headOf } from './table.js'

// A workbook (ECMA-376) is a ZIP of a few XML files, of which only the sheet is long. Texts stand in their cells, so that it is written while
// the stamps are read, and are texts: no spreadsheet executes them.

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const schemas = 'http://schemas.openxmlformats.org'
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`
const documentTypes = `${schemas}/officeDocument/2006/relationships`
const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts = {
  '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetTypes}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetTypes}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetTypes}.styles+xml"/></Types>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${documentTypes}"><sheets><sheet name="Tallystick" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
  // Of cells: 0 a text, 1 a name of a column, 2 a time.
  'xl/styles.xml': `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
const style = { text: 0, head: 1, time: 2 }

function relations(...targets: [type: string, target: string][]): string {
  const each = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${documentTypes}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${schemas}/package/2006/relationships">${each.join('')}</Relationships>`
}

/** Returns the stamps as a workbook. */
export function xlsxOf(documents: Documents, language: Language, now: Date): Readable {
  return zipStream(entries())

  async function* entries(): AsyncGenerator<ArchiveEntry, void> {
    for (const [path, content] of Object.entries(parts)) yield textFile(path, xml + content, now)
    const content = () => inPieces(sheet(documents, language))
    yield { path: 'xl/worksheets/sheet1.xml', modifiedAt: now, compress: true, content }
  }
}

async function* sheet(documents: Documents, language: Language): AsyncGenerator<string, void> {
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const views = `<sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`
  const head = headOf(language)
  yield `${xml}<worksheet ${main}>${views}<cols><col min="1" max="${head.length}" width="22" customWidth="1"/></cols><sheetData>`
  yield rowOf(head, style.head)
  for await (const stamp of documents.stamps()) yield rowOf(cellsOf(stamp, language), style.text)
  yield '</sheetData></worksheet>'
}

const rowOf = (cells: readonly Cell[], textStyle: number) =>
  `<row>${cells.map((cell) => cellOf(cell, textStyle)).join('')}</row>`

function cellOf(cell: Cell, textStyle: number): string {
  if (cell === null || cell === '') return '<c/>'
  // Days since 30 December 1899, as spreadsheets count them.
  if (cell instanceof Date) return `<c s="${style.time}"><v>${cell.getTime() / 86_400_000 + 25_569}</v></c>`
  return `<c t="inlineStr" s="${textStyle}"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for a cell: XML has no place for most control characters, and spreadsheets read `_x000D_` as one. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] as string)
}
