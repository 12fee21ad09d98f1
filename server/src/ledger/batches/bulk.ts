import { v7 as uuidv7 } from 'uuid'
import type { Queryable, Statement } from '../../base/database/db.js'
import type { ApiError } from '../../http/errors.js'
import type { Anchor } from '../lanes/lane.js'
import type { Seal } from '../seal.js'
import { isLostRace } from '../sql.js'
import { type Batching, heldLane } from './batching.js'
import { mayRetry, publicError } from './failure.js'

/** Many entries of one room, recorded in one batch. */
export interface BulkWork {
  /** Its entries, at most. */
  size: number
  /** Looks up which entries are new, and builds the tree over them. @returns null when none is */
  prepare(db: Queryable): Promise<Seal | null>
  /** Returns whether it may be writing the key of a submission; asked from `prepare` on. */
  writes(key: string): boolean
  /** Returns the statements for the rows of new entries, a few thousand each. Must violate a unique index if one lost a race. */
  inserts(batchId: string): AsyncIterable<Statement>
  /** Returns what else the database transaction records. */
  finish(anchor: Anchor): Statement[]
  /** Returns the refusal that a failed commit means; undefined when it means none. */
  refuse?(error: unknown): ApiError | undefined
  /** Called when it lost a race on a unique index, before it is prepared again. */
  afterLostRace(db: Queryable): Promise<void>
}

/** Bulks up to this size don't wait for larger ones, which take seconds. */
const smallMax = 2_048

interface Running {
  work: BulkWork
  ended: Promise<void>
}

/**
 * Records bulks, each in one batch of its own. At most one large and one small bulk write at a time: a bulk keeps a processor of
 * PostgreSQL busy, and everyone else's stamps need another.
 */
export class Bulk {
  private readonly batching: Batching
  private readonly otherBatches: () => Promise<unknown>
  private readonly running = new Set<Running>()
  /** The last bulk of each size; the next one starts after it. */
  private readonly last = { small: Promise.resolve(), large: Promise.resolve() }

  /** @param otherBatches settles when the batches that are under way now have ended */
  constructor(batching: Batching, otherBatches: () => Promise<unknown>) {
    this.batching = batching
    this.otherBatches = otherBatches
  }

  /**
   * Settles when the bulk that writes the key ends; undefined without one. Other writers of a key wait for that instead of its row
   * locks.
   */
  writing(key: string): Promise<void> | undefined {
    for (const { work, ended } of this.running) if (work.writes(key)) return ended
    return undefined
  }

  /**
   * Records a bulk, all or nothing. It writes the rows on a connection of its own, so other batches commit meanwhile; only signing
   * and COMMIT take their turn on the lane.
   *
   * @returns null when nothing was new
   */
  async record(work: BulkWork): Promise<Anchor | null> {
    const size = work.size <= smallMax ? 'small' : 'large'
    const before = this.last[size]
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    this.last[size] = before.then(() => ended)
    await before
    const running = { work, ended }
    this.running.add(running)
    try {
      for (const contested = { conflicts: 0 }; ; ) {
        const seal = await work.prepare(this.batching.database)
        if (!seal) return null
        try {
          return await this.write(work, seal)
        } catch (error) {
          const refusal = work.refuse?.(error)
          if (refusal) throw refusal
          // In a conflict, two bulks wrote the same hashes in another order.
          if (!isLostRace(error) && !mayRetry(error, contested)) throw error
        }
        await work.afterLostRace(this.batching.database)
      }
    } catch (error) {
      throw publicError(error)
    } finally {
      this.running.delete(running)
      end()
    }
  }

  /** Writes the rows and signs the batch. PostgreSQL undoes all of it when it fails. */
  private async write(work: BulkWork, seal: Seal): Promise<Anchor> {
    const lane = heldLane(this.batching)
    // Batches closed before its keys were known may write the same. PostgreSQL would let them wait for this bulk, which waits for
    // them before it is signed.
    await this.otherBatches()
    const batchId = uuidv7()
    const session = await this.batching.database.session()
    let broken = true
    try {
      await session.begin()
      for await (const { text, values } of work.inserts(batchId)) await session.execute(text, values)
      const anchor = await lane.anchor(session, batchId, seal, (anchor) => work.finish(anchor))
      broken = false
      this.batching.traces?.ofRequest()?.add(batchId)
      this.batching.onCommitted()
      return anchor
    } finally {
      session.release(broken)
    }
  }
}
