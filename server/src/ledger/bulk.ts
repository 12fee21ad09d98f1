import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../base/db.js'
import { apiError } from '../http/errors.js'
import type { Anchor, Lane } from './lane.js'
import { publicError } from './refusal.js'
import { sealInTurns } from './seal.js'
import { isLostRace } from './sql.js'
import type { Receipt, Submission, Writer } from './writer.js'

/** Dependencies for committing batches. */
export interface BulkOptions {
  database: Database
  /** The lane this process holds, if any. */
  lane(): Lane | null
  /** Called after each commit, to wake the tracker. */
  onCommitted(): void
}

const rowsPerInsert = 2_000

/** @throws {ApiError} 503 while this process holds no lane */
export function heldLane(options: Pick<BulkOptions, 'lane'>): Lane {
  const lane = options.lane()
  if (!lane || lane.lost) throw apiError('unavailable')
  return lane
}

/** Records many submissions in one batch of their own. */
export class Bulk {
  private readonly options: BulkOptions
  /** Keys being written by a bulk transaction; other writers of a key wait for its outcome instead of its row locks. */
  private readonly inBulk = new Map<string, Promise<void>>()

  constructor(options: BulkOptions) {
    this.options = options
  }

  /** Settles when the bulk transaction that writes the key ends; undefined without one. */
  writing(key: string): Promise<void> | undefined {
    return this.inBulk.get(key)
  }

  /**
   * Records many items in one batch, all or none. It writes the rows on a connection of its own, so other batches commit
   * meanwhile; only signing and COMMIT take their turn on the lane.
   *
   * @returns a receipt for each item, in order; items already recorded are found
   */
  async record<Item extends Submission, Found>(
    writer: Writer<never, Item, Found>,
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

  /** Attempts a bulk batch. @returns null when it lost a race and was rolled back */
  private async tryMany<Item extends Submission, Found>(
    writer: Writer<never, Item, Found>,
    items: readonly Item[],
  ): Promise<Receipt<Found>[] | null> {
    const lane = heldLane(this.options)
    const found: (Found | null)[] = []
    for (let at = 0; at < items.length; at += rowsPerInsert) {
      found.push(...(await writer.find(this.options.database, items.slice(at, at + rowsPerInsert))))
    }
    const winners = items.filter((_, at) => found[at] === null)
    const first = new Set(winners.map((item) => item.key))
    if (first.size < winners.length) throw new Error('a bulk was given the same key twice')
    const anchor = winners.length > 0 ? await this.commitMany(lane, writer, winners) : undefined
    if (anchor === null) return null
    return items.map((_, at): Receipt<Found> => {
      const record = found[at]
      return record != null ? { outcome: 'found', found: record } : { outcome: 'written', anchor: anchor as Anchor }
    })
  }

  private async commitMany<Item extends Submission, Found>(
    lane: Lane,
    writer: Writer<never, Item, Found>,
    items: readonly Item[],
  ): Promise<Anchor | null> {
    const batchId = uuidv7()
    const sealed = await sealInTurns(items.map((item) => item.leaf))
    const session = await this.options.database.session()
    let broken = true
    try {
      await session.begin()
      for (let at = 0; at < items.length; at += rowsPerInsert) {
        const { text, values } = writer.insert(items.slice(at, at + rowsPerInsert), at, batchId)
        await session.execute(text, values)
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

  /** Waits until no bulk transaction writes any of the keys, then reserves them. */
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
