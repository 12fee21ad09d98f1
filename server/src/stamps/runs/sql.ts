import { batchState } from '../../ledger/batch-state.js'
import { batchesIn } from '../lookup/filter-sql.js'

// Runs: documents that an account stamped in one go. Parameter $1 is the account.

export interface RunRow {
  id: string
  name: string
  is_private: boolean
  /** Stamps in it. */
  stamped: number
  /** Documents without a stamp. */
  failed: number
}

/** A document of a run that has no stamp. */
export interface Failure {
  name: string
  folder: string
  /** In the words of the program that tried. */
  reason: string
}

const columns = 'SELECT r.id, r.name, r.is_private, r.stamped, r.failed FROM runs r WHERE r.account_id = $1'

export const runsOf = 'runs i WHERE i.account_id = $1'

export const shownRun = `${columns} AND r.id = shown.id`

export const ownRun = `${columns} AND r.id = $2`

export const lockRun = `${columns} AND r.id = $2 FOR UPDATE`

export const lockRuns = 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE'

export const countRuns = 'SELECT count(*)::int AS runs FROM runs WHERE account_id = $1'

export const insertRun = 'INSERT INTO runs (account_id, id, name, is_private) VALUES ($1, $2, $3, $4)'

export const renameRun = 'UPDATE runs SET name = $3 WHERE account_id = $1 AND id = $2'

/** Stamps of the account among these IDs. */
export const ownIds = `
SELECT s.id FROM unnest($2::uuid[]) AS a(id), LATERAL (SELECT id FROM stamps WHERE account_id = $1 AND id = a.id LIMIT 1) AS s`

export const addStamps = `
INSERT INTO run_stamps (account_id, run_id, stamp_id, folder)
SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[]) ON CONFLICT DO NOTHING`

export const clearFailures = 'DELETE FROM run_failures WHERE account_id = $1 AND run_id = $2'

export const addFailures = `
INSERT INTO run_failures (account_id, run_id, folder, name, reason)
SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`

/**
 * Adds to the counts of a run; $4 replaces the count of failures unless it is null. Its receipt, if its owner wants one, comes once nothing
 * was added for five minutes.
 */
export const countInRun = `
UPDATE runs SET stamped = stamped + $3, failed = coalesce($4::integer, failed),
       receipt_at = CASE WHEN NOT has_receipt AND stamped + $3 + coalesce($4::integer, failed) > 0
                          AND (SELECT a.receipts FROM accounts a WHERE a.id = $1) THEN now() + interval '5 minutes' END
 WHERE account_id = $1 AND id = $2`

export const failuresOf = `
SELECT name, folder, reason FROM run_failures WHERE account_id = $1 AND run_id = $2
 ORDER BY folder COLLATE natural_order, name COLLATE natural_order`

/** How many stamps of these runs are in no block. Begins with the batches, because few are in none. */
export const unconfirmedIn = `
SELECT m.run_id AS id, count(*)::int AS stamps
  FROM (${batchesIn([batchState.submitted, batchState.failed])}) AS b,
       LATERAL (SELECT id FROM stamps WHERE batch_id = b.id AND account_id = $1 OFFSET 0) AS s,
       LATERAL (SELECT run_id FROM run_stamps WHERE account_id = $1 AND stamp_id = s.id AND run_id = ANY($2::uuid[]) OFFSET 0) AS m
 GROUP BY m.run_id`
