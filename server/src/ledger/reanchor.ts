import { equalBytes } from '@tallystick/proof'
import { decodeTransaction } from '@tallystick/proof/ethereum'
import type { Logger } from 'pino'
import type { Database } from '../base/db.js'
import { hexOf } from './hex.js'
import type { Lane } from './lane.js'
import * as sql from './sql.js'

/** Dependencies of {@link reanchor}. */
export interface ReanchorContext {
  database: Database
  lane(): Lane | null
  logger: Logger
}

/** Transactions of a batch that may be reverted before it has failed. */
const anchoringsMax = 3

/**
 * Anchors a batch again under another nonce, because its own was used without anchoring its root: by another signer, or by a
 * transaction of ours that was reverted. The batch fails when every attempt was reverted, or when its stored leaves no longer
 * give its root (I6).
 *
 * @param revertedIn the block of the reverted transaction; undefined when another signer used the nonce
 * @param finalized the newest final block
 */
export async function reanchor(
  { database, lane: currentLane, logger }: ReanchorContext,
  batch: sql.SubmittedBatch,
  revertedIn: number | undefined,
  finalized: number,
): Promise<void> {
  const what = { batch: batch.id, nonce: batch.nonce, transaction: hexOf(batch.hash) }
  const fail = () => database.query(sql.failBatch, [batch.id, batch.lane_id, batch.nonce])
  if (revertedIn === undefined) {
    logger.error(what, 'the nonce was used by another process: anchoring the batch again')
  } else if (batch.anchorings < anchoringsMax) {
    logger.error(what, 'an anchoring transaction was reverted: anchoring the batch again')
  } else {
    // A reorg could still change the outcome.
    if (revertedIn > finalized) return
    logger.error(what, 'every transaction of a batch was reverted: batch failed')
    await fail()
    return
  }
  const lane = currentLane()
  if (!lane || (await lane.moveBatch(database, batch, revertedIn !== undefined))) return
  logger.error(what, 'the stored leaves of a batch do not match its root: batch failed')
  await fail()
}

/** True when the transaction was signed by this address with this nonce. */
export function isSignedWith(raw: Uint8Array, address: Uint8Array, nonce: number): boolean {
  const transaction = decodeTransaction(raw)
  return Number(transaction.nonce) === nonce && equalBytes(transaction.sender, address)
}
