import { v7 as uuidv7 } from 'uuid'
import { isServerError, type Session, type Statement, type Tx } from '../../base/database/db.js'
import { type Clock, systemClock, systemTimer, type Timer } from '../../base/turns/clock.js'
import { FairQueue } from '../../base/turns/fair-queue.js'
import { apiError } from '../../http/errors.js'
import type { Anchor, Lane } from '../lanes/lane.js'
import { seal } from '../seal.js'
import { isLaneTaken } from '../sql.js'
import { type Batching, heldLane } from './batching.js'
import { type Contested, mayRetry, publicError } from './failure.js'
import { Waits } from './waits.js'

/** The batch of a work, if it is committed, and the index of its first leaf; the others follow. */
export interface FirstLeaf {
  batchId: string
  leafIndex: number
}

/** The result of a work. */
export interface Done<T> {
  /** The leaves of the entries it recorded, in order. */
  leaves: readonly Uint8Array[]
  result: T
  /** Returns statements that need the transaction's ID, sent with the COMMIT; `anchor` is null without leaves. */
  finish?(anchor: Anchor | null): Statement[]
}

/**
 * A change of state: reads, decides and writes inside a database transaction, quickly, because others wait. It may run more than
 * once before it is committed, so its only effect may be on `tx`.
 */
export type Work<T> = (tx: Tx, first: FirstLeaf) => Promise<Done<T>>

/** A committed work; `anchor` is null when it had no leaves. */
export interface Recorded<T> {
  result: T
  anchor: Anchor | null
}

interface Waiting extends Contested {
  work: Work<unknown>
  owner: string
  /** Where its request notes the batch, if it is traced. */
  batches: Set<string> | undefined
  resolve(recorded: Recorded<unknown>): void
  reject(error: unknown): void
}

/** A work that ran in the open transaction. */
interface Ran {
  one: Waiting
  done: Done<unknown>
}

interface RecorderTerms extends Batching {
  clock?: Pick<Clock, 'elapsed'>
  timer?: Timer
}

const groupMax = 256
const queueMax = 10_000
/** One owner's part of the queue, so that others' works are still taken. */
const ownerMax = queueMax / 2

/**
 * Group commit for changes of state that need a database transaction: waiting works share one, each inside a savepoint, so a
 * failure undoes and rejects only its own work. Their leaves make one batch.
 *
 * I1: a work is answered only after the COMMIT that holds it, together with the signed batch of its leaves.
 */
export class Recorder {
  private readonly batching: RecorderTerms
  private readonly queue = new FairQueue<Waiting>({ ownerMax, allMax: queueMax })
  private running: Promise<void> | null = null
  private readonly waits: Waits
  private readonly clock: Pick<Clock, 'elapsed'>
  private readonly timer: Timer
  private lastBatchAt = Number.NEGATIVE_INFINITY
  private closed = false

  constructor(batching: RecorderTerms) {
    this.batching = batching
    this.clock = batching.clock ?? systemClock
    this.timer = batching.timer ?? systemTimer
    this.waits = new Waits(this.clock)
  }

  /** How long the oldest work has been waiting for its answer, in milliseconds. */
  get longestWaitMs(): number {
    return this.waits.longestMs
  }

  /** How many submissions wait for their answer. */
  get waiting(): number {
    return this.waits.count
  }

  /** True while works are accepted and can be committed. */
  get takes(): boolean {
    const lane = this.batching.lane()
    return !this.closed && this.queue.size < queueMax && lane !== null && !lane.lost
  }

  /**
   * Runs a work and commits it with whatever else is waiting; owners take turns when that is more than fits.
   *
   * @param owner the account it is for; works of the service itself share one
   * @throws the work's error, after undoing it; {ApiError} 503 when it could not be committed
   */
  record<T>(work: Work<T>, owner = ''): Promise<Recorded<T>> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        work,
        owner,
        conflicts: 0,
        batches: this.batching.traces?.ofRequest(),
        resolve: (recorded) => {
          this.waits.end(waiting)
          resolve(recorded as Recorded<T>)
        },
        reject: (error) => {
          this.waits.end(waiting)
          reject(error)
        },
      }
      if (this.closed || !this.queue.add(owner, waiting)) return reject(apiError('unavailable'))
      this.waits.begin(waiting)
      this.kick()
    })
  }

  /** Finishes what is waiting, and accepts nothing more. */
  async close(): Promise<void> {
    this.closed = true
    while (this.running) await this.running
  }

  private kick(): void {
    // One turn of the event loop first, so what arrived in the same read shares the batch.
    this.running ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.drain())
      .finally(() => {
        this.running = null
        if (this.queue.size > 0) this.kick()
      })
  }

  private async drain(): Promise<void> {
    while (this.queue.size > 0) {
      const pause = this.lastBatchAt + this.batching.anchorIntervalMs - this.clock.elapsed()
      if (pause > 0) await new Promise<void>((resolve) => this.timer(pause, resolve))
      await this.commitGroup(this.queue.takeMany(groupMax))
    }
  }

  /** Commits a group. When PostgreSQL rolled it back, tries each work alone: one of them may be at fault. */
  private async commitGroup(group: Waiting[]): Promise<void> {
    try {
      await this.tryGroup(group)
    } catch (error) {
      const isUndone = isServerError(error) && !isLaneTaken(error)
      if (!isUndone || group.length === 1) {
        for (const one of group) one.reject(publicError(error))
        return
      }
      for (const one of group) await this.commitGroup([one])
    }
  }

  private async tryGroup(group: readonly Waiting[]): Promise<void> {
    const { database } = this.batching
    const lane = heldLane(this.batching)
    const batchId = uuidv7()
    const session = await database.session()
    let broken = true
    try {
      await session.begin()
      const ran: Ran[] = []
      const leaves: Uint8Array[] = []
      for (const one of group) {
        const done = await this.runInSavepoint(session, one, { batchId, leafIndex: leaves.length })
        if (!done) continue
        ran.push({ one, done })
        leaves.push(...done.leaves)
      }
      const anchor = await this.commit(session, lane, batchId, leaves, ran)
      broken = false
      for (const { one, done } of ran) {
        if (done.leaves.length > 0) one.batches?.add(batchId)
        one.resolve({ result: done.result, anchor: done.leaves.length > 0 ? anchor : null })
      }
    } finally {
      session.release(broken)
    }
  }

  /** Runs one work. @returns null when it failed and was undone. @throws {Error} when the connection is lost */
  private async runInSavepoint(session: Session, one: Waiting, first: FirstLeaf): Promise<Done<unknown> | null> {
    await session.script('SAVEPOINT work')
    let failure: unknown
    try {
      const done = await one.work(session, first)
      await session.script('RELEASE SAVEPOINT work')
      return done
    } catch (error) {
      failure = error
    }
    await session.script('ROLLBACK TO SAVEPOINT work; RELEASE SAVEPOINT work')
    if (mayRetry(failure, one)) this.queue.putBack(one.owner, one)
    else one.reject(publicError(failure))
    return null
  }

  /** Signs the batch and commits everything. Without leaves it is a plain COMMIT, which takes no nonce. */
  private async commit(
    session: Session,
    lane: Lane,
    batchId: string,
    leaves: readonly Uint8Array[],
    ran: readonly Ran[],
  ): Promise<Anchor | null> {
    const finish = (anchor: Anchor | null) =>
      ran.flatMap(({ done }) => done.finish?.(done.leaves.length > 0 ? anchor : null) ?? [])
    if (leaves.length === 0) {
      await session.commit(finish(null))
      return null
    }
    this.lastBatchAt = this.clock.elapsed()
    const anchor = await lane.anchor(session, batchId, seal(leaves), finish)
    this.batching.onCommitted()
    return anchor
  }
}
