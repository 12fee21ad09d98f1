import { type BatchState, batchState } from '../ledger/batch-state.js'
import { columns, joined } from './sql.js'

/** A lane, and the newest nonce it has used. */
export interface LaneRow {
  id: number
  newest: number
}

export const newestNonces = 'SELECT id, next_nonce - 1 AS newest FROM lanes'

/** What can change about a batch. */
export interface BatchRow {
  id: string
  lane_id: number
  nonce: number
  state: BatchState
  transaction_hash: Buffer
  block_hash: Buffer | null
}

const batch = 'SELECT b.id, b.lane_id, b.nonce, b.state, b.transaction_hash, b.block_hash'

// A lane's row is locked from when its nonce is claimed to COMMIT, so its batches become visible in the order of their nonces:
// what comes after the newest one seen is exactly what is new.
export const newBatches = `
${batch} FROM lanes l LEFT JOIN unnest($1::int[], $2::bigint[]) AS seen(lane_id, newest) ON seen.lane_id = l.id
  JOIN batches b ON b.lane_id = l.id AND b.nonce > coalesce(seen.newest, -1)
 ORDER BY b.nonce LIMIT $3`

export const batchesById = `${batch} FROM batches b WHERE b.id = ANY($1::uuid[])`

/** Batches that are not final yet and hold some of an account's newest $2 stamps. */
export const openBatches = `
${batch} FROM batches b
 WHERE b.state < ${batchState.final}
   AND b.id IN (SELECT batch_id FROM (SELECT batch_id FROM stamps WHERE account_id = $1 ORDER BY id DESC LIMIT $2) AS own)`

/** The stamps of some accounts in some batches, at most $3 of each account in each batch, and how many there are. */
export const stampsOf = `
SELECT * FROM (
  ${columns}, row_number() OVER (PARTITION BY s.account_id, s.batch_id ORDER BY s.leaf_index DESC)::int AS place
  ${joined} WHERE s.batch_id = ANY($1::uuid[]) AND s.account_id = ANY($2::uuid[])) AS found
 WHERE place <= $3 ORDER BY id`

/** An account's newest stamps with where they stand, newest first. */
export const newestStamps = `${columns}${joined} WHERE s.account_id = $1 ORDER BY s.id DESC LIMIT $2`

export const clock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms'
