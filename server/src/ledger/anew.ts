import { equalBytes } from '@tallystick/proof'
import { decodeTransaction } from '@tallystick/proof/ethereum'
import type { Logger } from 'pino'
import type { Database } from '../base/db.js'
import { type Chain, hexOf } from './chain.js'
import type { Lane } from './lane.js'
import * as sql from './sql.js'

/** What anchoring anew needs. */
export interface AnewContext {
  database: Database
  chain: Chain
  /** The Notary contract. */
  contract: Uint8Array
  lane(): Lane | null
  logger: Logger
}

/** A transaction that is reverted this often will not be taken the next time either. */
const anchoringsMax = 3

/**
 * For a batch whose nonce is used while its root is not on the chain: by somebody else, or by a transaction of ours that was
 * reverted. Its root is signed anew; what is reverted again and again, or does not give its root any more (I6), has failed.
 *
 * @param of the lane whose nonce it was
 * @param revertedIn the block that holds the reverted transaction; undefined when it was somebody else's
 * @param finalized highest block that the network's rule calls final
 */
export async function anchorAnew(
  { database, chain, contract, lane: currentLane, logger }: AnewContext,
  of: sql.OpenLane,
  batch: sql.SubmittedBatch,
  revertedIn: number | undefined,
  finalized: number,
): Promise<void> {
  const what = { batch: batch.id, nonce: batch.nonce, transaction: hexOf(batch.hash) }
  const fail = () => database.query(sql.failBatch, [batch.id, batch.nonce])
  if (revertedIn === undefined) {
    // The contract has it, so the nonce is ours and only the receipt is missing: a node that lags, or has lost its index.
    if ((await chain.anchoredAt(contract, of.address, batch.root)) > 0) return
    logger.error(what, 'the nonce was used by another process: anchoring the batch again')
  } else if (batch.anchorings < anchoringsMax) {
    logger.error(what, 'an anchoring transaction was reverted: anchoring the batch again')
  } else {
    // A reorganisation could still give it another outcome.
    if (revertedIn > finalized) return
    logger.error(what, 'every transaction of a batch was reverted: batch failed')
    await fail()
    return
  }
  const lane = currentLane()
  if (!lane || (await lane.moveBatch(database, batch.id, revertedIn !== undefined))) return
  logger.error(what, 'the stored leaves of a batch do not match its root: batch failed')
  await fail()
}

/** What was reverted used its nonce all the same: when a reorganisation took it, those behind wait for it. */
export async function sendReverted(database: Database, chain: Chain, lane: sql.OpenLane): Promise<void> {
  const rows = await database.query<{ raw: Buffer }>(sql.revertedRaws, [lane.id])
  if (rows.length > 0) await chain.send(rows.map((row) => row.raw))
}

/** Was a transaction signed for this nonce of this address? */
export function isAtPlace(raw: Uint8Array, address: Uint8Array, nonce: number): boolean {
  const transaction = decodeTransaction(raw)
  return Number(transaction.nonce) === nonce && equalBytes(transaction.sender, address)
}
