import type { Queryable } from '../../base/database/db.js'
import { type Page, type PageRequest, pageOf } from './paging.js'

/** A list in SQL. Its text depends on nothing but the list, because each text is a statement that is prepared. */
export interface ListSql {
  /** Common table expressions, for what follows. */
  with?: readonly string[]
  /** The number of items: an expression that costs little, such as a sum of kept counters. */
  count: string
  /** Source of the items, with their conditions, as it follows FROM. The alias is `i`, its columns include `id`. */
  items: string | Capped
  /** Further columns that `row` needs of `shown`, if `items` is text: `, i.…`. */
  also?: string
  /** Reads the item of `shown.id`: one row, with its `id`. */
  row: string
  /** Parameters of all of these, from $1 on. */
  values: readonly unknown[]
}

/** A list whose count stops somewhere: pages by number reach as far as the count, those by cursor to the end. */
interface Capped {
  /** Several, when it shows only from the count how to select them: those whose condition holds. */
  sources: readonly Source[]
}

/** Selects IDs, newest first. */
interface Source {
  /** @param before a further condition, ` AND …`, on the position in the list */
  ids(before: string): string
  when: string
}

/** Returns the IDs of items in their order. */
export function idsOf(items: string, also = ''): Source['ids'] {
  return (before) => `SELECT i.id${also} FROM ${items}${before} ORDER BY i.id DESC`
}

/**
 * Reads a page of a list in the order of its IDs, newest first, and the number of its items: one statement, so both are of the same
 * moment.
 *
 * However deep a page is, only its own rows are joined; a page in the far half is read from the end of the list, and one beyond it
 * reads nothing. A page by cursor costs the same anywhere.
 */
export async function readPage<Row extends { id: string }>(
  db: Queryable,
  list: ListSql,
  { page, limit, after }: PageRequest,
): Promise<Page<Row>> {
  const { with: before = [], count, items, also = '', row, values } = list
  const take = `$${values.length + 1}::bigint`
  const position = `$${values.length + 2}::${after === null ? 'bigint' : 'uuid'}`
  const isExact = typeof items === 'string'
  const ids =
    after === null
      ? isExact
        ? fromNearerEnd(items, also, take, position)
        : fromFirst(items, take, position)
      : following(isExact ? { sources: [{ ids: idsOf(items, also), when: 'true' }] } : items, take, position)
  const text = `
WITH ${[...before, `counted AS MATERIALIZED (SELECT (${count})::bigint AS count)`].join(',\n')},
shown AS MATERIALIZED (${ids})
SELECT counted.count AS list_count, r.*
  FROM counted LEFT JOIN (SELECT f.* FROM shown, LATERAL (${row} LIMIT 1) AS f) AS r ON true
 ORDER BY r.id DESC NULLS LAST`
  const rows = await db.query<Row & { list_count: number }>(text, [...values, limit + 1, after ?? (page - 1) * limit])
  return pageOf(
    rows[0]?.list_count ?? 0,
    rows.filter(({ id }) => id !== null),
    limit,
    ({ id }) => id,
  )
}

/** Skips `skip` items, from whichever end of the list is nearer. */
function fromNearerEnd(items: string, also: string, take: string, skip: string): string {
  return `
  (SELECT i.id${also} FROM ${items} ORDER BY i.id DESC
    LIMIT (SELECT CASE WHEN ${skip} < count AND ${skip} * 2 <= count THEN ${take} ELSE 0 END FROM counted) OFFSET ${skip})
   UNION ALL
  (SELECT i.id${also} FROM ${items} ORDER BY i.id
    LIMIT (SELECT CASE WHEN ${skip} < count AND ${skip} * 2 > count THEN least(${take}, count - ${skip}) ELSE 0 END FROM counted)
   OFFSET (SELECT greatest(count - ${skip} - ${take}, 0) FROM counted))`
}

function fromFirst({ sources }: Capped, take: string, skip: string): string {
  const one = ({ ids, when }: Source) =>
    `(${ids('')} LIMIT (SELECT CASE WHEN ${skip} < count AND ${when} THEN ${take} ELSE 0 END FROM counted) OFFSET ${skip})`
  return sources.map(one).join('\n   UNION ALL\n  ')
}

function following({ sources }: Capped, take: string, after: string): string {
  const one = ({ ids, when }: Source) =>
    `(${ids(` AND i.id < ${after}`)} LIMIT (SELECT CASE WHEN ${when} THEN ${take} ELSE 0 END FROM counted))`
  return sources.map(one).join('\n   UNION ALL\n  ')
}
