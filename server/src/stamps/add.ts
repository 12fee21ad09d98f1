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
 * @throws ApiError `taken` when the hash is stamped already (exactly one of several at once is not)
 */
export async function addStamp({ pool, writer }: Stamper, request: StampRequest, taken: ErrorCode) {
  const { item, receipt } = await pool.submit(writer, request)
  if (receipt.outcome === 'found') throw apiError(taken)
  return creationAnswer(item, receipt.anchor.transactionId)
}

const itemsPerTurn = 500

/**
 * Stamps many hashes in one batch. What is stamped already, or repeats in the request, answers the existing record, so that a
 * retry after a broken connection is safe.
 *
 * @returns a result for each request, in order
 */
export async function addStamps({ pool, writer }: Stamper, requests: Iterable<StampRequest>): Promise<MultiResult[]> {
  const places = new Map<string, number>()
  const stamps: Stamp[] = []
  /** For each request the place of its stamp. */
  const placeOf: number[] = []
  for (const request of requests) {
    // Leaves of a large request are made in turns, so that others are served meanwhile.
    if (placeOf.length % itemsPerTurn === itemsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve))
    const hash = request.hash.toString('latin1')
    const place = places.get(hash) ?? stamps.push(newStamp(request, true)) - 1
    places.set(hash, place)
    placeOf.push(place)
  }
  places.clear()
  const receipts = await pool.submitMany(writer, stamps)
  const answered = new Set<number>()
  return placeOf.map((place) => {
    const stamp = stamps[place] as Stamp
    const receipt = receipts[place] as Receipt<ExistingStamp>
    const hash = stamp.request.hash.toString('hex')
    if (receipt.outcome === 'found') return { ...receipt.found, hash, existing: true }
    const result = { id: stamp.id, hash, txid: receipt.anchor.transactionId }
    if (answered.has(place)) return { ...result, existing: true }
    answered.add(place)
    return result
  })
}
