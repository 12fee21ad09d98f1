import type { Queryable } from '../../base/database/db.js'
import { apiError } from '../errors.js'
import { type Page, type PageRequest, pageOf } from './paging.js'

// Lists in another order than that of IDs. No index has these orders, so each page reads the keys of all that match.

/** A direction of a list. */
export type Order = 'asc' | 'desc'

/** Items that are sorted at most. */
export const sortedMax = 100_000

/** Names in the order that people expect, K2 before K10. */
export const naturalOrder = 'COLLATE natural_order'

/** A sorted list in SQL. */
export interface SortedSql {
  /** Common table expressions, for what follows. */
  with?: readonly string[]
  /** Selects all that match: `id`, and the keys `first` and `second` of their order, within which it is that of IDs. */
  keyed: string
  /** Reads the item of `shown.id`: one row, with its `id`. */
  row: string
  /** Parameters of all of these, from $1 on. */
  values: readonly unknown[]
}

/** Returns what follows ORDER BY. */
export const inSortedOrder = (order: Order) =>
  ['first', 'second', 'id'].map((column) => `k.${column} ${order}`).join(', ')

/** Reads a page in an order, with the exact count. @throws {ApiError} 422 when there are too many to sort */
export async function readSorted<Row extends { id: string }>(
  db: Queryable,
  { with: before = [], keyed, row, values }: SortedSql,
  order: Order,
  { page, limit, after }: PageRequest,
): Promise<Page<Row>> {
  const [take, position] = [`$${values.length + 1}::bigint`, `$${values.length + 2}`]
  const sign = order === 'asc' ? '>' : '<'
  const following = `WHERE (k.first, k.second, k.id) ${sign} (SELECT a.first, a.second, a.id FROM keyed a WHERE a.id = ${position}::uuid)`
  const text = `
WITH ${[...before, `keyed AS MATERIALIZED (${keyed})`].join(',\n')},
counted AS MATERIALIZED (SELECT count(*) AS count FROM keyed),
shown AS MATERIALIZED (
  SELECT k.id, row_number() OVER (ORDER BY ${inSortedOrder(order)}) AS place FROM keyed k ${after === null ? '' : following}
   ORDER BY ${inSortedOrder(order)} LIMIT ${take}${after === null ? ` OFFSET ${position}::bigint` : ''})
SELECT counted.count AS list_count, r.*
  FROM counted LEFT JOIN (SELECT shown.place, f.* FROM shown, LATERAL (${row} LIMIT 1) AS f) AS r ON true
 ORDER BY r.place`
  const rows = await db.query<Row & { list_count: number }>(text, [...values, limit + 1, after ?? (page - 1) * limit])
  const count = rows[0]?.list_count ?? 0
  if (count > sortedMax) throw apiError('list_too_long', { limit: sortedMax.toLocaleString('en') })
  return pageOf(
    count,
    rows.filter(({ id }) => id !== null),
    limit,
    ({ id }) => id,
  )
}
