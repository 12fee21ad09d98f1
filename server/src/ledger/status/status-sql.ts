import { type BatchState, batchState } from '../batch-state.js'

/** A signing address and its nonces of the last day. */
export interface SpenderRow {
  address: Buffer
  next_nonce: number
  /** Its nonce a day ago; null when it signed nothing since. */
  nonce_then: number | null
}

// Nonces have no gaps, so the difference of two is a count: one look into the primary key per lane, however busy it is. $1 is the smallest id (UUIDv7) a batch of the last day can have.
export const spenders = `
SELECT l.address, l.next_nonce,
       CASE WHEN (SELECT b.id FROM batches b WHERE b.lane_id = l.id AND b.nonce = l.next_nonce - 1) > $1 THEN
         (SELECT b.nonce FROM batches b WHERE b.id > $1 AND b.lane_id = l.id AND b.purpose <> 'fill' ORDER BY b.id LIMIT 1) END AS nonce_then
  FROM lanes l ORDER BY l.id`

/** Batches waiting for a block. */
export interface WaitingRow {
  count: number
  oldest: Date | null
}

export const waitingBatches = `
SELECT count(*)::int AS count, min(created_at) AS oldest FROM batches WHERE state = ${batchState.submitted}`

/** One of the newest batches. */
export interface RecentBatchRow {
  id: string
  size: number
  purpose: 'anchor' | 'deploy'
  state: BatchState
  transaction_hash: Buffer
  block_number: number | null
  block_time: Date | null
  created_at: Date
}

export const recentBatches = `
SELECT b.id, b.size, b.purpose, b.state, b.transaction_hash, b.block_number, k.time AS block_time, b.created_at
  FROM batches b LEFT JOIN blocks k ON k.hash = b.block_hash
 WHERE b.purpose <> 'fill' ORDER BY b.id DESC LIMIT $1`

/** Our newest transactions in a block: the next ones will cost about the same. */
export const minedTransactions = `
SELECT transaction_hash FROM batches WHERE block_number IS NOT NULL AND purpose = 'anchor'
 ORDER BY block_number DESC LIMIT $1`
