import { type Row, rowVerdicts, timeOfRow } from '@tallystick/proof'

/** A column that rows can be sorted by. */
export type Column = 'verdict' | 'document' | 'time' | 'proof'

/** The order of the table. Verdicts ascend from those that need a look. */
export interface Order {
  column: Column
  isDescending: boolean
}

const natural = new Intl.Collator(undefined, { numeric: true })

const compare: { [Each in Column]: (one: Row, other: Row) => number } = {
  verdict: (one, other) => rowVerdicts.indexOf(one.verdict) - rowVerdicts.indexOf(other.verdict),
  document: (one, other) => natural.compare(one.document ?? '', other.document ?? ''),
  time: (one, other) => (timeOfRow(one) ?? '').localeCompare(timeOfRow(other) ?? ''),
  proof: (one, other) => natural.compare(one.proof ?? '', other.proof ?? ''),
}

/** Returns sorted rows; equal ones keep their order, which is by need and name. */
export function sortRows(rows: readonly Row[], { column, isDescending }: Order): Row[] {
  const sign = isDescending ? -1 : 1
  return [...rows].sort((one, other) => sign * compare[column](one, other))
}
