import type { Database } from '../base/db.js'
import * as sql from './sql.js'

/** How often the search index takes in what came. */
export const mergeIntervalMs = 10_000

/** Merges the stamps that came since the last time into the search index, so that no insert has to stop and do it. */
export async function mergeSearchIndex(database: Database): Promise<void> {
  await database.query(sql.mergeSearch)
}
