import { apiError, type ErrorCode } from '../base/errors.js'
import type { Pool } from '../ledger/pool.js'
import type { Receipt, Writer } from '../ledger/writer.js'
import { newStamp, type Stamp, type StampRequest } from './stamp.js'
import { creationAnswer, type ExistingStamp } from './writer.js'

/** Records stamps through the ledger. */
export interface Stamper {
  pool: Pool
  writer: Writer<Stamp, ExistingStamp>
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
  const stamp = newStamp(request)
  const receipt = await pool.submit(writer, stamp)
  if (receipt.outcome === 'found') throw apiError(taken)
  return creationAnswer(stamp, receipt.anchor.transactionId)
}

const itemsPerTurn = 500

/**
 * Stamps many hashes in one batch. What is stamped already, or repeats in the request, answers the existing record, so that a
 * retry after a broken connection is safe.
 *
 * @returns a result for each request, in order
 */
export async function addStamps({ pool, writer }: Stamper, requests: readonly StampRequest[]): Promise<MultiResult[]> {
  const distinct = new Map<string, Stamp>()
  const stamps: Stamp[] = []
  const repeats: boolean[] = []
  for (const [at, request] of requests.entries()) {
    // Leaves of a large request are made in turns, so that others are served meanwhile.
    if (at % itemsPerTurn === itemsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve))
    const hash = request.hash.toString('latin1')
    const first = distinct.get(hash)
    const stamp = first ?? newStamp(request, true)
    if (!first) distinct.set(hash, stamp)
    stamps.push(stamp)
    repeats.push(first !== undefined)
  }
  const receipts = new Map<Stamp, Receipt<ExistingStamp>>()
  const unique = [...distinct.values()]
  const answers = await pool.submitMany(writer, unique)
  for (const [at, stamp] of unique.entries()) receipts.set(stamp, answers[at] as Receipt<ExistingStamp>)
  return stamps.map((stamp, at) => {
    const receipt = receipts.get(stamp) as Receipt<ExistingStamp>
    const hash = stamp.hash.toString('hex')
    if (receipt.outcome === 'found') return { ...receipt.found, hash, existing: true }
    const result = { id: stamp.id, hash, txid: receipt.anchor.transactionId }
    return repeats[at] ? { ...result, existing: true } : result
  })
}
