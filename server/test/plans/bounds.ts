import { buffersOf, type Executed, rowsOf, rowsRead, stepsOf } from './log.js'

/** A statement that may read more than others, and why. */
export interface Exception {
  /** Part of its text, on one line. */
  has: string
  /** Pages, or rows of a table, that it may read. */
  most: number
  why: string
}

/** Rows that a statement may read in itself, and for each row that it returns or writes. */
const most = { rows: 25_000, pages: 1_000, ofRow: 40 }
/** A table with fewer rows is read as a whole more quickly than by an index. */
const largeRows = 1_000

/**
 * Returns what is wrong with how a statement was executed: it scanned a large table, or read more rows or pages than what it returned
 * or wrote is worth.
 *
 * @param sizes rows of each table
 */
export function wrongWith(
  one: Executed,
  sizes: ReadonlyMap<string, number>,
  exceptions: readonly Exception[],
): string[] {
  const exception = exceptions.find(({ has }) => one.text.includes(has))
  const rows = rowsOf(one)
  const rowsMost = Math.max(exception?.most ?? 0, most.rows + most.ofRow * rows)
  const pagesMost = Math.max(exception?.most ?? 0, most.pages + most.ofRow * rows)
  const scans = stepsOf(one.plan).filter((step) => step['Relation Name'] !== undefined)
  const wrong = scans.flatMap((step) => {
    const name = step['Relation Name'] ?? ''
    const read = rowsRead(step)
    const isWhole = step['Node Type'] === 'Seq Scan' && read > 0 && (sizes.get(name) ?? 0) > largeRows && !exception
    return isWhole || read > rowsMost ? [`${step['Node Type']} of ${step['Index Name'] ?? name}: ${read} rows`] : []
  })
  const pages = buffersOf(one)
  return pages > pagesMost || wrong.length > 0 ? [...wrong, `${pages} pages for ${rows} rows`] : []
}
