/**
 * Writes a table as CSV (RFC 4180) that spreadsheets open as it is: UTF-8 with its mark, and no cell that one of them would run, as
 * it does with those that begin like a formula.
 */
export function csvTable(lines: readonly (readonly string[])[]): string {
  return `\ufeff${lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
