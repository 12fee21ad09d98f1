import { type BatchState, batchState, pooledMax } from '../../ledger/batch-state.js'
import { columns, joined } from '../sql.js'

/** A lane and its newest nonce. */
export interface LaneRow {
  id: number
  newest: number
}

export const newestNonces = 'SELECT id, next_nonce - 1 AS newest FROM lanes'

/** The parts of a batch that change. */
export interface BatchRow {
  id: string
  lane_id: number
  nonce: number
  state: BatchState
  transaction_hash: Buffer
  block_hash: Buffer | null
}

const batch = 'SELECT b.id, b.lane_id, b.nonce, b.state, b.transaction_hash, b.block_hash'

// A lane's row is locked from the claim of a nonce to COMMIT, so its batches become visible in nonce order: the new ones are
// exactly those after the newest seen. LATERAL with LIMIT starts there in the index; a join was planned as a scan of all batches.
export const newBatches = `
${batch} FROM lanes l LEFT JOIN unnest($1::int[], $2::bigint[]) AS seen(lane_id, newest) ON seen.lane_id = l.id
 CROSS JOIN LATERAL (
   SELECT * FROM batches WHERE lane_id = l.id AND nonce > coalesce(seen.newest, -1) ORDER BY nonce LIMIT $3) b
 ORDER BY b.nonce LIMIT $3`

export const batchesById = `${batch} FROM batches b WHERE b.id = ANY($1::uuid[])`

/** Batches below final with any of an account's newest $2 stamps. */
export const openBatches = `
${batch} FROM batches b
 WHERE b.state < ${batchState.final}
   AND b.id = ANY (ARRAY(SELECT batch_id FROM stamps WHERE account_id = $1 ORDER BY id DESC LIMIT $2))`

/**
 * The stamps of accounts $2 in batches $1, at most the last $3 for each account and batch. Of a bulk, the first stamp says whose all
 * are, and only the last ones are read.
 */
export const stampsOf = `
SELECT * FROM (
  ${columns}, row_number() OVER (PARTITION BY s.account_id, s.batch_id ORDER BY s.leaf_index DESC)::int AS number
  ${joined}
   WHERE s.batch_id = ANY(ARRAY(SELECT id FROM batches WHERE id = ANY($1::uuid[]) AND size <= ${pooledMax}))
     AND s.account_id = ANY($2::uuid[])
  UNION ALL
  SELECT last.*, 1 FROM batches bulk,
         LATERAL (SELECT account_id FROM stamps WHERE batch_id = bulk.id ORDER BY leaf_index LIMIT 1) AS owner,
         LATERAL (${columns}${joined} WHERE s.batch_id = bulk.id ORDER BY s.leaf_index DESC LIMIT $3) AS last
   WHERE bulk.id = ANY($1::uuid[]) AND bulk.size > ${pooledMax} AND owner.account_id = ANY($2::uuid[])) AS found
 WHERE number <= $3 ORDER BY id`

/** An account's newest stamps, newest first. */
export const newestStamps = `${columns}${joined} WHERE s.account_id = $1 ORDER BY s.id DESC LIMIT $2`

export const clock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms'
