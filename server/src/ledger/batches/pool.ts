import { isServerError, type Session } from '../../base/database/db.js'
import { newUuid } from '../../base/ids.js'
import { FairQueue } from '../../base/turns/fair-queue.js'
import { ApiError, apiError } from '../../http/errors.js'
import { isClaimTaken } from '../../http/idempotency.js'
import { pooledMax } from '../batch-state.js'
import { random16 } from '../entry.js'
import type { Anchor } from '../lanes/lane.js'
import { seal } from '../seal.js'
import { isLostRace } from '../sql.js'
import { type Batching, heldLane } from './batching.js'
import { Bulk, type BulkWork } from './bulk.js'
import { type Contested, mayRetry, publicError } from './failure.js'
import { Waits } from './waits.js'
import type { AnyWriter, Recording, Submission, Writer } from './writer.js'

interface Waiting extends Contested {
  request: unknown
  owner: string
  /** Made when its batch closes, and kept if it moves to a later one. */
  item: Submission | undefined
  /** Where its request notes the batch, if it is traced. */
  batches: Set<string> | undefined
  resolve(recording: Recording<Submission, unknown>): void
  reject(error: unknown): void
}

/** A submission whose batch has closed. */
type Made = Waiting & { item: Submission }

/**
 * A batch has enough when it has these bytes: everyone waits for its commit. Where each interval has one batch, it takes what PostgreSQL
 * writes well within its time.
 */
const batchBytesMax = { unpaced: 256 << 10, paced: 16 << 20 }
/** One owner has half of the queue, so that others' submissions are still taken. */
const queueMax = {
  ownerMax: 25_000,
  allMax: 50_000,
  bytes: { ownerMax: 32 << 20, allMax: 64 << 20 },
}
/** Batches sent before the first is answered. */
const batchesUnderWay = 3
/** Items that make a further batch worth its transaction. */
const worthSending = 80
/** How long a batch waits for clients who were just answered: they send their next request at once, or not at all. */
const gatherMs = 1
/** After a repeated submission, this many batches are looked up before they are written. */
const carefulBatches = 64

/**
 * Gathers submissions into batches (group commit). It closes a batch when none is under way or enough items are waiting, and the
 * anchoring interval has passed: an idle service anchors at once, a busy one shares a transaction among all waiting items. Right
 * after answers it waits a moment for the next requests of the same clients: else half of them would wait for the other half by turns.
 *
 * I1: a submission is answered only after the COMMIT that holds it. A stamp is in exactly one batch, since its row names it.
 */
export class Pool {
  private readonly batching: Batching
  private readonly queues = new Map<AnyWriter, FairQueue<Waiting>>()
  private readonly bulk: Bulk
  private readonly waits = new Waits()
  /** The connection on which batches are pipelined. */
  private session: Promise<Session> | null = null
  private readonly underWay = new Set<Promise<void>>()
  private readonly whenIdle: (() => void)[] = []
  private scheduled = false
  private lastBatchAt = Number.NEGATIVE_INFINITY
  /** Number of submissions that were answered last or waited at that time, and until when a batch waits for as many. */
  private expected = { items: 0, untilMs: 0 }
  /**
   * Most submissions are new, so batches are written without a lookup: the unique index finds a repetition, at the price of a
   * rolled-back batch. After a repetition, this many batches are looked up first.
   */
  private careful = 0
  private closed = false
  /** Items recorded since the start, without bulks. */
  recorded = 0

  constructor(batching: Batching) {
    this.batching = batching
    this.bulk = new Bulk(batching, () => Promise.all(this.underWay))
  }

  /** True while submissions are accepted. */
  get takes(): boolean {
    return !this.closed && [...this.queues.values()].every((queue) => !queue.isFull)
  }

  /** How long the oldest submission has been waiting for its answer, in milliseconds; multi-stamps take their time. */
  get longestWaitMs(): number {
    return this.waits.longestMs
  }

  /** How many submissions wait for their answer. */
  get waiting(): number {
    return this.waits.count
  }

  /** Records a request in a batch with whatever else is waiting; owners take turns when that is more than a batch takes. */
  submit<Request, Item extends Submission, Found>(
    writer: Writer<Request, Item, Found>,
    request: Request,
  ): Promise<Recording<Item, Found>> {
    return new Promise((resolve, reject) => {
      const queue = this.queueOf(writer as unknown as AnyWriter)
      const owner = writer.ownerOf(request)
      const waiting: Waiting = {
        request,
        owner,
        item: undefined,
        batches: this.batching.traces?.ofRequest(),
        conflicts: 0,
        resolve: (recording) => {
          this.waits.end(waiting)
          resolve(recording as Recording<Item, Found>)
        },
        reject: (error) => {
          this.waits.end(waiting)
          reject(error)
        },
      }
      if (this.closed) return reject(apiError('unavailable'))
      if (!queue.add(owner, waiting)) return reject(apiError('queue_full'))
      this.waits.begin(waiting)
      this.kick()
    })
  }

  /** Records many entries in one batch, all or none, while other batches commit. @returns null when nothing was new */
  submitMany(work: BulkWork): Promise<Anchor | null> {
    return this.bulk.record(work)
  }

  /** Finishes what is waiting, and accepts nothing more. */
  async close(): Promise<void> {
    this.closed = true
    if (this.scheduled || this.underWay.size > 0) {
      await new Promise<void>((resolve) => {
        this.whenIdle.push(resolve)
      })
    }
    const session = this.session
    this.session = null
    // Not for others, as it plans differently.
    await session?.then((open) => open.release(true))
  }

  private openSession(): Promise<Session> {
    if (!this.session) {
      const opening = this.newSession()
      this.session = opening
      opening.catch(() => this.forgetSession(opening))
    }
    return this.session
  }

  private async newSession(): Promise<Session> {
    const session = await this.batching.database.session()
    try {
      await session.planOnce()
    } catch (error) {
      session.release(true)
      throw error
    }
    return session
  }

  private forgetSession(session: Promise<Session>): boolean {
    if (this.session !== session) return false
    this.session = null
    return true
  }

  private queueOf(writer: AnyWriter): FairQueue<Waiting> {
    let queue = this.queues.get(writer)
    if (!queue) {
      queue = new FairQueue(queueMax, ({ request }) => writer.bytesOf(request))
      this.queues.set(writer, queue)
    }
    return queue
  }

  private kick(): void {
    const waiting = this.waitingCount()
    if (this.mayFollow()) {
      this.closeBatch()
    } else if (!this.scheduled && waiting > 0 && this.underWay.size === 0) {
      this.scheduled = true
      // One turn of the event loop first, so what arrived in the same read shares the batch.
      setImmediate(() => this.gather())
    }
  }

  /** Closes a batch once the clients just answered are back, or have had time to be. Other requests are read meanwhile. */
  private gather(): void {
    const { items, untilMs } = this.expected
    if (this.waitingCount() < items && performance.now() < untilMs) setImmediate(() => this.gather())
    else this.closeBatch()
  }

  /** A batch worth its transaction is sent at once: PostgreSQL works while more is being read. */
  private mayFollow(): boolean {
    if (this.underWay.size >= batchesUnderWay || this.batching.anchorIntervalMs > 0) return false
    for (const { size, bytes } of this.queues.values())
      if (size >= worthSending || bytes >= this.batchBytesMax) return true
    return false
  }

  private get batchBytesMax(): number {
    return this.batching.anchorIntervalMs > 0 ? batchBytesMax.paced : batchBytesMax.unpaced
  }

  private waitingCount(): number {
    let waiting = 0
    for (const queue of this.queues.values()) waiting += queue.size
    return waiting
  }

  private closeBatch(): void {
    this.scheduled = false
    const waiting = this.waitingCount()
    if (waiting === 0 || (this.underWay.size > 0 && !this.mayFollow())) {
      this.settle()
      return
    }
    const pause = this.lastBatchAt + this.batching.anchorIntervalMs - performance.now()
    if (pause > 0) {
      this.scheduled = true
      setTimeout(() => this.closeBatch(), pause)
      return
    }
    this.lastBatchAt = performance.now()
    for (const [writer, queue] of this.queues) {
      if (queue.size === 0) continue
      const written = this.writeGroup(writer, queue.takeMany(pooledMax, this.batchBytesMax)).then(() => {
        this.underWay.delete(written)
        this.kick()
        this.settle()
      })
      this.underWay.add(written)
    }
  }

  /** Resolves `close` once nothing is waiting or under way. */
  private settle(): void {
    if (!this.scheduled && this.underWay.size === 0) for (const resolve of this.whenIdle.splice(0)) resolve()
  }

  private async writeGroup(writer: AnyWriter, waiting: Waiting[]): Promise<void> {
    const now = waiting.filter((one) => isMade(writer, one)).filter((one) => !this.postpone(writer, one))
    if (now.length === 0) return
    try {
      const later = await this.write(writer, now)
      for (const one of later.reverse()) this.queueOf(writer).putBack(one.owner, one)
    } catch (error) {
      const reason = publicError(error)
      for (const one of now) one.reject(reason)
    }
  }

  /** Postpones a submission that a bulk transaction is writing. */
  private postpone(writer: AnyWriter, one: Made): boolean {
    const bulk = this.bulk.writing(one.item.key)
    if (!bulk) return false
    bulk.then(() => {
      this.queueOf(writer).putBack(one.owner, one)
      this.kick()
    })
    return true
  }

  /** Commits a batch and answers it. @returns submissions to try again */
  private async write(writer: AnyWriter, waiting: Made[]): Promise<Made[]> {
    const lane = heldLane(this.batching)
    const found =
      this.careful-- > 0
        ? await writer.find(
            this.batching.database,
            waiting.map(({ item }) => item),
          )
        : []
    const winners = new Map<string, Made>()
    const later: Made[] = []
    waiting.forEach((one, at) => {
      const record = found[at] ?? null
      if (record !== null) {
        this.careful = carefulBatches
        one.resolve({ item: one.item, receipt: { outcome: 'found', found: record } })
      } else if (winners.has(one.item.key)) later.push(one)
      else winners.set(one.item.key, one)
    })
    if (winners.size === 0) return later
    const writing = [...winners.values()]
    const items = writing.map((one) => one.item)
    const batchId = newUuid(random16())
    const sealed = seal(items.map((item) => item.leaf))
    const opened = this.openSession()
    const session = await opened
    try {
      const anchor = await lane.anchorPipelined(session, batchId, sealed, (anchor) => [
        writer.insert(items, 0, batchId),
        ...writer.finish(items, anchor),
      ])
      const receipt = { outcome: 'written', anchor } as const
      for (const one of writing) {
        one.batches?.add(batchId)
        one.resolve({ item: one.item, receipt })
      }
      this.recorded += writing.length
      this.expected = { items: writing.length + this.waitingCount(), untilMs: performance.now() + gatherMs }
      this.batching.onCommitted()
    } catch (error) {
      const isBroken = !isServerError(error) && !(error instanceof ApiError)
      if (isBroken && this.forgetSession(opened)) session.release(true)
      if (isClaimTaken(error) && writing.length > 1) {
        // One of them is at fault: alone, only that one fails.
        for (const one of writing) await this.writeGroup(writer, [one])
        return later
      }
      const refused = writer.refuse?.(error, items) ?? new Map<Submission, ApiError>()
      // One of them is already recorded: look up which.
      const isLost = refused.size === 0 && isLostRace(error)
      if (isLost) {
        this.careful = carefulBatches
        await writer.afterLostRace(this.batching.database, items)
      }
      for (const one of writing) {
        if (refused.has(one.item)) one.reject(refused.get(one.item))
        else if (isLost || refused.size > 0 || mayRetry(error, one)) later.push(one)
        else one.reject(publicError(error))
      }
    }
    return later
  }
}

/** Makes the item, unless it is made. An item that can't be made rejects only its own submission. */
function isMade(writer: AnyWriter, one: Waiting): one is Made {
  try {
    one.item ??= writer.make(one.request)
    return true
  } catch (error) {
    one.reject(error)
    return false
  }
}
