import type { Queryable } from '../../base/database/db.js'
import { idsOf, type ListSql, readPage } from './page-sql.js'
import { countMax, type Page, type PageRequest } from './paging.js'

/** A search in SQL; its rows are those of a list (see {@link ListSql}). */
export interface SearchSql extends Pick<ListSql, 'row' | 'values'> {
  /** All that could match, as it follows FROM, with the alias `i`: read in the order of its IDs. */
  all: string
  /** The condition for a match, written so that no index of matches answers it: `(i.search_key || '') LIKE …`. */
  matches: string
  /** The matches as indexes find them, each kind of them by its own: what follows FROM, with the alias `i`. Kinds may overlap. */
  indexed: readonly string[]
}

/** The newest that show how frequent matches are. */
const probed = 1000
/** Those walked to count frequent matches: enough when every fourth one matches. */
const walkedMax = 4 * countMax

/**
 * Reads a page of the matches, newest first. The count stops at 10,000, as do pages by number.
 *
 * Frequent matches are walked, from the newest on; few are read from their indexes. An index would have to gather all matches, and
 * a walk would pass everything else, before the first one is shown.
 */
export async function readMatches<Row extends { id: string }>(
  db: Queryable,
  { all, matches, indexed, row, values }: SearchSql,
  request: PageRequest,
): Promise<Page<Row>> {
  const probe = `
SELECT count(*)::int AS seen, count(*) FILTER (WHERE ${matches})::int AS matching
  FROM (SELECT i.* FROM ${all} ORDER BY i.id DESC LIMIT ${probed}) AS i`
  // OFFSET 0 keeps the condition out of the inner query, whose order stays: PostgreSQL would sometimes rather sort all matches.
  const walk = (before: string) =>
    `SELECT i.id FROM (SELECT i.* FROM ${all}${before} ORDER BY i.id DESC OFFSET 0) AS i WHERE ${matches}`
  const [newest] = await db.query<{ seen: number; matching: number }>(probe, values)
  if (newest && newest.seen === probed && newest.matching * 4 >= newest.seen) {
    const some = `(SELECT i.* FROM ${all} ORDER BY i.id DESC LIMIT ${walkedMax}) AS i`
    const frequent = {
      count: `SELECT count(*) FROM (SELECT FROM ${some} WHERE ${matches} LIMIT ${countMax}) AS m`,
      items: { sources: [{ ids: walk, when: `count = ${countMax}` }] },
    }
    const found = await readPage<Row>(db, { ...frequent, row, values }, request)
    if (found.count === countMax) return found
  }
  const found = '(SELECT count(*) FROM matches)'
  const few = {
    with: [
      `matches AS MATERIALIZED (${indexed.map((kind) => `(SELECT i.id FROM ${kind} LIMIT ${countMax + 1})`).join(' UNION ')})`,
    ],
    count: `SELECT least(count(*), ${countMax}) FROM matches`,
    items: {
      sources: [
        { ids: idsOf('matches i WHERE true'), when: `${found} <= ${countMax}` },
        { ids: walk, when: `${found} > ${countMax}` },
      ],
    },
  }
  return readPage(db, { ...few, row, values }, request)
}

/**
 * Merges selections with an `id`, newest first, as it follows FROM. Each has its own order, which its index gives; a plain union would
 * be sorted as a whole.
 */
export function inOrder(selections: readonly string[]): string {
  return `(${selections.map((one) => `(${one} ORDER BY i.id DESC)`).join(' UNION ALL ')}) AS i WHERE true`
}

/** The count of a list that no kept counter covers: exact up to 10,000. @param items `also` as in {@link ListSql} */
export function cappedList(items: string, also = ''): Pick<ListSql, 'count' | 'items'> {
  return {
    count: `SELECT count(*) FROM (SELECT FROM ${items} LIMIT ${countMax}) AS m`,
    items: { sources: [{ ids: idsOf(items, also), when: 'true' }] },
  }
}
