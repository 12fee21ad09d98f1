import type { Queryable } from '../../base/database/db.js'
import { type Page, type PageRequest, pageOf } from '../../http/paging/paging.js'
import type { StampRow } from '../sql.js'
import { ownStamp } from './list-sql.js'

// Lists in another order than that of IDs. No index has these orders, so each page reads the keys of all that match.

/** An order of a list; within it, stamps are in the order of their IDs. */
export interface Sort {
  by: 'received' | 'name' | 'code' | 'blockTime'
  order: 'asc' | 'desc'
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

/** Stamps that are sorted at most. */
export const sortedMax = 100_000

// Stamps in no block yet come after all others.
const keys = {
  received: "''",
  name: 's.name COLLATE natural_order',
  code: 's.code COLLATE "C"',
  blockTime: "coalesce(k.time, 'infinity')",
} as const

/** Selects the IDs that match, with their keys. */
function keyed({ items, run }: Matches, by: Sort['by']): string {
  const folder = run
    ? `(SELECT m.folder FROM run_stamps m WHERE m.account_id = $1 AND m.run_id = ${run} AND m.stamp_id = i.id) COLLATE natural_order`
    : "''"
  const block =
    by === 'blockTime' ? ' JOIN batches b ON b.id = s.batch_id LEFT JOIN blocks k ON k.hash = b.block_hash' : ''
  const row = by === 'received' ? '' : ` JOIN stamps s ON s.account_id = $1 AND s.id = i.id${block}`
  return `SELECT i.id, ${by === 'name' ? folder : "''"} AS folder, ${keys[by]} AS key FROM (SELECT i.id FROM ${items}) AS i${row}`
}

const inOrder = (order: Sort['order']) => ['folder', 'key', 'id'].map((column) => `k.${column} ${order}`).join(', ')

/** Reads a page in an order, with the exact count. */
export async function readSorted(
  db: Queryable,
  matches: Matches,
  { by, order }: Sort,
  { page, limit, after }: PageRequest,
): Promise<Page<StampRow>> {
  const { with: before, values } = matches
  const [take, position] = [`$${values.length + 1}::bigint`, `$${values.length + 2}`]
  const sign = order === 'asc' ? '>' : '<'
  const following = `WHERE (k.folder, k.key, k.id) ${sign} (SELECT a.folder, a.key, a.id FROM keyed a WHERE a.id = ${position}::uuid)`
  const text = `
WITH ${[...before, `keyed AS MATERIALIZED (${keyed(matches, by)})`].join(',\n')},
counted AS MATERIALIZED (SELECT count(*) AS count FROM keyed),
shown AS MATERIALIZED (
  SELECT k.id, row_number() OVER (ORDER BY ${inOrder(order)}) AS place FROM keyed k ${after === null ? '' : following}
   ORDER BY ${inOrder(order)} LIMIT ${take}${after === null ? ` OFFSET ${position}::bigint` : ''})
SELECT counted.count AS list_count, r.*
  FROM counted LEFT JOIN (SELECT shown.place, f.* FROM shown, LATERAL (${ownStamp} LIMIT 1) AS f) AS r ON true
 ORDER BY r.place`
  type Row = StampRow & { list_count: number }
  const rows = await db.query<Row>(text, [...values, limit + 1, after ?? (page - 1) * limit])
  const found = rows.filter(({ id }) => id !== null)
  return pageOf(rows[0]?.list_count ?? 0, found, limit, ({ id }) => id)
}

/** Reads the IDs in an order, up to a number. */
export async function readIds(db: Queryable, matches: Matches, { by, order }: Sort, max: number): Promise<string[]> {
  const { with: before, values } = matches
  const text = `
WITH ${[...before, `keyed AS (${keyed(matches, by)})`].join(',\n')}
SELECT k.id FROM keyed k ORDER BY ${inOrder(order)} LIMIT $${values.length + 1}::bigint`
  return (await db.query<{ id: string }>(text, [...values, max])).map(({ id }) => id)
}

/** Returns whether more than `max` match. */
export async function areMore(db: Queryable, { with: before, items, values }: Matches, max: number): Promise<boolean> {
  const clause = before.length > 0 ? `WITH ${before.join(',\n')}` : ''
  const text = `${clause} SELECT count(*)::int AS count FROM (SELECT FROM ${items} LIMIT $${values.length + 1}::bigint) AS m`
  const [row] = await db.query<{ count: number }>(text, [...values, max + 1])
  return (row?.count ?? 0) > max
}
