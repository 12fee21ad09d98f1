/** The first rows of a table. */
export interface TableStart {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Whether the table goes on: below, or at the right. */
  isCut: boolean
}

const rowsMax = 200
const columnsMax = 40
const separators = [',', ';', '\t', '|']

/**
 * Reads the first rows of values that are separated by commas (RFC 4180), semicolons, tabs or bars, whichever the first line has most
 * of. A quote that is never closed ends with the text.
 *
 * @param isCut whether the text ends in the middle, so that its last row is left out
 */
export function readTable(text: string, isCut: boolean): TableStart {
  const records: string[][] = []
  let record: string[] = []
  let isWide = false
  const keep = (value: string) => {
    if (record.length < columnsMax) record.push(value)
    else isWide = true
  }
  const separator = separatorOf(text)
  // A value, quoted or not, and what ends it. Each match begins where the one before it ended.
  const value = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(${separator}|\\r\\n?|\\n|$)`, 'y')
  while (value.lastIndex < text.length && records.length <= rowsMax) {
    const [, quoted = '', plain = '', end = ''] = value.exec(text) ?? []
    keep(quoted.replaceAll('""', '"') + plain)
    if (end === separator) {
      if (value.lastIndex === text.length) keep('')
      else continue
    }
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
  }
  const goesOn = isCut || value.lastIndex < text.length
  if (isCut && value.lastIndex >= text.length) records.pop()
  const [head = [], ...rows] = records
  return { head, rows: rows.slice(0, rowsMax), isCut: goesOn || isWide }
}

/** Values in quotes may hold any separator, so they don't count. */
function separatorOf(text: string): string {
  const [line = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)
  const counts = separators.map((one) => line.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] as string
}
