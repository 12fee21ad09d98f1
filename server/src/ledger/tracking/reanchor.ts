import type { Database } from '../../base/database/db.js'
import { hexOf } from '../../chain/hex.js'
import type { Revert } from '../lanes/lane.js'
import * as sql from '../sql.js'
import type { OwnBlock } from './reorg.js'
import type { Tracking } from './tracking.js'

/** Transactions of a batch that must be reverted permanently before it has failed. */
const revertsMax = 3

/**
 * Anchors a batch again under another nonce, because its own was used without anchoring its root: by another signer, or by a
 * transaction of ours that was reverted. The batch fails when final blocks reverted every attempt, or when its stored leaves no longer
 * give its root (I6).
 *
 * @param revert the newest one; undefined when another signer used the nonce
 * @returns what it waits for, in words
 */
export async function reanchor(
  tracking: Tracking,
  batch: sql.SubmittedBatch,
  revert: Revert | undefined,
): Promise<string | null> {
  const { database, logger } = tracking
  const what = { batch: batch.id, nonce: batch.nonce, transaction: hexOf(revert?.transaction ?? batch.hash) }
  if (revert) {
    const standing = await standingReverts(tracking, batch.id)
    if (typeof standing === 'string') return standing
    const numbers = [...standing, revert.number]
    if (numbers.length >= revertsMax) {
      const finalized = await tracking.headers.finalized(tracking.finality)
      if (numbers.some((number) => number > finalized)) return `block ${revert.number}, which reverted it, is not final`
      logger.error(what, 'every transaction of a batch was reverted: batch failed')
      await fail(database, batch)
      return null
    }
  }
  if (revert) logger.error(what, 'an anchoring transaction was reverted: anchoring the batch again')
  else logger.error(what, 'the nonce was used by another process: anchoring the batch again')
  const lane = tracking.lane()
  if (!lane || (await lane.moveBatch(database, batch, revert))) return null
  logger.error(what, 'the stored leaves of a batch do not match its root: batch failed')
  await fail(database, batch)
  return null
}

/**
 * Returns the numbers of the blocks that reverted earlier transactions of a batch. Those on a branch that was given up don't count: on
 * another one the same transaction may have succeeded.
 */
async function standingReverts({ database, headers }: Tracking, batchId: string): Promise<number[] | string> {
  const standing: number[] = []
  for (const { number, hash } of await database.query<OwnBlock>(sql.revertsOf, [batchId])) {
    if (number > headers.head) continue
    const lacking = await headers.lacking(number)
    if (lacking) return lacking
    if (headers.hashAt(number) === hexOf(hash)) standing.push(number)
  }
  return standing
}

const fail = (database: Database, { id, lane_id, nonce }: sql.SubmittedBatch) =>
  database.query(sql.failBatch, [id, lane_id, nonce])
