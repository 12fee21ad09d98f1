import type { Queryable } from '../../base/database/db.js'
import { batchState } from '../../ledger/batch-state.js'
import * as sql from './sql.js'

/**
 * Summarizes an account's stamps: those of the last thirty UTC days, the present one last, and those not final, with the time of the
 * oldest in each state. Costs the same however many stamps there are.
 */
export async function stampOverview(db: Queryable, accountId: string) {
  const [days, rows] = await Promise.all([
    db.query<sql.DayRow>(sql.stampsByDay, [accountId]),
    db.query<sql.UnsettledRow>(sql.unsettled, [accountId]),
  ])
  const of = (wanted: number) => {
    const row = rows.find(({ state }) => state === wanted)
    return { stamps: row?.stamps ?? 0, since: row?.since.toISOString() ?? null }
  }
  const { submitted, confirmed, failed } = batchState
  return { days, submitted: of(submitted), confirmed: of(confirmed), failed: of(failed) }
}
