import type { Database } from '../../base/database/db.js'
import * as sql from '../sql.js'

/** Milliseconds between two merges of new stamps into the search index. */
export const mergeIntervalMs = 10_000

/** Merges new stamps into the search index, so that no insert must stop to do it. */
export async function mergeSearchIndex(database: Database): Promise<void> {
  await database.query(sql.mergeSearch)
}
