import { v7 as uuidv7 } from 'uuid'
import type { Database, Session, Statement, Tx } from '../base/db.js'
import { isServerError } from '../base/db.js'
import { apiError } from '../http/errors.js'
import type { Anchor, Lane } from './lane.js'
import { publicError } from './refusal.js'
import { seal } from './seal.js'
import { isLaneTaken } from './sql.js'

/** The batch of a work, if it is committed, and the index of its first leaf; the others follow. */
export interface FirstLeaf {
  batchId: string
  leafIndex: number
}

/** What a work has done. */
export interface Done<T> {
  /** The leaves of the entries it recorded, in order; none when there was nothing to record. */
  leaves: readonly Uint8Array[]
  result: T
  /** Statements that need to know the transaction's id, sent with the COMMIT; null when the work has no leaves. */
  finish?(anchor: Anchor | null): Statement[]
}

/**
 * A change of state: reads, decides and writes inside a database transaction, quickly, for others wait. It may be run more
 * than once before it is committed, so it must have no effect but on `tx`.
 */
export type Work<T> = (tx: Tx, first: FirstLeaf) => Promise<Done<T>>

/** What became of a work, once it is committed; `anchor` is null when it had no leaves. */
export interface Recorded<T> {
  result: T
  anchor: Anchor | null
}

interface Waiting {
  work: Work<unknown>
  attempts: number
  resolve(recorded: Recorded<unknown>): void
  reject(error: unknown): void
}

/** A work that ran inside the open transaction. */
interface Ran {
  one: Waiting
  done: Done<unknown>
}

/** Settings of a {@link Recorder}. */
export interface RecorderOptions {
  database: Database
  /** The lane this process holds, or null while it holds none. */
  lane(): Lane | null
  /** Least time between two batches; 0 = as fast as they commit. */
  anchorIntervalMs: number
  /** Called after each batch, so that the tracker broadcasts. */
  onCommitted(): void
}

const groupMax = 256
const queueMax = 10_000
const attemptsMax = 5

/**
 * Group commit for changes of state that need a real transaction: what is waiting shares one, each work inside a savepoint,
 * so that a refusal undoes and rejects only its own. Their leaves make one batch.
 *
 * I1: a work is answered only after the COMMIT that holds it, together with the signed batch of its leaves.
 */
export class Recorder {
  private readonly options: RecorderOptions
  private queue: Waiting[] = []
  private running: Promise<void> | null = null
  private lastBatchAt = 0
  private closed = false

  constructor(options: RecorderOptions) {
    this.options = options
  }

  /** Would a work be taken, and could it be committed, now? */
  get takes(): boolean {
    const lane = this.options.lane()
    return !this.closed && this.queue.length < queueMax && lane !== null && !lane.lost
  }

  /**
   * Runs a work and commits it with whatever else is waiting.
   *
   * @throws what the work threw, and nothing of it stays; ApiError 503 when it could not be committed
   */
  record<T>(work: Work<T>): Promise<Recorded<T>> {
    return new Promise((resolve, reject) => {
      if (this.closed || this.queue.length >= queueMax) return reject(apiError('unavailable'))
      this.queue.push({ work, attempts: 0, resolve: resolve as Waiting['resolve'], reject })
      this.kick()
    })
  }

  /** Finishes what is waiting and takes nothing more. */
  async close(): Promise<void> {
    this.closed = true
    while (this.running) await this.running
  }

  private kick(): void {
    // One turn of the event loop first: what arrived in the same read shares the batch.
    this.running ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.drain())
      .finally(() => {
        this.running = null
        if (this.queue.length > 0) this.kick()
      })
  }

  private async drain(): Promise<void> {
    while (this.queue.length > 0) {
      const pause = this.lastBatchAt + this.options.anchorIntervalMs - Date.now()
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      await this.commitGroup(this.queue.splice(0, groupMax))
    }
  }

  /** Commits a group. If it fails as a whole though PostgreSQL undid it, each is tried alone: the fault may be of one. */
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
    const { database } = this.options
    const lane = this.options.lane()
    if (!lane || lane.lost) throw apiError('unavailable')
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
        one.resolve({ result: done.result, anchor: done.leaves.length > 0 ? anchor : null })
      }
    } finally {
      session.release(broken)
    }
  }

  /** Runs one work; what it throws undoes it alone, and null is returned. @throws Error when the connection is lost */
  private async runInSavepoint(session: Session, one: Waiting, first: FirstLeaf): Promise<Done<unknown> | null> {
    await session.script('SAVEPOINT work')
    let refusal: unknown
    try {
      const done = await one.work(session, first)
      await session.script('RELEASE SAVEPOINT work')
      return done
    } catch (error) {
      refusal = error
    }
    await session.script('ROLLBACK TO SAVEPOINT work; RELEASE SAVEPOINT work')
    // Two processes met in the other's way (deadlock): that passes.
    const isCrossed = isServerError(refusal) && /^40/.test(refusal.code ?? '')
    if (isCrossed && ++one.attempts < attemptsMax) this.queue.push(one)
    else one.reject(publicError(refusal))
    return null
  }

  /** Signs the batch and commits everything; without leaves a plain COMMIT, which takes no nonce. */
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
    this.lastBatchAt = Date.now()
    const anchor = await lane.anchor(session, batchId, seal(leaves), finish)
    this.options.onCommitted()
    return anchor
  }
}
