import type { Queryable } from './db.js'

/**
 * Repeats a statement that changes the first rows of an index, until fewer rows than asked for were left. Each time begins where the one
 * before ended: entries of changed rows stay in the index until PostgreSQL removes them, and whoever began at the first would pass all of them
 * again.
 *
 * @param statement takes `values`, then the place to begin at, and the number of rows at most; returns `rows`, how many it changed, and
 *   `last`, the place of the last of them
 * @param first before all places
 */
export async function inSlices(
  db: Queryable,
  statement: string,
  values: readonly unknown[],
  first: string,
  atOnce: number,
): Promise<void> {
  for (let place = first; ; ) {
    const [row] = await db.query<{ rows: number; last: string | null }>(statement, [...values, place, atOnce])
    if (!row?.last || row.rows < atOnce) return
    place = row.last
  }
}
