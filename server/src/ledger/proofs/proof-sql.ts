import type { EvidenceColumns } from '../../chain/evidence.js'
import type { BatchState } from '../batch-state.js'

/** A batch's anchor, for proofs. */
export interface AnchorRow extends EvidenceColumns {
  state: BatchState
  raw: Buffer
  transaction_hash: Buffer
  address: Buffer
  header: Buffer | null
  block_hash: Buffer | null
  block_number: number | null
  block_time: Date | null
}

const anchorColumns = `b.state, t.raw, b.transaction_hash, l.address, b.transaction_index, b.trie_proof,
       b.state_proof, k.header, k.hash AS block_hash, k.number AS block_number, k.time AS block_time`

const anchorJoins = `
  JOIN transactions t ON t.hash = b.transaction_hash
  JOIN lanes l ON l.id = b.lane_id
  LEFT JOIN blocks k ON k.hash = b.block_hash`

/** A batch and its anchor, with one of its runs of 256 leaves, for proofs. */
export interface ProofRow extends AnchorRow {
  id: string
  size: number
  root: Buffer
  /** Number of the run, from 0. */
  run: number
  leaves: Buffer
  /** Roots of all runs. */
  tiles: Buffer
}

export const runsOfBatches = `
SELECT b.id, b.size, b.root, asked.run, substring(b.leaves FROM asked.run * 8192 + 1 FOR 8192) AS leaves, b.tiles, ${anchorColumns}
  FROM unnest($1::uuid[], $2::int[]) AS asked(batch_id, run) JOIN batches b ON b.id = asked.batch_id ${anchorJoins}`

/** The same with all leaves, for the proofs of many entries. */
export interface WholeProofRow extends AnchorRow {
  id: string
  root: Buffer
  leaves: Buffer
}

export const wholeBatches = `
SELECT b.id, b.root, b.leaves, ${anchorColumns} FROM batches b ${anchorJoins} WHERE b.id = ANY($1::uuid[])`
