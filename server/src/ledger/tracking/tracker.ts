import type { ChainBlock } from '../../chain/chain.js'
import { HeaderChain } from '../../chain/header-chain.js'
import { hexOf } from '../../chain/hex.js'
import type { InclusionBlock } from '../../chain/inclusion.js'
import { NonceSearch } from '../../chain/nonce-search.js'
import { ReceiptTrust } from '../../chain/receipts.js'
import type { Fees } from '../../chain/sign.js'
import * as sql from '../sql.js'
import { TroubleNotes } from '../troubles.js'
import { findMined, type Mined } from './mined.js'
import { type ChainView, next } from './next.js'
import { beatingAll } from './offers.js'
import { reanchor } from './reanchor.js'
import { type LostBlocks, type OwnBlock, ReorgWatch, type Standing } from './reorg.js'
import { Sending } from './sending.js'
import { type Stray, Strays } from './strays.js'
import type { TrackerOptions, Tracking } from './tracking.js'

const batchesPerStep = 1000
/** Batches that one statement confirms or makes final: a few milliseconds of PostgreSQL's time, and of ours for their evidence. */
const batchesPerStatement = 100
const fillAfterMsUsual = 10_000
/** Time between two searches for the transaction that used a nonce, and before the first: receipts may only be late. */
const searchMs = 1000
/** Nonces searched for in one step. */
const searchesPerStep = 20

/**
 * Brings chain and PostgreSQL into agreement: sends what is recorded, records what is in blocks. Its state is in PostgreSQL, so a
 * start after a crash is an ordinary step (I3).
 *
 * A node's bare word decides only what is sent, which is harmless. Everything else follows from headers whose hashes were computed
 * and which link, and from what they prove.
 */
export class Tracker {
  private readonly tracking: Tracking
  private readonly headers: HeaderChain
  private readonly troubles = new TroubleNotes()
  private readonly reorgs: ReorgWatch
  private readonly strays: Strays
  private readonly search: NonceSearch
  private readonly sending: Sending
  /** By lane: the nonce whose use is searched for, when next, and what the last search found out. */
  private readonly searches = new Map<number, { nonce: number; notBefore: number; why: string }>()
  /** Nothing waited for the chain at the last step. */
  private isIdle = false
  /** The head at the last step, for metrics and readiness. */
  lastSeen: { head: number; at: number } | null = null

  constructor(options: TrackerOptions) {
    const { now = () => performance.now(), timeOfDay = Date.now, fillAfterMs = fillAfterMsUsual } = options
    const headers = new HeaderChain(options.chain)
    const receipts = options.isOwnNode ? null : new ReceiptTrust(now)
    this.tracking = { ...options, headers, receipts, fillAfterMs, now, timeOfDay }
    this.headers = headers
    this.reorgs = new ReorgWatch(this.tracking)
    this.strays = new Strays(this.tracking)
    this.search = new NonceSearch(options.chain, headers)
    this.sending = new Sending(this.tracking, this.troubles)
  }

  /** Milliseconds since it last saw the head; null before it has. */
  get lastSeenAgeMs(): number | null {
    return this.lastSeen && this.tracking.now() - this.lastSeen.at
  }

  /** The newest verified block; null before the first. */
  get top(): ChainBlock | null {
    return this.headers.isEmpty ? null : this.headers.top
  }

  /** Looks at the chain once and acts on it. @returns true when there is more to do at once */
  async step(): Promise<boolean> {
    const { database, chain, fees } = this.tracking
    await this.headers.follow(this.isIdle)
    if (this.headers.isEmpty) await this.reportNoHeaders()
    await fees.refresh(chain, this.headers.top)
    this.lastSeen = { head: this.headers.head, at: this.tracking.now() }
    const standing = await this.reorgs.look()
    let busy = false
    if (typeof standing === 'object') await this.reopen(standing)
    else if (standing !== 'unclear') {
      // A block recorded on the branch of a node that is behind would hide lost ones below it: ReorgWatch takes the kept ones for a prefix.
      const isBehind = standing === 'behind'
      const lanes = await database.query<sql.OpenLane>(sql.openLanes, [isBehind])
      for (const lane of lanes) busy = (await this.trackLane(lane, !isBehind)) || busy
      this.isIdle = !(await this.finalize()) && !lanes.some((lane) => lane.is_waiting)
    }
    this.noteChain(standing)
    await this.troubles.flush(database)
    return busy
  }

  /** Nothing can be done before the first verified header, but the operator must know why. */
  private async reportNoHeaders(): Promise<void> {
    this.noteHeaders()
    await this.troubles.flush(this.tracking.database)
  }

  private noteHeaders(): void {
    const { problem } = this.headers
    if (problem === null) return
    this.tracking.chain.doubt(problem)
    this.troubles.noteChain('headers', problem)
  }

  private noteChain(standing: Standing): void {
    this.noteHeaders()
    if (this.reorgs.problem) this.troubles.noteChain('branch', this.reorgs.problem)
    if (standing === 'behind') {
      this.troubles.noteChain(
        'behind',
        `the node is behind, at block ${this.headers.head}: it does not have the newest block of ours`,
      )
    }
  }

  /**
   * I5: every batch in a lost block is submitted again. The same raw transactions are then sent again in nonce order, so their IDs stay
   * the same; the embedded chain's lost blocks, the creation of the contract included, come back this way too.
   *
   * The process that finds the lowest lost block still recorded does so, once: later the same numbers belong to other blocks, and what is
   * final in them stays final.
   */
  private async reopen({ lowest, kept }: LostBlocks): Promise<void> {
    const lost = [kept?.number ?? -1, kept?.hash ?? '']
    const reopened = await this.tracking.database.transaction(async (tx) => {
      const [block] = await tx.query(sql.lockBlocks, [[lowest.hash]])
      if (!block) return null
      const [row] = await tx.query<{ count: number }>(sql.reopenBatches, lost)
      await tx.execute(sql.forgetBlocks, lost)
      return row?.count
    })
    if (reopened === null) return
    this.tracking.logger.warn(
      { reopened, above: lost[0], head: this.headers.head },
      'reorg: blocks with our transactions were replaced, sending again',
    )
  }

  private async trackLane(lane: sql.OpenLane, mayConfirm: boolean): Promise<boolean> {
    const { database, chain, fees, policy } = this.tracking
    const [minedNonce, pendingNonce] = await Promise.all([
      chain.nonce(lane.address, 'latest'),
      chain.nonce(lane.address, 'pending'),
    ])
    const oldest = await database.query<sql.SubmittedBatch>(sql.submittedBatches, [lane.id, batchesPerStep])
    const last = oldest.at(-1)?.nonce ?? -1
    // With many pending at the node, the unsent ones are beyond the oldest.
    const unsentFrom = Math.max(pendingNonce, last + 1)
    const unsent = await database.query<sql.SubmittedBatch>(sql.unsentBatches, [lane.id, batchesPerStep, unsentFrom])
    const batches = [...oldest, ...unsent]
    const past = batches.filter((batch) => batch.nonce < minedNonce)
    const { mined, taken } = await this.lookUp(lane, past)
    for (const [id, why] of mined.doubtful) this.troubles.note(id, why)
    const seen: ChainView = {
      minedNonce,
      pendingNonce,
      heldMs: this.sending.heldMs(lane.id, minedNonce),
      baseFee: this.headers.top.baseFeePerGas ?? 0,
      fees: fees.current(),
    }
    const wanted: sql.SubmittedBatch[] = []
    for (const batch of batches) {
      if (mined.doubtful.has(batch.id) || mined.blocks.has(batch.id)) continue
      if (taken.has(batch.id) || mined.reverted.has(batch.id)) {
        await this.anchorAgain(batch, mined)
        continue
      }
      const step = next(batch, seen, policy)
      if (step.do === 'rebroadcast') wanted.push(batch)
      else if (step.do === 'replace') await this.raiseFee(lane, batch, step.fees)
    }
    const confirmed = mayConfirm ? await this.confirm(new Set(mined.blocks.values())) : 0
    const isWhole = oldest.length < batchesPerStep && unsent.length < batchesPerStep
    const listedUntil = isWhole ? lane.next_nonce : Math.min(lane.next_nonce, (unsent.at(-1)?.nonce ?? last) + 1)
    const sent = await this.sending.send({ lane, seen, batches, listedUntil }, wanted)
    if (sent > 0 || pendingNonce > minedNonce) this.tracking.onWaiting()
    return confirmed >= batchesPerStep || sent >= batchesPerStep
  }

  /**
   * Finds in blocks the batches whose nonces the node calls used: ours, reverted or not, or taken by another signer. What is in no block
   * that it shows stays as it is.
   */
  private async lookUp(lane: sql.OpenLane, past: readonly sql.SubmittedBatch[]) {
    const mined = await findMined(this.tracking, past, lane.address)
    const isFound = (batch: sql.SubmittedBatch) =>
      [mined.blocks, mined.reverted, mined.doubtful].some((found) => found.has(batch.id))
    const taken = new Set<string>()
    const open = past.filter((batch) => !isFound(batch)).sort((a, b) => a.nonce - b.nonce)
    const first = open[0]
    if (!first) {
      this.searches.delete(lane.id)
      return { mined, taken }
    }
    const before = this.searches.get(lane.id)
    const why = `the node calls nonce ${first.nonce} used and does not show by which transaction`
    const search =
      before?.nonce === first.nonce ? before : { nonce: first.nonce, notBefore: this.tracking.now() + searchMs, why }
    this.searches.set(lane.id, search)
    this.troubles.note(first.id, search.why)
    if (this.tracking.now() < search.notBefore) return { mined, taken }
    search.notBefore = this.tracking.now() + searchMs
    const [below] = await this.tracking.database.query<{ number: number }>(sql.blockBelow, [lane.id, first.nonce])
    for (const batch of open.slice(0, searchesPerStep)) {
      const use = await this.search.find(lane.address, batch.nonce, below?.number ?? null)
      if (typeof use === 'string') {
        search.why = use
        break
      }
      const own = await findMined(this.tracking, [batch], lane.address, [use.place])
      for (const [id, block] of own.blocks) mined.blocks.set(id, block)
      for (const [id, place] of own.reverted) mined.reverted.set(id, place)
      for (const [id, doubt] of own.doubtful) mined.doubtful.set(id, doubt)
      if (isFound(batch)) continue
      const objection = await this.tracking.chain.objection({
        number: use.place.blockNumber,
        hash: use.place.blockHash,
      })
      if (objection) mined.doubtful.set(batch.id, objection)
      else taken.add(batch.id)
    }
    return { mined, taken }
  }

  private async anchorAgain(batch: sql.SubmittedBatch, mined: Mined): Promise<void> {
    const reverted = mined.reverted.get(batch.id)
    const objection = reverted ? await this.tracking.chain.objection(reverted) : null
    const why = objection ?? (await reanchor(this.tracking, batch, reverted))
    if (why) this.troubles.note(batch.id, why)
  }

  /**
   * Records blocks and the batches in them, a slice at a time. By nonce: the embedded chain goes on after the highest nonce that is
   * recorded, so a crash between two slices must leave none submitted below it.
   */
  private async confirm(blocks: ReadonlySet<InclusionBlock>): Promise<number> {
    let confirmed = 0
    for (const block of [...blocks].sort((a, b) => a.number - b.number)) {
      const confirm = (await this.isFinalAtOnce(block)) ? sql.confirmAsFinal : sql.confirmBatches
      for (let from = 0; from < block.included.length; from += batchesPerStatement) {
        const slice = block.included.slice(from, from + batchesPerStatement)
        const [row] = await this.tracking.database.query<{ count: number }>(confirm, [
          block.hash,
          block.number,
          block.time,
          block.header,
          slice.map((one) => one.batchId),
          slice.map((one) => one.hash),
          slice.map(({ evidence }) => evidence.position),
          slice.map(({ evidence }) => evidence.trieProof),
          slice.map(({ evidence }) => evidence.stateProof),
        ])
        confirmed += row?.count ?? 0
        for (const { batchId } of slice) {
          this.tracking.traces?.confirmed(batchId, { number: block.number, hash: hexOf(block.hash) })
        }
      }
    }
    return confirmed
  }

  /** True at depth 1 for a block that passes what {@link finalize} asks of one. What speaks against it is noted there. */
  private async isFinalAtOnce({ number, hash }: InclusionBlock): Promise<boolean> {
    const { chain, finality } = this.tracking
    const text = hexOf(hash)
    if (finality !== 1 || number > (await this.headers.finalized(finality))) return false
    return this.headers.hashAt(number) === text && (await chain.objection({ number, hash: text })) === null
  }

  /**
   * A block is final when enough verified headers link from it to the head, and no other node knows another one in its place.
   *
   * @returns true when a block of ours waited to be final
   */
  private async finalize(): Promise<boolean> {
    const { database, chain, finality } = this.tracking
    const { headers } = this
    const [oldest] = await database.query<{ number: number | null }>(sql.oldestConfirmed)
    if (oldest?.number == null) {
      headers.forgetBelow(headers.head)
      return false
    }
    if (!(await headers.cover(oldest.number))) {
      const reading = `headers are read, from block ${headers.lowest} down to ${oldest.number}`
      this.troubles.noteChain('finality', headers.problem ?? reading)
    }
    const upTo = await headers.finalized(finality)
    const blocks = await database.query<{ number: number; hash: Buffer }>(sql.confirmedBlocks, [upTo])
    // At depth 1 a block is enough by itself.
    const hashes = await Promise.all(
      blocks.map(({ number }) => (finality === 1 ? headers.hashOf(number) : headers.hashAt(number))),
    )
    const kept = blocks.filter(({ hash }, at) => hashes[at] === hexOf(hash))
    const newest = kept.at(-1)
    if (newest) {
      const objection = await chain.objection({ number: newest.number, hash: hexOf(newest.hash) })
      if (objection) this.troubles.noteChain('finality', objection)
      else await this.makeFinal(newest.number, kept)
    }
    const strays = blocks.flatMap(({ number, hash }, at): Stray[] => {
      const instead = hashes[at]
      return instead && instead !== hexOf(hash) ? [{ number, hash, instead }] : []
    })
    const objection = await this.strays.reopen(strays)
    if (objection) this.troubles.noteChain('finality', objection)
    headers.forgetBelow(oldest.number)
    return true
  }

  /** Ends early when others change the same batches: the next step makes the rest final. */
  private async makeFinal(upTo: number, blocks: readonly OwnBlock[]): Promise<void> {
    const values = [upTo, blocks.map(({ hash }) => hash), batchesPerStatement]
    for (let count = batchesPerStatement; count === batchesPerStatement; ) {
      const [row] = await this.tracking.database.query<{ count: number }>(sql.finalizeBatches, values)
      count = row?.count ?? 0
    }
  }

  private async raiseFee(of: sql.OpenLane, batch: sql.SubmittedBatch, above: Fees): Promise<void> {
    const { database, logger, chain, policy } = this.tracking
    const lane = this.tracking.lane()
    // Only the batch's own lane can sign a replacement; any lane can reanchor.
    if (lane?.id !== of.id) return
    const fees = await beatingAll(database, { batchId: batch.id, nonce: batch.nonce }, above, policy)
    const { hash, raw } = await lane.replace(database, batch, fees)
    logger.warn({ old: hexOf(batch.hash), now: hexOf(hash), ...fees }, 'a transaction is pending too long: fee raised')
    await chain.send([raw])
  }
}
