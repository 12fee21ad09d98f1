import { v7 as uuidv7 } from 'uuid'
import type { Database, Queryable, Session, Statement } from '../base/db.js'
import { isPassing, isServerError, OutcomeUnknownError } from '../base/db.js'
import { apiError } from '../base/errors.js'
import { isClaimTaken } from '../base/idempotency.js'
import type { Anchor, Lane } from './lane.js'
import { seal, sealInTurns } from './seal.js'
import { isLaneTaken, isLostRace } from './sql.js'

/** What a room hands in to be recorded. */
export interface Submission {
  /** Two submissions of the same key are the same thing: only one is recorded. */
  key: string
  leaf: Uint8Array
}

/** How a room records its submissions; it writes its own tables only. */
export interface Writer<Item extends Submission, Found> {
  /** Looks up what is recorded already; null for what is new. */
  find(db: Queryable, items: readonly Item[]): Promise<(Found | null)[]>
  /** The rows of `items`, whose leaves stand at `firstIndex` and following. Must violate a unique index if one lost a race. */
  insert(items: readonly Item[], firstIndex: number, batchId: string): Statement
  /** What else the same database transaction records, once for each batch. */
  finish(items: readonly Item[], anchor: Anchor): Statement[]
  /** Called when a commit of `items` lost a race on a unique index, before they are looked up and tried again. */
  afterLostRace(db: Queryable, items: readonly Item[]): Promise<void>
}

/** What became of a submission. */
export type Receipt<Found> = { outcome: 'written'; anchor: Anchor } | { outcome: 'found'; found: Found }

interface Waiting {
  item: Submission
  resolve(receipt: Receipt<unknown>): void
  reject(error: unknown): void
}

type AnyWriter = Writer<Submission, unknown>

/** Settings of a {@link Pool}. */
export interface PoolOptions {
  database: Database
  /** The lane this process holds, or null while it holds none. */
  lane(): Lane | null
  /** Least time between two batches; 0 = as fast as they commit. */
  anchorIntervalMs: number
  /** Called after each commit, so that the tracker broadcasts. */
  onCommitted(): void
}

const batchItemsMax = 4096
const queueItemsMax = 50_000
const rowsPerInsert = 2_000
/** Batches sent before the first of them is answered; a second one only when this many items wait for it. */
const batchesUnderWay = 3
const worthSending = 96
/** After a repeated submission this many batches are looked up before they are written. */
const carefulBatches = 64

/**
 * Gathers submissions into batches (group commit): a batch closes when the one before it is committed and the anchoring
 * interval has passed, so an idle service seals at once and a busy one shares a transaction among all who wait.
 *
 * I1: a submission is answered only after the COMMIT that holds it. A stamp is in exactly one batch, since its row names it.
 */
export class Pool {
  private readonly options: PoolOptions
  private readonly queues = new Map<AnyWriter, Waiting[]>()
  /** Keys that a bulk transaction is writing; others with the same key wait for its outcome instead of for its row locks. */
  private readonly inBulk = new Map<string, Promise<void>>()
  /** The connection that batches are sent on, one behind the other. */
  private session: Promise<Session> | null = null
  private readonly underWay = new Set<Promise<void>>()
  private readonly whenIdle: (() => void)[] = []
  private scheduled = false
  private lastBatchAt = 0
  /**
   * New submissions are the rule, so batches are written without looking whether they are recorded already: the unique index
   * says so, at the price of a rolled-back batch. Where repetitions come, they are looked up first, until none has come for a while.
   */
  private careful = 0
  private closed = false

  constructor(options: PoolOptions) {
    this.options = options
  }

  /** Would a submission be taken now? */
  get takes(): boolean {
    return !this.closed && [...this.queues.values()].every((queue) => queue.length < queueItemsMax)
  }

  /** Records one item, sharing a batch with whatever else is waiting. */
  submit<Item extends Submission, Found>(writer: Writer<Item, Found>, item: Item): Promise<Receipt<Found>> {
    return new Promise((resolve, reject) => {
      const queue = this.queueOf(writer as unknown as AnyWriter)
      if (this.closed || queue.length >= queueItemsMax) return reject(apiError('unavailable'))
      queue.push({ item, resolve: resolve as Waiting['resolve'], reject })
      this.kick()
    })
  }

  /**
   * Records many items in one batch, all or none. The rows are written on a connection of their own, so that other batches
   * commit meanwhile; only signing and COMMIT take their turn on the lane.
   *
   * @returns a receipt for each item, in order; items recorded already, or repeated, are found
   */
  async submitMany<Item extends Submission, Found>(
    writer: Writer<Item, Found>,
    items: readonly Item[],
  ): Promise<Receipt<Found>[]> {
    const release = await this.reserve(items)
    try {
      for (;;) {
        const receipts = await this.tryMany(writer, items)
        if (receipts) return receipts
      }
    } catch (error) {
      throw publicError(error)
    } finally {
      release()
    }
  }

  /** Finishes what is waiting and takes nothing more. */
  async close(): Promise<void> {
    this.closed = true
    if (this.scheduled || this.underWay.size > 0) {
      await new Promise<void>((resolve) => {
        this.whenIdle.push(resolve)
      })
    }
    const session = this.session
    this.session = null
    await session?.then((open) => open.release())
  }

  private openSession(): Promise<Session> {
    if (!this.session) {
      const opening = this.options.database.session()
      this.session = opening
      opening.catch(() => this.forgetSession(opening))
    }
    return this.session
  }

  private forgetSession(session: Promise<Session>): boolean {
    if (this.session !== session) return false
    this.session = null
    return true
  }

  private queueOf(writer: AnyWriter): Waiting[] {
    let queue = this.queues.get(writer)
    if (!queue) {
      queue = []
      this.queues.set(writer, queue)
    }
    return queue
  }

  private kick(): void {
    const waiting = this.waitingCount()
    if (this.mayFollow(waiting)) {
      this.closeBatch()
    } else if (!this.scheduled && waiting > 0 && this.underWay.size === 0) {
      this.scheduled = true
      // One turn of the event loop first: what arrived in the same read shares the batch.
      setImmediate(() => this.closeBatch())
    }
  }

  /** What makes a batch worth its transaction is sent at once, so that PostgreSQL works while more is being read. */
  private mayFollow(waiting: number): boolean {
    return waiting >= worthSending && this.underWay.size < batchesUnderWay && this.options.anchorIntervalMs === 0
  }

  private waitingCount(): number {
    let waiting = 0
    for (const queue of this.queues.values()) waiting += queue.length
    return waiting
  }

  private closeBatch(): void {
    this.scheduled = false
    const waiting = this.waitingCount()
    if (waiting === 0 || (this.underWay.size > 0 && !this.mayFollow(waiting))) {
      this.settle()
      return
    }
    const pause = this.lastBatchAt + this.options.anchorIntervalMs - Date.now()
    if (pause > 0) {
      this.scheduled = true
      setTimeout(() => this.closeBatch(), pause)
      return
    }
    this.lastBatchAt = Date.now()
    for (const [writer, queue] of this.queues) {
      if (queue.length === 0) continue
      const written = this.writeGroup(writer, queue.splice(0, batchItemsMax)).then(() => {
        this.underWay.delete(written)
        this.kick()
        this.settle()
      })
      this.underWay.add(written)
    }
  }

  /** Tells whoever closes the pool that nothing is waiting or under way. */
  private settle(): void {
    if (!this.scheduled && this.underWay.size === 0) for (const resolve of this.whenIdle.splice(0)) resolve()
  }

  private async writeGroup(writer: AnyWriter, waiting: Waiting[]): Promise<void> {
    const now = waiting.filter((one) => !this.postpone(writer, one))
    if (now.length === 0) return
    try {
      const later = await this.write(writer, now)
      this.queueOf(writer).unshift(...later)
    } catch (error) {
      const reason = publicError(error)
      for (const one of now) one.reject(reason)
    }
  }

  /** Puts aside what a bulk transaction is just writing. */
  private postpone(writer: AnyWriter, one: Waiting): boolean {
    const bulk = this.inBulk.get(one.item.key)
    if (!bulk) return false
    bulk.then(() => {
      this.queueOf(writer).push(one)
      this.kick()
    })
    return true
  }

  /** Commits a batch and answers it. Returns what must be looked at again because it repeats a key of this batch. */
  private async write(writer: AnyWriter, waiting: Waiting[]): Promise<Waiting[]> {
    const lane = this.heldLane()
    const found =
      this.careful-- > 0
        ? await writer.find(
            this.options.database,
            waiting.map(({ item }) => item),
          )
        : []
    const winners = new Map<string, Waiting>()
    const later: Waiting[] = []
    waiting.forEach((one, at) => {
      const record = found[at] ?? null
      if (record !== null) {
        this.careful = carefulBatches
        one.resolve({ outcome: 'found', found: record })
      } else if (winners.has(one.item.key)) later.push(one)
      else winners.set(one.item.key, one)
    })
    if (winners.size === 0) return later
    const writing = [...winners.values()]
    const items = writing.map((one) => one.item)
    const batchId = uuidv7()
    const sealed = seal(items.map((item) => item.leaf))
    const opened = this.openSession()
    const session = await opened
    try {
      const anchor = await lane.anchorInLine(session, batchId, sealed, (anchor) => [
        writer.insert(items, 0, batchId),
        ...writer.finish(items, anchor),
      ])
      for (const one of writing) one.resolve({ outcome: 'written', anchor })
      this.options.onCommitted()
    } catch (error) {
      if (!isServerError(error) && this.forgetSession(opened)) session.release(true)
      if (!isLostRace(error)) throw error
      // One of them is recorded already: look which.
      this.careful = carefulBatches
      await writer.afterLostRace(this.options.database, items)
      later.push(...writing)
    }
    return later
  }

  /** One attempt at a bulk batch; null when a race was lost and everything was rolled back. */
  private async tryMany<Item extends Submission, Found>(
    writer: Writer<Item, Found>,
    items: readonly Item[],
  ): Promise<Receipt<Found>[] | null> {
    const lane = this.heldLane()
    const found: (Found | null)[] = []
    for (let at = 0; at < items.length; at += rowsPerInsert) {
      found.push(...(await writer.find(this.options.database, items.slice(at, at + rowsPerInsert))))
    }
    const winners = items.filter((_, at) => found[at] === null)
    const first = new Set(winners.map((item) => item.key))
    if (first.size < winners.length) throw new Error('submitMany was given the same key twice')
    const anchor = winners.length > 0 ? await this.commitMany(lane, writer, winners) : undefined
    if (anchor === null) return null
    return items.map((_, at): Receipt<Found> => {
      const record = found[at]
      return record != null ? { outcome: 'found', found: record } : { outcome: 'written', anchor: anchor as Anchor }
    })
  }

  private async commitMany<Item extends Submission, Found>(
    lane: Lane,
    writer: Writer<Item, Found>,
    items: readonly Item[],
  ): Promise<Anchor | null> {
    const batchId = uuidv7()
    const sealed = await sealInTurns(items.map((item) => item.leaf))
    const session = await this.options.database.session()
    let broken = true
    try {
      await session.begin()
      for (let at = 0; at < items.length; at += rowsPerInsert) {
        await insertInto(session, writer.insert(items.slice(at, at + rowsPerInsert), at, batchId))
      }
      const anchor = await lane.anchor(session, batchId, sealed, (anchor) => writer.finish(items, anchor))
      broken = false
      this.options.onCommitted()
      return anchor
    } catch (error) {
      if (!isLostRace(error)) throw error
      await writer.afterLostRace(this.options.database, items)
      return null
    } finally {
      session.release(broken)
    }
  }

  private heldLane(): Lane {
    const lane = this.options.lane()
    if (!lane || lane.lost) throw apiError('unavailable')
    return lane
  }

  /** Waits until no bulk transaction writes any of the keys, then marks them as being written. */
  private async reserve(items: readonly Submission[]): Promise<() => void> {
    for (;;) {
      const busy = new Set(items.flatMap((item) => this.inBulk.get(item.key) ?? []))
      if (busy.size === 0) break
      await Promise.all(busy)
    }
    let done: () => void = () => undefined
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    for (const item of items) this.inBulk.set(item.key, finished)
    return () => {
      for (const item of items) this.inBulk.delete(item.key)
      done()
    }
  }
}

async function insertInto(session: Session, statement: Statement): Promise<void> {
  await session.execute(statement.text, statement.values)
}

/** What the clients of a failed batch are told: to try again when that can help, and nothing about our insides. */
function publicError(error: unknown): unknown {
  if (error instanceof OutcomeUnknownError) return apiError('outcome_unknown')
  return isPassing(error) || isLaneTaken(error) || isClaimTaken(error) ? apiError('unavailable') : error
}
