import { apiError, type ErrorCode } from '../http/errors.js'
import type { Pool } from '../ledger/pool.js'
import type { Receipt, Writer } from '../ledger/writer.js'
import { newStamp, type Stamp, type StampRequest } from './stamp.js'
import { creationAnswer, type ExistingStamp } from './writer.js'

/** Records stamps through the ledger. */
export interface Stamper {
  pool: Pool
  writer: Writer<StampRequest, Stamp, ExistingStamp>
}

/** One item of the answer to a multi-stamp request. */
export interface MultiResult {
  id: string
  hash: string
  txid: string
  existing?: true
}

/**
 * Stamps one hash.
 *
 * @throws {ApiError} `taken` when the hash is already stamped; of several concurrent requests exactly one succeeds
 */
export async function addStamp({ pool, writer }: Stamper, request: StampRequest, taken: ErrorCode) {
  const { item, receipt } = await pool.submit(writer, request)
  if (receipt.outcome === 'found') throw apiError(taken)
  return creationAnswer(item, receipt.anchor.transactionId)
}

const itemsPerTurn = 500

/**
 * Stamps many hashes in one batch. A hash that is already stamped, or repeats in the request, answers the existing stamp, so a
 * retry after a broken connection is safe.
 *
 * @returns a result for each request, in order
 */
export async function addStamps({ pool, writer }: Stamper, requests: Iterable<StampRequest>): Promise<MultiResult[]> {
  const indexes = new Map<string, number>()
  const stamps: Stamp[] = []
  /** The index in `stamps`, for each request. */
  const indexOfRequest: number[] = []
  for (const request of requests) {
    // Yields between leaves of a large request, so other requests are served meanwhile.
    if (indexOfRequest.length % itemsPerTurn === itemsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve))
    const hash = request.hash.toString('latin1')
    const index = indexes.get(hash) ?? stamps.push(newStamp(request, true)) - 1
    indexes.set(hash, index)
    indexOfRequest.push(index)
  }
  indexes.clear()
  const receipts = await pool.submitMany(writer, stamps)
  const answered = new Set<number>()
  return indexOfRequest.map((index) => {
    const stamp = stamps[index] as Stamp
    const receipt = receipts[index] as Receipt<ExistingStamp>
    const hash = stamp.request.hash.toString('hex')
    if (receipt.outcome === 'found') return { ...receipt.found, hash, existing: true }
    const result = { id: stamp.id, hash, txid: receipt.anchor.transactionId }
    if (answered.has(index)) return { ...result, existing: true }
    answered.add(index)
    return result
  })
}
