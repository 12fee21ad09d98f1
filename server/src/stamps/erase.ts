import type { Database } from '../base/database/db.js'
import { spendAll } from './codes/reserved.js'
import { eraseAll as eraseEndUsers } from './end-users/sql.js'

const atOnce = 2000

// Salt and details go with the row; the leaf, blinded by them, stays. The counters change in the same statement, so an audit never
// finds a mismatch. Their sums count, so all of it may go from one row, that of the newest day.
const eraseSome = `
WITH gone AS (
  DELETE FROM stamps WHERE account_id = $1 AND id = ANY (ARRAY(SELECT id FROM stamps WHERE account_id = $1 LIMIT $2))
  RETURNING id, batch_id, leaf_index, is_private),
placed AS (INSERT INTO erased_stamps (batch_id, leaf_index) SELECT batch_id, leaf_index FROM gone),
newest AS (SELECT lane_id, day FROM stamp_counts WHERE account_id = $1 ORDER BY day DESC LIMIT 1),
counted AS (
  UPDATE stamp_counts k SET stamps = k.stamps - g.stamps, private = k.private - g.private, today = k.today - g.today
    FROM (SELECT newest.lane_id, count(*) AS stamps, count(*) FILTER (WHERE is_private) AS private,
                 count(*) FILTER (WHERE coalesce(b.day, day_of(gone.id)) = newest.day) AS today
            FROM newest, gone JOIN batches b ON b.id = gone.batch_id GROUP BY newest.lane_id) AS g
   WHERE k.account_id = $1 AND k.lane_id = g.lane_id)
SELECT count(*)::int AS erased FROM gone`

/** Erases up to $2 rows that an account keeps about its stamps, of a table each; those that others refer to come last. */
export const eraseLabels = [
  'export_links',
  'stamp_tags',
  'stamp_notes',
  'run_failures',
  'run_stamps',
  'tags',
  'runs',
].map(
  (table) => `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE account_id = $1 LIMIT $2))`,
)

/** Erases all stamps of an account and what it keeps about them, in small statements. Proofs kept elsewhere stay valid. */
export async function eraseStamps(database: Database, accountId: string): Promise<true> {
  // Before the stamps, so that an audit never counts fewer than it says.
  await database.execute('DELETE FROM stamp_days WHERE account_id = $1', [accountId])
  for (const some of eraseLabels) while ((await database.execute(some, [accountId, atOnce])) === atOnce);
  for (;;) {
    const [row] = await database.query<{ erased: number }>(eraseSome, [accountId, atOnce])
    if ((row?.erased ?? 0) < atOnce) break
  }
  await database.execute('DELETE FROM stamp_counts WHERE account_id = $1', [accountId])
  await database.execute(eraseEndUsers, [accountId])
  await spendAll(database, accountId)
  return true
}

/** Leaf indexes of a batch whose stamps were erased. */
export const erasedInBatch = 'SELECT leaf_index FROM erased_stamps WHERE batch_id = $1'
