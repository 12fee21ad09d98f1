import type { Quotas } from '../../accounts/quotas/quotas.js'
import type { Database } from '../../base/database/db.js'
import { apiError, type ErrorCode } from '../../http/errors.js'
import type { Pool } from '../../ledger/batches/pool.js'
import type { Writer } from '../../ledger/batches/writer.js'
import { notReserved, type ReservedCodes } from '../codes/reserved.js'
import type { Stamp, StampRequest } from './stamp.js'
import { creationAnswer, type ExistingStamp } from './writer.js'

/** Records stamps through the ledger. */
export interface Stamper {
  database: Database
  pool: Pool
  writer: Writer<StampRequest, Stamp, ExistingStamp>
  quotas: Quotas
  codes: ReservedCodes
}

/**
 * Stamps one hash.
 *
 * @throws {ApiError} `taken` when the hash is already stamped; of several concurrent requests exactly one succeeds; 409 when its code isn't reserved; 429, 507
 */
export function addStamp(stamper: Stamper, request: StampRequest, taken: ErrorCode) {
  const { code } = request
  if (code === undefined) return record(stamper, request, taken)
  return stamper.codes.inTurn([code], async () => {
    await checkCode(stamper, request, code, taken)
    return record(stamper, request, taken)
  })
}

/** A stamp that is made again is refused as one, not by its code, which it has used. */
async function checkCode({ database, writer, codes }: Stamper, request: StampRequest, code: string, taken: ErrorCode) {
  if ((await codes.unusable(request.accountId, [code])) === undefined) return
  const [found] = await writer.find(database, [writer.make(request)])
  throw found ? apiError(taken) : notReserved(code)
}

async function record({ pool, writer, quotas }: Stamper, request: StampRequest, taken: ErrorCode) {
  const asked = quotas.acceptStamps(request.accountId, 1, request.metadataBytes)
  if (asked) await asked
  const { item, receipt } = await pool.submit(writer, request)
  if (receipt.outcome === 'found') throw apiError(taken)
  return creationAnswer(item, receipt.anchor.transactionId)
}
