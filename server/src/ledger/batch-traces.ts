import { createdMs } from '../base/ids.js'
import type { Tracing } from '../base/telemetry/tracing.js'

/**
 * Records the life of a batch as a trace of its own, whose ID is the batch's: the processes that commit, send and confirm it need
 * not know of each other, nor survive.
 */
export class BatchTraces {
  private readonly tracing: Tracing

  constructor(tracing: Tracing) {
    this.tracing = tracing
  }

  /** Returns where to note the batch of an entry that the current request submits; undefined outside of a request. */
  ofRequest(): Set<string> | undefined {
    return this.tracing.collected()
  }

  /** Records that a batch was signed and committed. */
  committed(batch: { batchId: string; transactionId: string }, size: number, ms: number): void {
    const attributes = { 'tallystick.batch.size': size, 'tallystick.transaction.id': batch.transactionId }
    this.tracing.recordFirst({ name: 'commit', ms, attributes }, batch.batchId)
  }

  /** Records that a batch's transaction was sent to the node; `ms` is the time of all that were sent with it. */
  sent(batchId: string, result: { outcome: string; reason?: string }, ms: number): void {
    const { outcome, reason } = result
    const attributes = { 'tallystick.outcome': outcome, ...(reason !== undefined && { 'tallystick.refusal': reason }) }
    this.tracing.recordNext({ name: 'broadcast', ms, attributes, hasFailed: outcome === 'refused' }, batchId, 'client')
  }

  /** Records that a batch was found in a block. The span begins when the batch was made, so it shows how long that took. */
  confirmed(batchId: string, block: { number: number; hash: string }): void {
    const attributes = { 'tallystick.block.number': block.number, 'tallystick.block.hash': block.hash }
    const ms = Math.max(0, Date.now() - createdMs(batchId))
    this.tracing.recordNext({ name: 'confirm', ms, attributes }, batchId, 'internal')
  }
}
