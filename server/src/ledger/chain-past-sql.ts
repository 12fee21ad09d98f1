import { batchState } from './batch-state.js'

const { confirmed, final } = batchState

export const newestHeaders = 'SELECT number, header FROM blocks ORDER BY number DESC LIMIT $1'

/** Each lane's next nonce as of the newest recorded block. */
export const usedNonces = `
SELECT l.address, b.nonce + 1 AS nonce
  FROM lanes l, LATERAL (SELECT nonce FROM batches WHERE lane_id = l.id AND state IN (${confirmed}, ${final})
                          ORDER BY nonce DESC LIMIT 1) b`

/** The transaction that created the contract is among the first of its lane. */
export const createdContract = `
SELECT n.contract, t.raw
  FROM network n, batches b JOIN transactions t ON t.hash = b.transaction_hash
 WHERE b.purpose = 'deploy' AND b.block_number IS NOT NULL ORDER BY b.lane_id, b.nonce LIMIT 1`

/** A root with the lane that anchored it, and its block's number and Unix seconds. */
export interface AnchoredRoot {
  address: Buffer
  root: Buffer
  block_number: number
  time: number
}

export const newestRoots = `
SELECT l.address, b.root, b.block_number, extract(epoch FROM k.time)::bigint AS time
  FROM (SELECT lane_id, root, block_hash, block_number FROM batches
         WHERE block_number IS NOT NULL AND purpose = 'anchor' ORDER BY block_number DESC LIMIT $1) b
  JOIN lanes l ON l.id = b.lane_id JOIN blocks k ON k.hash = b.block_hash`

/** A block recorded as a batch's, or for the embedded chain any; those of branches that were left have no batch. */
export const blockByNumber = `
SELECT k.hash, k.time, b.state FROM blocks k
  LEFT JOIN batches b ON b.block_number = $1 AND b.block_hash = k.hash
 WHERE k.number = $1 AND (b.state IS NOT NULL OR $2) ORDER BY b.state DESC NULLS LAST LIMIT 1`
