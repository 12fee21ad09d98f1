import type { Logger } from 'pino'
import type { Database } from '../base/db.js'
import type { Chain, ChainBlock, ChainReceipt } from './chain.js'
import type { FeeGauge } from './fee.js'
import { hexOf } from './hex.js'
import { checkInclusion, type InclusionBlock, NoEvidenceError, UntrustedAnswerError } from './inclusion.js'
import type { Lane } from './lane.js'
import { next, type Outcome, type TrackPolicy } from './next.js'
import { isSignedWith, reanchor, sendReverted } from './reanchor.js'
import * as sql from './sql.js'
import { TroubleNotes } from './troubles.js'

/** Settings of a {@link Tracker}. */
export interface TrackerOptions {
  database: Database
  chain: Chain
  fees: FeeGauge
  policy: TrackPolicy
  /** The network's finality tag, or the number of blocks after which a block is final, itself included. */
  finality: 'finalized' | number
  /** The Notary contract. */
  contract: Uint8Array
  lane(): Lane | null
  /** Called while transactions are pending: the embedded chain then makes a block. */
  onWaiting(): void
  logger: Logger
}

const batchesPerStep = 1000
const rawsPerSend = 100
/** A reorg or a taken nonce must be seen this often in a row: nodes behind a load balancer disagree at times. */
const looksNeeded = 2
const lookMs = 500

const lostBlock = 'its block, as the node names it, is not on the chain'

/** The findings from the node's receipts. */
interface Mined {
  blocks: Map<string, InclusionBlock>
  /** Batches with receipts that could not be verified, and why not: this step leaves them alone. */
  doubtful: Map<string, string>
  /** Reverted batches, with the block in which they used their nonce. */
  reverted: Map<string, number>
}

/**
 * Brings chain and PostgreSQL into agreement: sends what is recorded, records what is in blocks. Its state is in PostgreSQL, so a
 * start after a crash is an ordinary step (I3).
 */
export class Tracker {
  private readonly options: TrackerOptions
  private readonly looks = new Map<string, { count: number; at: number }>()
  private readonly troubles = new TroubleNotes()
  /** The head at the last step, for metrics and readiness. */
  lastSeen: { head: number; at: number } | null = null

  constructor(options: TrackerOptions) {
    this.options = options
  }

  /** Looks at the chain once and acts on it. @returns true when there is more to do at once */
  async step(): Promise<boolean> {
    const { chain, fees, finality } = this.options
    const head = await chain.block('latest')
    if (!head) throw new UntrustedAnswerError('the node has no latest block')
    await fees.refresh(chain, head)
    this.lastSeen = { head: head.number, at: Date.now() }
    if (await this.reopenLost(head)) return false
    const finalized =
      finality === 'finalized' ? ((await chain.block('finalized'))?.number ?? 0) : head.number - finality + 1
    let busy = false
    for (const lane of await this.options.database.query<sql.OpenLane>(sql.openLanes)) {
      busy = (await this.trackLane(lane, head, finalized)) || busy
    }
    await this.options.database.query(sql.finalizeBatches, [finalized])
    await this.troubles.flush(this.options.database)
    return busy
  }

  /**
   * I5: finds the newest of our blocks that the chain still has, and reopens every batch above it. The same raw
   * transactions are then sent again in nonce order, so their IDs stay the same; the embedded chain's lost blocks, the creation
   * of the contract included, come back this way too. Canonical blocks are a prefix of ours, so a galloping search finds its end.
   *
   * @returns true when blocks are missing: this step may not confirm or finalize anything
   */
  private async reopenLost(head: ChainBlock): Promise<boolean> {
    const ancestor = await this.newestCanonical(head)
    if (ancestor === 'newest') {
      this.looks.delete('reorg')
      return false
    }
    if (!this.seenOften('reorg')) return true
    const reopened = await this.options.database.transaction(async (tx) => {
      const [row] = await tx.query<{ count: number }>(sql.reopenBatches, [ancestor])
      await tx.execute(sql.forgetBlocks, [ancestor])
      return row?.count
    })
    this.options.logger.warn(
      { reopened, above: ancestor, head: head.number },
      'reorg: blocks with our transactions were replaced, sending again',
    )
    return true
  }

  private async newestCanonical(head: ChainBlock): Promise<'newest' | number> {
    const { database, chain } = this.options
    const at = async (index: number) => {
      const [block] = await database.query<{ number: number; hash: Buffer }>(sql.blockAtIndex, [index])
      if (!block) return { number: -1, canonical: true }
      if (block.number > head.number) return { number: block.number, canonical: false }
      const now = block.number === head.number ? head : await chain.block(block.number)
      return { number: block.number, canonical: now?.hash === hexOf(block.hash) }
    }
    if ((await at(0)).canonical) return 'newest'
    let lost = 0
    let kept = 1
    let found = await at(kept)
    while (!found.canonical) {
      lost = kept
      kept *= 2
      found = await at(kept)
    }
    while (kept - lost > 1) {
      const middle = (kept + lost) >> 1
      const block = await at(middle)
      if (block.canonical) [kept, found] = [middle, block]
      else lost = middle
    }
    return found.number
  }

  private async trackLane(lane: sql.OpenLane, head: ChainBlock, finalized: number): Promise<boolean> {
    const { database, chain, fees, policy } = this.options
    const [minedNonce, pendingNonce] = await Promise.all([
      chain.nonce(lane.address, 'latest'),
      chain.nonce(lane.address, 'pending'),
    ])
    const oldest = await database.query<sql.SubmittedBatch>(sql.submittedBatches, [lane.id, batchesPerStep])
    const last = oldest.at(-1)?.nonce ?? -1
    // With many pending at the node, the unsent ones are beyond the oldest.
    const unsent = await database.query<sql.SubmittedBatch>(sql.unsentBatches, [
      lane.id,
      batchesPerStep,
      Math.max(pendingNonce, last + 1),
    ])
    const batches = [...oldest, ...unsent]
    const past = batches.filter((batch) => batch.nonce < minedNonce)
    const { blocks: mined, doubtful, reverted } = await this.findMined(past, lane.address)
    for (const [id, why] of doubtful) this.troubles.note(id, why)
    const trusted = batches.filter((batch) => !doubtful.has(batch.id))
    const work = trusted.map((batch) => {
      const outcome = next(
        {
          state: 'submitted',
          nonce: batch.nonce,
          fees: { maxFeePerGas: batch.max_fee_per_gas, maxPriorityFeePerGas: batch.max_priority_fee_per_gas },
          ageMs: batch.age_ms,
        },
        {
          head: head.number,
          finalized,
          minedNonce,
          pendingNonce,
          mined: mined.get(batch.id) ?? null,
          stillCanonical: true,
          baseFee: head.baseFeePerGas ?? 0,
          fees: fees.current(),
        },
        policy,
      )
      return { batch, outcome }
    })
    for (const { batch, outcome } of work) {
      if (outcome.do !== 'alarm') await this.raiseFee(lane, batch, outcome)
      else if (this.seenOften(`alarm ${batch.id}`)) {
        await reanchor(this.options, lane, batch, reverted.get(batch.id), finalized)
      }
    }
    if (pendingNonce === minedNonce && (batches[0]?.nonce ?? 0) > minedNonce) await sendReverted(database, chain, lane)
    const confirmed = await this.confirm(new Set(mined.values()))
    const sent = await this.broadcast(
      work.filter(({ outcome }) => outcome.do === 'rebroadcast').map(({ batch }) => batch),
    )
    if (sent > 0 || pendingNonce > minedNonce) this.options.onWaiting()
    return confirmed >= batchesPerStep || sent >= batchesPerStep
  }

  /** Finds the batches that are in canonical blocks, in any version of their transaction. */
  private async findMined(batches: readonly sql.SubmittedBatch[], lane: Uint8Array): Promise<Mined> {
    const { database, chain, logger } = this.options
    const found: Mined = { blocks: new Map(), doubtful: new Map(), reverted: new Map() }
    if (batches.length === 0) return found
    const byId = new Map(batches.map((batch) => [batch.id, batch]))
    const versions = await database.query<sql.TransactionVersion>(sql.transactionVersions, [[...byId.keys()]])
    const receipts = await chain.receipts(versions.map((version) => version.hash))
    const byBlock = new Map<number, { receipt: ChainReceipt; version: sql.TransactionVersion }[]>()
    versions.forEach((version, at) => {
      const receipt = receipts[at]
      const batch = byId.get(version.batch_id)
      if (!receipt || !batch) return
      const isOurs = receipt.transactionHash === hexOf(version.hash)
      if (isOurs && !receipt.succeeded && batch.purpose === 'anchor') {
        // Reverts under earlier nonces were handled then.
        if (isSignedWith(version.raw, lane, batch.nonce)) found.reverted.set(batch.id, receipt.blockNumber)
        return
      }
      found.doubtful.set(
        version.batch_id,
        isOurs ? lostBlock : 'the node answers with the receipt of another transaction',
      )
      if (!isOurs) return
      byBlock.set(receipt.blockNumber, [...(byBlock.get(receipt.blockNumber) ?? []), { receipt, version }])
    })
    for (const [number, claims] of byBlock) {
      try {
        const block = await checkInclusion(chain, number, claims)
        for (const { batchId } of block?.included ?? []) {
          found.blocks.set(batchId, block as InclusionBlock)
          found.doubtful.delete(batchId)
        }
      } catch (error) {
        const isUntrusted = error instanceof UntrustedAnswerError
        if (!isUntrusted && !(error instanceof NoEvidenceError)) throw error
        for (const { version } of claims) found.doubtful.set(version.batch_id, error.message)
        const lack = isUntrusted ? 'the node contradicts itself' : 'the node offers no evidence of a block'
        logger.error({ err: error }, `${lack}: asking again`)
      }
    }
    return found
  }

  private async confirm(blocks: ReadonlySet<InclusionBlock>): Promise<number> {
    let confirmed = 0
    for (const block of [...blocks].sort((a, b) => a.number - b.number)) {
      const { included } = block
      confirmed += await this.options.database.transaction(async (tx) => {
        await tx.execute(sql.insertBlock, [block.hash, block.number, block.time, block.header])
        return tx.execute(sql.confirmBatches, [
          block.hash,
          block.number,
          included.map((one) => one.batchId),
          included.map((one) => one.hash),
          included.map(({ evidence }) => evidence.position),
          included.map(({ evidence }) => evidence.trieProof),
          included.map(({ evidence }) => evidence.stateProof),
        ])
      })
    }
    return confirmed
  }

  /** Sends in nonce order, up to the first rejection: the rest would only wait behind it. */
  private async broadcast(batches: readonly sql.SubmittedBatch[]): Promise<number> {
    for (let at = 0; at < batches.length; at += rawsPerSend) {
      const results = await this.options.chain.send(batches.slice(at, at + rawsPerSend).map((batch) => batch.raw))
      const refused = results.find((result) => result.outcome === 'refused')
      if (refused) {
        this.options.logger.error({ reason: refused.reason }, 'the node rejected a transaction')
        const batch = batches[at + results.indexOf(refused)] as sql.SubmittedBatch
        this.troubles.note(batch.id, `the node rejects the transaction: ${refused.reason}`)
        return at
      }
    }
    return batches.length
  }

  private async raiseFee(of: sql.OpenLane, batch: sql.SubmittedBatch, outcome: Outcome): Promise<void> {
    const { database, logger, chain } = this.options
    this.looks.delete(`alarm ${batch.id}`)
    const lane = this.options.lane()
    // Only the batch's own lane can sign a replacement; any lane can reanchor.
    if (outcome.do !== 'replace' || lane?.id !== of.id) return
    const { hash, raw } = await lane.replace(database, batch, outcome.fees)
    logger.warn(
      { old: hexOf(batch.hash), now: hexOf(hash), ...outcome.fees },
      'a transaction is pending too long: fee raised',
    )
    await chain.send([raw])
  }

  private seenOften(what: string): boolean {
    const before = this.looks.get(what)
    // Commits may wake the tracker twice within milliseconds, which counts as one look.
    if (before && performance.now() - before.at < lookMs) return false
    const count = (before?.count ?? 0) + 1
    this.looks.set(what, { count, at: performance.now() })
    if (count < looksNeeded) return false
    this.looks.delete(what)
    return true
  }
}
