/** Begins a CSV file in UTF-8: without the byte order mark, Excel takes it for another encoding. */
export const csvStart = '\ufeff'

/** Writes a table as CSV (RFC 4180) that spreadsheets open as it is. */
export function csvTable(lines: readonly (readonly string[])[]): string {
  return csvStart + lines.map(csvLine).join('')
}

/** Writes a line of CSV (RFC 4180), with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** Writes a cell that no spreadsheet executes: a text that begins like a formula is marked as a text by an apostrophe. */
function cellText(text: string): string {
  const safe = text.replace(/^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u, "'$&")
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
