import { batchState } from '../../ledger/batch-state.js'
import { batchesIn } from '../lookup/filter-sql.js'

/** A run that was due to be looked at. */
export interface DueRun {
  account_id: string
  id: string
  name: string
  stamped: number
  failed: number
  /** Whether some of its stamps can still change. */
  is_open: boolean
}

/**
 * Whether a stamp of run `d` is in a batch of these states. Begins with the run and ends at the first one: while stamps wait, that is soon,
 * and each stamp of a run that is final is looked up once.
 */
const hasIn = (states: readonly (0 | 1 | 2 | 3)[]) => `EXISTS (
  SELECT FROM run_stamps m, LATERAL (SELECT batch_id FROM stamps WHERE account_id = d.account_id AND id = m.stamp_id LIMIT 1) s
   WHERE m.account_id = d.account_id AND m.run_id = d.id AND s.batch_id IN (${batchesIn(states)}))`

/**
 * Looks at the runs that are due by $1, $2 at most: one whose stamps can still change is due again two minutes later, the others have had
 * their look. A time far ahead was written by a clock that was wrong, and is due as well.
 */
export const lookAtDue = `
WITH due AS (
  SELECT account_id, id FROM runs WHERE receipt_at <= $1 OR receipt_at > $1::timestamptz + interval '1 hour'
   ORDER BY receipt_at LIMIT $2 FOR UPDATE SKIP LOCKED
), looked AS (
  SELECT d.account_id, d.id, ${hasIn([batchState.submitted, batchState.confirmed])} AS is_open FROM due d
)
UPDATE runs r SET has_receipt = NOT l.is_open,
       receipt_at = CASE WHEN l.is_open THEN $1::timestamptz + interval '2 minutes' END
  FROM looked l WHERE r.account_id = l.account_id AND r.id = l.id
RETURNING r.account_id, r.id, r.name, r.stamped, r.failed, l.is_open`

/** How many stamps of a run failed after they were added. Begins with the batches, because few fail. */
export const failedStampsIn = `
SELECT count(*)::int AS stamps
  FROM (${batchesIn([batchState.failed])}) AS b,
       LATERAL (SELECT id FROM stamps WHERE batch_id = b.id AND account_id = $1 OFFSET 0) AS s,
       LATERAL (SELECT FROM run_stamps WHERE account_id = $1 AND stamp_id = s.id AND run_id = $2 OFFSET 0) AS m`
