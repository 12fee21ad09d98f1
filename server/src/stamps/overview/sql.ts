import { batchState } from '../../ledger/batch-state.js'

// Statements of the overview of an account's stamps. Parameter $1 is the account.

const { submitted, confirmed, failed } = batchState

/** Days of the overview, the present one included. */
const daysShown = 30

/** Stamps of a UTC day. */
export interface DayRow {
  /** `2026-11-26`. */
  date: string
  stamps: number
}

/** Days that have ended are kept, and counters know the ones they are on: see 0046_stamp_days.sql. */
const kept = `
SELECT day, stamps FROM stamp_days WHERE account_id = $1 AND day > day_now() - ${daysShown}
UNION ALL SELECT day, today FROM stamp_counts WHERE account_id = $1 AND day > day_now() - ${daysShown}`

export const stampsByDay = `
SELECT to_char(DATE '1970-01-01' + d.day, 'YYYY-MM-DD') AS date, coalesce(k.stamps, 0)::bigint AS stamps
  FROM generate_series(day_now() - ${daysShown - 1}, day_now()) AS d(day)
  LEFT JOIN (SELECT day, sum(stamps) AS stamps FROM (${kept}) AS one GROUP BY day) AS k USING (day)
 ORDER BY d.day`

/** The account's stamps in batches of a state. */
export interface UnsettledRow {
  state: number
  stamps: number
  /** When the oldest of these batches was made. */
  since: Date
}

const batches = [submitted, confirmed, failed]
  .map((state) => `SELECT id, state, created_at FROM batches WHERE state = ${state}`)
  .join(' UNION ALL ')

/** Begins with the batches, because few are unsettled. */
export const unsettled = `
SELECT b.state, sum(s.stamps)::bigint AS stamps, min(b.created_at) AS since
  FROM (${batches}) AS b,
       LATERAL (SELECT count(*) AS stamps FROM stamps i WHERE i.batch_id = b.id AND i.account_id = $1) AS s
 WHERE s.stamps > 0 GROUP BY b.state`
