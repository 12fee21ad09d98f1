import type { SendResult } from '../../chain/chain.js'
import { hexOf } from '../../chain/hex.js'
import { fillingOf, holesIn, signFills } from '../lanes/holes.js'
import * as sql from '../sql.js'
import type { TroubleNotes } from '../troubles.js'
import { type ChainView, next } from './next.js'
import { NonceTimer } from './nonce-timer.js'
import { beatingAll } from './offers.js'
import type { Tracking } from './tracking.js'

/** A lane in one step: how it stands at the node, and the batches it waits for. */
export interface LaneView {
  lane: sql.OpenLane
  seen: ChainView
  /** Submitted batches by nonce: the oldest, and those from `pendingNonce` on. */
  batches: readonly sql.SubmittedBatch[]
  /** Every submitted batch from `pendingNonce` on and below this nonce is listed. */
  listedUntil: number
}

/** A transaction to send; `batch` is the one it is for now. */
interface Sendable {
  nonce: number
  raw: Buffer
  batch?: string
}

const rawsPerSend = 100
/** Nodes' words for: another version of this transaction is here, which offers more. */
const underpriced = /replacement.*(underpriced|not ?allowed)/i
/** When the oldest batch is in no block for this long, its transaction is sent again, whatever the node says of it. */
const resendMs = 15_000

/** Brings to the node what it lacks: every nonce of a lane below the next one, in order, whatever has become of its batch. */
export class Sending {
  private readonly tracking: Tracking
  private readonly troubles: TroubleNotes
  /** The oldest submitted nonce of each lane. */
  private readonly oldest: NonceTimer
  /** The lowest open nonce of each lane whose transaction the node has without counting it as pending. */
  private readonly held: NonceTimer
  /** By lane: since when nothing that was signed for a nonce is found. */
  private readonly missing = new Map<number, Map<number, number>>()

  constructor(tracking: Tracking, troubles: TroubleNotes) {
    this.tracking = tracking
    this.troubles = troubles
    this.oldest = new NonceTimer(tracking.now)
    this.held = new NonceTimer(tracking.now)
  }

  /**
   * Sends `wanted`, and what fills holes before and between them.
   *
   * @returns how many transactions the node took
   */
  async send(view: LaneView, wanted: readonly sql.SubmittedBatch[]): Promise<number> {
    const { lane, seen, batches } = view
    const first = batches[0]
    const isStuck = first !== undefined && this.isStuck(lane.id, first.nonce)
    const from = isStuck ? Math.min(seen.pendingNonce, await this.lowest(view, first.nonce)) : seen.pendingNonce
    const again = isStuck ? batches.filter((batch) => !wanted.includes(batch)).slice(0, rawsPerSend) : []
    const filling = await this.fill(view, from)
    const sendable: Sendable[] = [...wanted, ...again].map(({ nonce, raw, id }) => ({ nonce, raw, batch: id }))
    const inOrder = [...sendable, ...filling].sort((a, b) => a.nonce - b.nonce)
    return this.broadcast(view, inOrder)
  }

  /** Returns how long the node has had a transaction of a nonce without counting it as pending, in milliseconds. */
  heldMs(lane: number, nonce: number): number {
    return this.held.msOf(lane, nonce)
  }

  /** @param first the lowest nonce that was sent, and the node's answer to it */
  private noteHeld({ lane, seen }: LaneView, first?: Sendable, answer?: SendResult): void {
    const { minedNonce, pendingNonce } = seen
    const isThere = answer?.outcome === 'known' || (answer?.outcome === 'refused' && underpriced.test(answer.reason))
    const isHeld = first?.nonce === minedNonce && pendingNonce <= minedNonce && isThere
    if (isHeld) this.held.note(lane.id, minedNonce)
    else this.held.forget(lane.id)
  }

  /** True each time that the same nonce has been the oldest for long. */
  private isStuck(lane: number, nonce: number): boolean {
    this.oldest.note(lane, nonce)
    if (this.oldest.msOf(lane, nonce) < resendMs) return false
    this.oldest.forget(lane)
    this.oldest.note(lane, nonce)
    return true
  }

  /** The lowest nonce that no verified block shows as used. */
  private async lowest({ lane, seen }: LaneView, oldest: number): Promise<number> {
    const [shown] = await this.tracking.database.query<{ nonce: number }>(sql.shownNonce, [lane.id, oldest])
    return shown?.nonce ?? Math.min(seen.minedNonce, oldest)
  }

  private async fill(view: LaneView, from: number): Promise<Sendable[]> {
    const { database, lane: held } = this.tracking
    const { lane, batches, listedUntil } = view
    const holes = holesIn(
      from,
      listedUntil,
      batches.map(({ nonce }) => nonce),
    )
    if (holes.length === 0) {
      this.missing.delete(lane.id)
      return []
    }
    const { stored, empty } = await fillingOf(database, lane, holes)
    const due = await this.dueOf(view, empty)
    const own = held()
    if (due.length > 0 && own?.id === lane.id) await signFills(database, own, due)
    const waiting = batches.find(({ nonce }) => nonce > (due[0] ?? Number.POSITIVE_INFINITY))
    if (waiting) this.troubles.note(waiting.id, `nonce ${due[0]} before it has no transaction`)
    const raised = await this.raiseFirst(view, stored)
    return stored.map((one) => (one === raised?.of ? { nonce: one.nonce, raw: raised.raw } : one))
  }

  /** Returns the nonces that were missing for long enough. Nonces below a used one were used, too. */
  private async dueOf({ lane }: LaneView, empty: readonly number[]): Promise<number[]> {
    const { database, now, fillAfterMs } = this.tracking
    const before = this.missing.get(lane.id)
    const since = new Map(empty.map((nonce) => [nonce, before?.get(nonce) ?? now()]))
    this.missing.set(lane.id, since)
    const due = empty.filter((nonce) => now() - (since.get(nonce) as number) >= fillAfterMs)
    if (due.length === 0) return due
    const [shown] = await database.query<{ nonce: number }>(sql.shownNonce, [lane.id, lane.next_nonce])
    return due.filter((nonce) => nonce >= (shown?.nonce ?? 0))
  }

  /** Raises the fee of the first transaction if it holds up the others for too long: no batch does that for it. */
  private async raiseFirst({ lane, seen }: LaneView, stored: readonly sql.StoredTransaction[]) {
    const { database, policy, logger } = this.tracking
    const first = stored.find(({ nonce }) => nonce === seen.minedNonce)
    const own = this.tracking.lane()
    if (!first || own?.id !== lane.id) return undefined
    const step = next(first, seen, policy)
    if (step.do !== 'replace') return undefined
    const fees = await beatingAll(database, { batchId: first.batch_id, nonce: first.nonce }, step.fees, policy)
    const { raw, hash } = await own.raise(database, first, fees)
    logger.warn({ old: hexOf(first.hash), now: hexOf(hash), ...fees }, 'a filled nonce is pending too long: fee raised')
    return { of: first, raw }
  }

  /** Sends in nonce order, up to the first rejection: the rest would only wait behind it. */
  private async broadcast(view: LaneView, all: readonly Sendable[]): Promise<number> {
    if (all.length === 0) this.held.forget(view.lane.id)
    for (let at = 0; at < all.length; at += rawsPerSend) {
      const sent = all.slice(at, at + rawsPerSend)
      const startedMs = performance.now()
      const results = await this.tracking.chain.send(sent.map(({ raw }) => raw))
      this.trace(sent, results, performance.now() - startedMs)
      if (at === 0) this.noteHeld(view, sent[0], results[0])
      const refused = results.find((result) => result.outcome === 'refused')
      if (refused) {
        this.tracking.logger.error({ reason: refused.reason }, 'the node rejected a transaction')
        const batch = sent[results.indexOf(refused)]?.batch ?? view.batches[0]?.id
        if (batch) this.troubles.note(batch, `the node rejects the transaction: ${refused.reason}`)
        return at
      }
    }
    return all.length
  }

  private trace(sent: readonly Sendable[], results: readonly SendResult[], ms: number): void {
    const { traces } = this.tracking
    if (!traces) return
    sent.forEach(({ batch }, at) => {
      if (batch !== undefined) traces.sent(batch, results[at] as SendResult, ms)
    })
  }
}
