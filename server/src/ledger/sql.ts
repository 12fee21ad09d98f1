import { isServerError, type Statement, violatedConstraint } from '../base/database/db.js'
import { ageMs, isLapsed } from '../base/database/leases.js'
import type { EvidenceColumns } from '../chain/evidence.js'
import type { SignedTransaction } from '../chain/sign.js'
import { type BatchState, batchState } from './batch-state.js'
import type { Seal } from './seal.js'

const { submitted, confirmed, final, failed } = batchState

/** A taken lane with its fencing token and next nonce. */
export interface HeldLane {
  id: number
  fencing_token: number
  next_nonce: number
}

export const ensureLane = `
INSERT INTO lanes (address, next_nonce) VALUES ($1, $2) ON CONFLICT (address) DO NOTHING`

export const laneByAddress = 'SELECT id, fencing_token FROM lanes WHERE address = $1'

export const tryLaneLock = 'SELECT pg_try_advisory_lock($1, $2) AS free'

export const takeLane = `
UPDATE lanes SET fencing_token = fencing_token + 1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
 WHERE address = $1 AND fencing_token = $3 AND ($4 OR ${isLapsed('lease_until', '$2')})
RETURNING id, fencing_token, next_nonce`

export const renewLane = `
UPDATE lanes SET lease_until = clock_timestamp() + $3 * interval '1 millisecond' WHERE id = $1 AND fencing_token = $2`

export const giveUpLane = `
UPDATE lanes SET lease_until = '-infinity' WHERE id = $1 AND fencing_token = $2`

export const claimNonce = 'SELECT claim_nonce($1, $2, $3)'

const insertBatch = `
WITH batch AS (
  INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, transaction_hash)
  SELECT $4, $1, $3, $5, $6, $7, $8, $9, $10 FROM claim_nonce($1, $2, $3)
  RETURNING id)
INSERT INTO transactions (hash, batch_id, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas)
SELECT $10, id, $3, $11, $12, $13 FROM batch`

const insertTransaction = `
INSERT INTO transactions (hash, batch_id, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas) VALUES ($1, $2, $3, $4, $5, $6)`

/** Returns the statement that claims a nonce (I2) and records its batch with the first transaction. */
export function batchRow(
  claim: { laneId: number; token: number; nonce: number },
  id: string,
  purpose: 'anchor' | 'deploy',
  seal: Seal,
  signed: SignedTransaction,
): Statement {
  const { root, size, leaves, tiles } = seal
  const { hash, raw, maxFeePerGas, maxPriorityFeePerGas } = signed
  return {
    text: insertBatch,
    values: [
      ...[claim.laneId, claim.token, claim.nonce],
      ...[id, purpose, root, size, leaves, tiles, hash, raw, maxFeePerGas, maxPriorityFeePerGas],
    ],
  }
}

/** Returns the statement that records a version of a batch's transaction. */
export function transactionRow(batchId: string, signed: SignedTransaction): Statement {
  return {
    text: insertTransaction,
    values: [signed.hash, batchId, signed.nonce, signed.raw, signed.maxFeePerGas, signed.maxPriorityFeePerGas],
  }
}

/** Locks the batch where it was seen, so a decision about it holds until COMMIT. Lanes count their nonces apart: both name the place. */
export const lockSubmitted = `
SELECT root, leaves FROM batches
 WHERE id = $1 AND lane_id = $2 AND nonce = $3 AND state = ${submitted} AND purpose = 'anchor' FOR UPDATE`

/** True when a commit failed because another one recorded the same first. Nothing was committed: try again. */
export function isLostRace(error: unknown): boolean {
  if (isServerError(error) && error.code === 'TS004') return true
  const constraint = violatedConstraint(error)
  return constraint !== null && !constraint.startsWith('batches') && !constraint.startsWith('transactions')
}

/** True when a commit failed because another process has taken the lane. */
export function isLaneTaken(error: unknown): boolean {
  return isServerError(error) && error.code === 'TS001'
}

/** A lane with something to send, perhaps. */
export interface OpenLane {
  id: number
  address: Buffer
  /** Every nonce below has a transaction, or needs one. */
  next_nonce: number
  /** Whether it has submitted batches. */
  is_waiting: boolean
}

/**
 * Lanes with submitted batches, and those whose newest nonce was used, but by no batch of theirs in a block: it has moved to another
 * nonce, perhaps to another lane, and a reorg may lose what made that necessary. With $1 the others too.
 */
export const openLanes = `
SELECT id, address, next_nonce, is_waiting FROM (
  SELECT id, address, next_nonce, next_nonce - 1 AS newest,
         EXISTS (SELECT FROM batches b WHERE b.lane_id = l.id AND b.state = ${submitted}) AS is_waiting FROM lanes l) AS found
 WHERE $1 OR is_waiting OR (
   NOT EXISTS (SELECT FROM batches b WHERE b.lane_id = found.id AND b.nonce = newest AND b.block_number IS NOT NULL)
   AND EXISTS (SELECT FROM transactions t WHERE t.nonce = newest))
 ORDER BY id`

/** A submitted batch with the newest version of its transaction. */
export interface SubmittedBatch {
  id: string
  lane_id: number
  nonce: number
  purpose: 'anchor' | 'deploy'
  root: Buffer
  hash: Buffer
  raw: Buffer
  max_fee_per_gas: number
  max_priority_fee_per_gas: number
  /** Since it was signed, replaced or reopened: after a reorg the time until a fee is raised starts again. */
  age_ms: number
}

export const submittedBatches = `
SELECT b.id, b.lane_id, b.nonce, b.purpose, b.root, t.hash, t.raw, t.max_fee_per_gas, t.max_priority_fee_per_gas,
       ${ageMs('b.updated_at')} AS age_ms
  FROM batches b JOIN transactions t ON t.hash = b.transaction_hash
 WHERE b.state = ${submitted} AND b.lane_id = $1 ORDER BY b.nonce LIMIT $2`

export const unsentBatches = `
SELECT b.id, b.nonce, b.purpose, b.root, t.hash, t.raw, t.max_fee_per_gas, t.max_priority_fee_per_gas,
       ${ageMs('b.updated_at')} AS age_ms
  FROM batches b JOIN transactions t ON t.hash = b.transaction_hash
 WHERE b.state = ${submitted} AND b.lane_id = $1 AND b.nonce >= $3 ORDER BY b.nonce LIMIT $2`

export const transactionVersions = 'SELECT batch_id, hash, raw FROM transactions WHERE batch_id = ANY($1::uuid[])'

/** Transactions signed for a nonce of a lane that no submitted batch has: it may have moved, or be in a block that is lost. */
export interface StoredTransaction {
  batch_id: string
  nonce: number
  hash: Buffer
  raw: Buffer
  max_fee_per_gas: number
  max_priority_fee_per_gas: number
  age_ms: number
  /** Whether its batch still has this nonce, so the lane's key signed it. */
  is_own: boolean
}

export const storedTransactions = `
SELECT t.batch_id, t.nonce, t.hash, t.raw, t.max_fee_per_gas, t.max_priority_fee_per_gas,
       ${ageMs('t.created_at')} AS age_ms,
       b.lane_id = $1 AND b.nonce = t.nonce AS is_own
  FROM transactions t JOIN batches b ON b.id = t.batch_id
 WHERE t.nonce = ANY($2::bigint[]) ORDER BY t.created_at`

/** The highest fees that a version of a batch's transaction, for a nonce, has offered. */
export const highestOffer = `
SELECT max(max_fee_per_gas) AS "maxFeePerGas", max(max_priority_fee_per_gas) AS "maxPriorityFeePerGas"
  FROM transactions WHERE batch_id = $1 AND nonce = $2 HAVING count(*) > 0`

/** Nonces of a lane's submitted batches, for its report. */
export const submittedNonces = `
SELECT nonce FROM batches WHERE state = ${submitted} AND lane_id = $1 AND nonce >= $2 ORDER BY nonce LIMIT $3`

export const submittedIn = `SELECT count(*)::int AS count FROM batches WHERE state = ${submitted} AND lane_id = $1`

/** I2: a nonce below the lane's next one that has no batch, and that nothing was ever signed for by this lane. */
export const insertFill = `
WITH batch AS (
  INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, state, transaction_hash)
  SELECT $1, l.id, $3, 'fill', $4, 0, '', '', ${final}, $5 FROM lanes l WHERE l.id = $2 AND l.next_nonce > $3
  ON CONFLICT (lane_id, nonce) DO NOTHING
  RETURNING id)
INSERT INTO transactions (hash, batch_id, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas)
SELECT $5, id, $3, $6, $7, $8 FROM batch`

/** The nonce after the newest one, below $2, that a verified block has shown as used. */
export const shownNonce = `
SELECT nonce + 1 AS nonce FROM batches WHERE lane_id = $1 AND nonce < $2 AND block_number IS NOT NULL ORDER BY nonce DESC LIMIT 1`

/** The block of the newest batch below a nonce: the nonce was used there or later. */
export const blockBelow = `
SELECT block_number AS number FROM batches WHERE lane_id = $1 AND nonce < $2 AND block_number IS NOT NULL ORDER BY nonce DESC LIMIT 1`

/** A transaction of ours in a block. */
export const transactionIn = `
SELECT b.id AS batch_id, t.hash, t.raw FROM batches b JOIN transactions t ON t.hash = b.transaction_hash
 WHERE b.block_number = $1 AND b.block_hash = $2 LIMIT 1`

/** Blocks with batches that are not final. */
export const confirmedBlocks = `
SELECT block_number AS number, block_hash AS hash FROM batches WHERE state = ${confirmed} AND block_number <= $1
 GROUP BY block_number, block_hash ORDER BY block_number LIMIT 1000`

export const oldestConfirmed = `SELECT min(block_number) AS number FROM batches WHERE state = ${confirmed}`

/** Events of batches: a webhook event follows from each. */
export type BatchEventKind = 'final' | 'failed' | 'reorged'

/**
 * Returns a statement that changes batches and writes their events: neither exists without the other. Only batches with entries
 * have events, and only while there are listeners.
 *
 * @param change returns purpose, and transaction_hash as the event names it
 */
function withEvents(kind: BatchEventKind, change: string, before = ''): string {
  return `
WITH ${before}changed AS (${change}),
events AS (
  INSERT INTO batch_events (batch_id, kind, transaction_hash)
  SELECT c.id, '${kind}', c.transaction_hash FROM changed c
   WHERE c.purpose = 'anchor' AND c.is_news AND (SELECT has_listeners()))
SELECT count(*)::int AS count FROM changed`
}

/** A block is recorded with the batches in it. */
const recordBlock = `block AS (
  INSERT INTO blocks (hash, number, time, header) VALUES ($1, $2, to_timestamp($3), $4) ON CONFLICT (hash) DO NOTHING), `

/** Compare-and-swap from submitted: leaves a batch alone that changed meanwhile. */
const putInBlock = (state: BatchState) => `
  UPDATE batches b SET state = ${state}, block_hash = $1, block_number = $2, transaction_hash = c.hash,
         transaction_index = c.position, trie_proof = c.trie_proof, state_proof = c.state_proof, updated_at = now()
    FROM unnest($5::uuid[], $6::bytea[], $7::int[], $8::bytea[], $9::bytea[])
         AS c(id, hash, position, trie_proof, state_proof)
   WHERE b.id = c.id AND b.state = ${submitted}
  RETURNING b.id, b.purpose, b.transaction_hash, true AS is_news`

export const confirmBatches = `
WITH ${recordBlock}changed AS (${putInBlock(confirmed)})
SELECT count(*)::int AS count FROM changed`

/** The same where the block is final already. */
export const confirmAsFinal = withEvents('final', putInBlock(final), recordBlock)

/** At most $3, in the order in which others lock them. */
export const finalizeBatches = withEvents(
  'final',
  `UPDATE batches b SET state = ${final}, updated_at = now() FROM due WHERE b.id = due.id
   RETURNING b.id, b.purpose, b.transaction_hash, true AS is_news`,
  `due AS (
  SELECT id FROM batches WHERE state = ${confirmed} AND block_number <= $1 AND block_hash = ANY($2::bytea[])
   ORDER BY block_number, lane_id, nonce LIMIT $3 FOR UPDATE), `,
)

/** The batch is not in a block, and no attempt is left. */
export const failBatch = withEvents(
  'failed',
  `UPDATE batches SET state = ${failed}, updated_at = now()
    WHERE id = $1 AND lane_id = $2 AND nonce = $3 AND state = ${submitted}
   RETURNING id, purpose, transaction_hash, true AS is_news`,
)

/** One of our blocks, by its index from the newest. */
export const blockAtIndex = 'SELECT number, hash FROM blocks ORDER BY number DESC, hash LIMIT 1 OFFSET $1'

/** The newest of our blocks below one of them. */
export const blockBefore = `
SELECT number, hash FROM blocks WHERE number <= $1 AND (number < $1 OR hash > $2::bytea) ORDER BY number DESC, hash LIMIT 1`

/** Before their batches: in the same order everywhere. */
export const lockBlocks = 'SELECT hash FROM blocks WHERE hash = ANY($1::bytea[]) ORDER BY number, hash FOR UPDATE'

/** Returns the statement that submits batches in lost blocks again. It has events only for batches that were reported as final. */
const reopen = (lost: string) =>
  withEvents(
    'reorged',
    `UPDATE batches b SET state = ${submitted}, block_hash = NULL, block_number = NULL, transaction_index = NULL, trie_proof = NULL,
          state_proof = NULL, updated_at = now()
     FROM lost WHERE b.id = lost.id
   RETURNING b.id, b.purpose, b.transaction_hash, lost.state = ${final} AS is_news`,
    `lost AS (SELECT id, state FROM batches WHERE ${lost} ORDER BY lane_id, nonce FOR UPDATE), `,
  )

/** The same for those after block $1 with hash $2; a slow process may have recorded another one of its number. */
export const reopenBatches = reopen('block_number >= $1 AND (block_number > $1 OR block_hash <> $2::bytea)')

export const forgetBlocks = 'DELETE FROM blocks WHERE number >= $1 AND (number > $1 OR hash <> $2::bytea)'

/** The same for some blocks whose batches are not final. */
export const reopenIn = reopen(`block_hash = ANY($1::bytea[]) AND state = ${confirmed}`)

export const forgetStrays = 'DELETE FROM blocks WHERE hash = ANY($1::bytea[])'

/** Compare-and-swap: the replacement becomes the newest version only if the batch hasn't changed. */
export const replaceTransaction = `
UPDATE batches SET transaction_hash = $3, updated_at = now() WHERE id = $1 AND transaction_hash = $2 AND state = ${submitted}`

export const moveBatch = `
UPDATE batches SET lane_id = $2, nonce = $3, transaction_hash = $4, updated_at = now() WHERE id = $1 AND state = ${submitted}`

export const recordRevert = 'UPDATE transactions SET reverted_number = $2, reverted_hash = $3 WHERE hash = $1'

/** The blocks that reverted transactions of a batch, on the chain as it was then. */
export const revertsOf = `
SELECT reverted_number AS number, reverted_hash AS hash FROM transactions
 WHERE batch_id = $1 AND reverted_number IS NOT NULL ORDER BY reverted_number`

/** The network this database belongs to. */
export interface NetworkRow {
  deployment_id: string
  chain_id: number
  contract: Buffer
}

export const readNetwork = 'SELECT deployment_id, chain_id, contract FROM network'

export const insertNetwork = 'INSERT INTO network (deployment_id, chain_id, contract) VALUES ($1, $2, $3)'

/** When two processes start for the first time together, both read what the first one wrote. */
export const ensureNetwork = `${insertNetwork} ON CONFLICT DO NOTHING`

/** A batch as an audit reads it. */
export interface AuditRow extends EvidenceColumns {
  id: string
  lane_id: number
  address: Buffer
  nonce: number
  purpose: 'anchor' | 'deploy' | 'fill'
  root: Buffer
  size: number
  leaves: Buffer
  tiles: Buffer
  state: BatchState
  transaction_hash: Buffer
  block_number: number | null
  block_hash: Buffer | null
  header: Buffer | null
  /** Seconds since 1970. */
  block_time: number | null
}

export const batchesAfter = `
SELECT b.id, b.lane_id, l.address, b.nonce, b.purpose, b.root, b.size, b.leaves, b.tiles, b.state, b.transaction_hash,
       b.block_number, b.block_hash, b.transaction_index, b.trie_proof, b.state_proof, k.header,
       extract(epoch FROM k.time)::float8 AS block_time
  FROM batches b JOIN lanes l ON l.id = b.lane_id LEFT JOIN blocks k ON k.hash = b.block_hash
 WHERE (b.lane_id, b.nonce) > ($1, $2) ORDER BY b.lane_id, b.nonce LIMIT $3`

/** A recorded header. */
export interface RecordedHeader {
  number: number
  hash: Buffer
  header: Buffer
}

export const headersFrom = 'SELECT number, hash, header FROM blocks WHERE number >= $1 ORDER BY number, hash LIMIT $2'

export const blocksOfNumber = 'SELECT hash FROM blocks WHERE number = $1'

export const allLanes = 'SELECT id, address, next_nonce FROM lanes ORDER BY id'

export const countSubmitted = `SELECT count(*)::int AS count FROM batches WHERE state = ${submitted}`
