import type { Database } from '../base/database/db.js'
import { inSlices } from '../base/database/slices.js'
import { firstUuid } from '../base/ids.js'
import { spendAll } from './codes/reserved.js'
import { eraseAll as eraseEndUsers } from './end-users/sql.js'

const atOnce = 2000

// Salt and details go with the row; the leaf, blinded by them, stays. The counters change in the same statement, so an audit never
// finds a mismatch. Their sums count, so all of it may go from one row, that of the newest day.
const eraseSome = `
WITH gone AS (
  DELETE FROM stamps
   WHERE account_id = $1 AND id = ANY (ARRAY(SELECT id FROM stamps WHERE account_id = $1 AND id >= $2 ORDER BY id LIMIT $3))
  RETURNING id, batch_id, leaf_index, is_private),
placed AS (INSERT INTO erased_stamps (batch_id, leaf_index) SELECT batch_id, leaf_index FROM gone),
newest AS (SELECT lane_id, day FROM stamp_counts WHERE account_id = $1 ORDER BY day DESC LIMIT 1),
counted AS (
  UPDATE stamp_counts k SET stamps = k.stamps - g.stamps, private = k.private - g.private, today = k.today - g.today
    FROM (SELECT newest.lane_id, count(*) AS stamps, count(*) FILTER (WHERE is_private) AS private,
                 count(*) FILTER (WHERE coalesce(b.day, day_of(gone.id)) = newest.day) AS today
            FROM newest, gone JOIN batches b ON b.id = gone.batch_id GROUP BY newest.lane_id) AS g
   WHERE k.account_id = $1 AND k.lane_id = g.lane_id)
SELECT count(*)::int AS rows, max(id::text) AS last FROM gone`

/**
 * Erase up to $3 rows that an account keeps about its stamps, of a table each, from the place $2 on; those that others refer to come last.
 * An index of the account has the places in order.
 */
export const eraseLabels = [
  { table: 'stamp_tags', place: 'stamp_id', first: firstUuid },
  { table: 'stamp_notes', place: 'stamp_id', first: firstUuid },
  { table: 'run_failures', place: 'run_id', first: firstUuid },
  { table: 'run_stamps', place: 'stamp_id', first: firstUuid },
  { table: 'tags', place: 'tag', first: '' },
  { table: 'runs', place: 'id', first: firstUuid },
].map(({ table, place, first }) => {
  const statement = `
WITH gone AS (
  DELETE FROM ${table}
   WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE account_id = $1 AND ${place} >= $2 ORDER BY ${place} LIMIT $3))
  RETURNING ${place} AS place)
SELECT count(*)::int AS rows, max(place::text) AS last FROM gone`
  return { statement, first }
})

/** Erases all stamps of an account and what it keeps about them, in small statements. Proofs kept elsewhere stay valid. */
export async function eraseStamps(database: Database, accountId: string): Promise<true> {
  // Before the stamps, so that an audit never counts fewer than it says.
  await database.execute('DELETE FROM stamp_days WHERE account_id = $1', [accountId])
  await database.execute('DELETE FROM export_links WHERE account_id = $1', [accountId])
  for (const { statement, first } of eraseLabels) await inSlices(database, statement, [accountId], first, atOnce)
  await inSlices(database, eraseSome, [accountId], firstUuid, atOnce)
  await database.execute('DELETE FROM stamp_counts WHERE account_id = $1', [accountId])
  await database.execute(eraseEndUsers, [accountId])
  await spendAll(database, accountId)
  return true
}

/** Leaf indexes of a batch whose stamps were erased. */
export const erasedInBatch = 'SELECT leaf_index FROM erased_stamps WHERE batch_id = $1'
