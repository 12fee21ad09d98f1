import type { Queryable } from '../../base/database/db.js'
import type { StampRow } from '../sql.js'
import * as sql from './sql.js'

/** Tags, notes and runs of an account's own stamps, by ID. */
export type Labels = ReadonlyMap<string, sql.LabelsRow>

/**
 * Reads what an account keeps about its own stamps among these.
 *
 * @param run the ID of the run that is shown if a stamp is in several; by default the newest
 */
export async function readLabels(
  db: Queryable,
  accountId: string,
  rows: readonly StampRow[],
  run?: string,
): Promise<Labels> {
  const own = rows.filter((row) => row.account_id === accountId && row.file === undefined)
  if (own.length === 0) return new Map()
  const ids = own.map(({ id }) => id)
  const found = await db.query<sql.LabelsRow>(sql.labelsOfStamps, [accountId, ids, run ?? null])
  return new Map(found.map((one) => [one.id, one]))
}

/** Returns the members that a stamp has for its owner alone; none for others. */
export function presentLabels(row: StampRow, labels: Labels) {
  const own = labels.get(row.id)
  if (own === undefined) return {}
  const { tags, note, run } = own
  return { blockTime: row.block_time?.toISOString() ?? null, tags, note, run, endUser: row.end_user }
}
