import type { Queryable } from '../../base/database/db.js'
import type { Page, PageRequest } from '../../http/paging/paging.js'
import { inSortedOrder, naturalOrder, type Order, readSorted } from '../../http/paging/sorted-sql.js'
import type { StampRow } from '../sql.js'
import { ownStamp } from './list-sql.js'

/** An order of a list; within it, stamps are in the order of their IDs. */
export interface Sort {
  by: 'received' | 'name' | 'code' | 'blockTime'
  order: Order
}

/** All that match, in SQL. */
export interface Matches {
  with: readonly string[]
  /** As it follows FROM, with the alias `i` and the column `id`. */
  items: string
  /** The parameter of the run that is listed: its documents are in folders. */
  run: string | undefined
  values: readonly unknown[]
}

// Stamps in no block yet come after all others.
const keys = {
  received: "''",
  name: `s.name ${naturalOrder}`,
  code: 's.code COLLATE "C"',
  blockTime: "coalesce(k.time, 'infinity')",
} as const

/** Selects the IDs that match, with their keys. */
function keyed({ items, run }: Matches, by: Sort['by']): string {
  const folder = run
    ? `(SELECT m.folder FROM run_stamps m WHERE m.account_id = $1 AND m.run_id = ${run} AND m.stamp_id = i.id) ${naturalOrder}`
    : "''"
  const block =
    by === 'blockTime' ? ' JOIN batches b ON b.id = s.batch_id LEFT JOIN blocks k ON k.hash = b.block_hash' : ''
  const row = by === 'received' ? '' : ` JOIN stamps s ON s.account_id = $1 AND s.id = i.id${block}`
  return `SELECT i.id, ${by === 'name' ? folder : "''"} AS first, ${keys[by]} AS second FROM (SELECT i.id FROM ${items}) AS i${row}`
}

/** Reads a page in an order, with the exact count. */
export function readStamps(
  db: Queryable,
  matches: Matches,
  { by, order }: Sort,
  page: PageRequest,
): Promise<Page<StampRow>> {
  const { with: before, values } = matches
  return readSorted(db, { with: before, keyed: keyed(matches, by), row: ownStamp, values }, order, page)
}

/** Reads the IDs in an order, up to a number. */
export async function readIds(db: Queryable, matches: Matches, { by, order }: Sort, max: number): Promise<string[]> {
  const { with: before, values } = matches
  const text = `
WITH ${[...before, `keyed AS (${keyed(matches, by)})`].join(',\n')}
SELECT k.id FROM keyed k ORDER BY ${inSortedOrder(order)} LIMIT $${values.length + 1}::bigint`
  return (await db.query<{ id: string }>(text, [...values, max])).map(({ id }) => id)
}

/** Returns whether more than `max` match. */
export async function areMore(db: Queryable, { with: before, items, values }: Matches, max: number): Promise<boolean> {
  const clause = before.length > 0 ? `WITH ${before.join(',\n')}` : ''
  const text = `${clause} SELECT count(*)::int AS count FROM (SELECT FROM ${items} LIMIT $${values.length + 1}::bigint) AS m`
  const [row] = await db.query<{ count: number }>(text, [...values, max + 1])
  return (row?.count ?? 0) > max
}
