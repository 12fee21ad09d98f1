import { integerArray } from '../../base/database/arrays.js'
import type { Statement } from '../../base/database/db.js'
import { kindColumns, kindReaders, type Made, ownColumns, type WrittenColumn } from '../details/fields.js'

/** The columns' names, and their arrays as parameters from $`first` on. */
function unnested(columns: readonly WrittenColumn[], first: number) {
  return {
    names: columns.map(({ column }) => column).join(', '),
    arrays: columns.map(({ sql }, at) => `$${first + at}::${sql}`).join(', '),
    values: columns.map(({ value }) => value).join(', '),
  }
}
const own = unnested(ownColumns, 4)
const kind = unnested(kindColumns, 4 + ownColumns.length)

// Stamps name their kind by its number, which halves a batch's bytes and the time to parse them.
export const insertMany = `
INSERT INTO stamps (${own.names}, ${kind.names}, batch_id, leaf_index)
SELECT ${own.values}, ${kind.values}, $1, $2 + n.number
  FROM unnest($3::integer[], ${own.arrays}) WITH ORDINALITY AS n(kind, ${own.names}, number)
  JOIN unnest(${kind.arrays}) WITH ORDINALITY AS k(${kind.names}, number) ON k.number = n.kind`

/** Returns the values of {@link insertMany}, with leaves from `firstIndex` on. */
export function valuesOfMany(stamps: readonly Made[], firstIndex: number, batchId: string): unknown[] {
  const { kinds, numbers } = kindsOf(stamps)
  return [
    batchId,
    firstIndex - 1,
    integerArray(numbers),
    ...ownColumns.map((column) => column.array(stamps)),
    ...kindColumns.map((column) => column.array(kinds)),
  ]
}

const columns = [...ownColumns, ...kindColumns]
const columnNames = columns.map(({ column }) => column).join(', ')
/** Parameters of a stamp: its columns and its leaf. */
const width = columns.length + 1
/** More in one statement cost as much as arrays. */
const fewMax = 16

function rowsOfFew(count: number): string {
  const row = (at: number) => Array.from({ length: width }, (_, column) => `$${2 + at * width + column}`).join(', ')
  return Array.from({ length: count }, (_, at) => `($1, ${row(at)})`).join(', ')
}

/** For one stamp, for two, and so on. PostgreSQL takes arrays apart and joins them, which costs as much as some rows do. */
const insertFew = Array.from(
  { length: fewMax },
  (_, last) => `INSERT INTO stamps (batch_id, ${columnNames}, leaf_index) VALUES ${rowsOfFew(last + 1)}`,
)

function valuesOfFew(stamps: readonly Made[], firstIndex: number, batchId: string): unknown[] {
  const values: unknown[] = [batchId]
  stamps.forEach((stamp, at) => {
    for (const { single } of columns) values.push(single(stamp))
    values.push(firstIndex + at)
  })
  return values
}

/** Returns the statement for the rows of `stamps`, with leaves from `firstIndex` on. */
export function insertion(stamps: readonly Made[], firstIndex: number, batchId: string): Statement {
  const few = insertFew[stamps.length - 1]
  if (few !== undefined) return { text: few, values: valuesOfFew(stamps, firstIndex, batchId) }
  return { text: insertMany, values: valuesOfMany(stamps, firstIndex, batchId) }
}

/**
 * Groups stamps into kinds, whose fields are sent once.
 *
 * @returns the first stamp of each kind, and the number of each stamp's kind, from 1
 */
function kindsOf(stamps: readonly Made[]): { kinds: Made[]; numbers: number[] } {
  const kinds: Made[] = []
  const numbers: number[] = []
  const known = new Map<string, number>()
  let last = 0
  for (const stamp of stamps) {
    // Neighbours are mostly of the same kind: comparing is cheaper than making a key.
    if (last === 0 || !isSameKind(kinds[last - 1] as Made, stamp)) {
      const key = JSON.stringify(kindReaders.map((read) => read(stamp)))
      last = known.get(key) ?? kinds.push(stamp)
      known.set(key, last)
    }
    numbers.push(last)
  }
  return { kinds, numbers }
}

function isSameKind(a: Made, b: Made): boolean {
  for (const read of kindReaders) if (read(a) !== read(b)) return false
  return true
}
