import type { Quotas } from '../../accounts/quotas/quotas.js'
import { apiError, type ErrorCode } from '../../http/errors.js'
import type { Pool } from '../../ledger/batches/pool.js'
import type { Writer } from '../../ledger/batches/writer.js'
import type { Stamp, StampRequest } from './stamp.js'
import { creationAnswer, type ExistingStamp } from './writer.js'

/** Records stamps through the ledger. */
export interface Stamper {
  pool: Pool
  writer: Writer<StampRequest, Stamp, ExistingStamp>
  quotas: Quotas
}

/**
 * Stamps one hash.
 *
 * @throws {ApiError} `taken` when the hash is already stamped; of several concurrent requests exactly one succeeds; 429, 507
 */
export async function addStamp({ pool, writer, quotas }: Stamper, request: StampRequest, taken: ErrorCode) {
  const asked = quotas.acceptStamps(request.accountId, 1, request.metadataBytes)
  if (asked) await asked
  const { item, receipt } = await pool.submit(writer, request)
  if (receipt.outcome === 'found') throw apiError(taken)
  return creationAnswer(item, receipt.anchor.transactionId)
}
