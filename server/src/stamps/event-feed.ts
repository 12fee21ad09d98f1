import type { Queryable } from '../base/db.js'
import { batchState } from '../ledger/batch-state.js'
import * as sql from './event-sql.js'
import { presentEvent } from './present.js'
import type { StampRow } from './sql.js'

/** What a listener is told: how a stamp stands now, or that more has happened than is told one by one. */
export type StampEvent = { name: 'stamp'; data: ReturnType<typeof presentEvent> } | { name: 'reset'; data: object }

/** Somebody who wants to hear of an account's stamps. `position` names the moment up to which everything has been told. */
export type Listener = (events: readonly StampEvent[], position: number) => void

/** Of one account at a time; beyond it a list is better loaded anew. */
const eventsMax = 200
/** Whoever comes back is told again of what changed so long before it went: a transaction is visible only after its time. */
const overlapMs = 60_000
const missedMax = 1000
const openStampsMax = 5000
const batchesAtOnce = 1000

/**
 * Tells listeners how their stamps change. One look at the database serves every listener of the process, and costs nothing
 * while there is none. What it keeps is only where it was: a start is an ordinary look.
 */
export class StampFeed {
  private readonly database: Queryable
  private readonly listeners = new Map<string, Set<Listener>>()
  /** Lanes and the newest of their nonces that was seen; null while nobody listens. */
  private newest: Map<number, number> | null = null
  private beginning: Promise<void> | null = null
  /** Batches that are not final and hold stamps of listeners, as they were last told of. */
  private readonly watched = new Map<string, string>()

  constructor(database: Queryable) {
    this.database = database
  }

  /**
   * Tells `listener` of every change from now on, and first of those after `since`.
   *
   * @param since a position that was told earlier; NaN: nobody knows how much was missed
   * @returns a function that ends it
   */
  async listen(accountId: string, listener: Listener, since: number | null): Promise<() => void> {
    // Looks go on while this one does; what they find is told after it.
    let isBegun = false
    const meanwhile: StampEvent[] = []
    const hear: Listener = (events, position) => {
      if (isBegun) listener(events, position)
      else meanwhile.push(...events)
    }
    const own = this.listeners.get(accountId) ?? new Set()
    this.listeners.set(accountId, own.add(hear))
    const end = () => {
      own.delete(hear)
      if (own.size === 0) this.listeners.delete(accountId)
    }
    try {
      const position = await this.clock()
      await this.begin()
      // What was on its way already is not new, but will change.
      const open = await this.database.query<sql.BatchRow>(sql.openBatches, [accountId, openStampsMax])
      for (const batch of open) if (!this.watched.has(batch.id)) this.watched.set(batch.id, versionOf(batch))
      const missed = since === null ? [] : await this.missed(accountId, since)
      listener([...missed, ...meanwhile], position)
      isBegun = true
      return end
    } catch (error) {
      end()
      throw error
    }
  }

  /** One look: what is new, and what has changed. A failed look changes nothing, so that the next one sees the same. */
  async step(): Promise<void> {
    if (this.listeners.size === 0) {
      this.newest = null
      this.watched.clear()
      return
    }
    const position = await this.clock()
    await this.begin()
    const lanes = [...(this.newest ?? [])]
    const [fresh, known] = await Promise.all([
      this.database.query<sql.BatchRow>(sql.newBatches, [
        lanes.map(([id]) => id),
        lanes.map(([, nonce]) => nonce),
        batchesAtOnce,
      ]),
      this.watched.size > 0 ? this.database.query<sql.BatchRow>(sql.batchesById, [[...this.watched.keys()]]) : [],
    ])
    const changed = known.filter((batch) => this.watched.get(batch.id) !== versionOf(batch))
    const batches = [...fresh, ...changed]
    const accounts = [...this.listeners.keys()]
    const stamps =
      batches.length > 0
        ? await this.database.query<StampRow>(sql.stampsOf, [batches.map(({ id }) => id), accounts, eventsMax + 1])
        : []
    const held = new Set(stamps.map((stamp) => stamp.batch_id))
    for (const batch of batches) {
      if (batch.state < batchState.final && held.has(batch.id)) this.watched.set(batch.id, versionOf(batch))
      else this.watched.delete(batch.id)
    }
    for (const { lane_id, nonce } of fresh) {
      this.newest?.set(lane_id, Math.max(nonce, this.newest.get(lane_id) ?? -1))
    }
    for (const accountId of accounts) {
      const events = eventsOf(stamps.filter((stamp) => stamp.account_id === accountId))
      for (const listener of this.listeners.get(accountId) ?? []) listener(events, position)
    }
  }

  /** What changed after a position, as far as the account's newest stamps show that nothing is missing. */
  private async missed(accountId: string, since: number): Promise<StampEvent[]> {
    const fromMs = since - overlapMs
    const rows = await this.database.query<StampRow>(sql.newestStamps, [accountId, missedMax + 1])
    const oldest = rows[missedMax]
    // Older stamps are final no later than newer ones.
    const isWhole = !oldest || (oldest.state >= batchState.final && oldest.updated_at.getTime() <= fromMs)
    if (!isWhole || Number.isNaN(since)) return [reset]
    return eventsOf(rows.filter((row) => row.updated_at.getTime() > fromMs).reverse())
  }

  private async clock(): Promise<number> {
    const [row] = await this.database.query<{ ms: number }>(sql.clock)
    return row?.ms ?? 0
  }

  private begin(): Promise<void> {
    if (this.newest) return Promise.resolve()
    this.beginning ??= this.database
      .query<sql.LaneRow>(sql.newestNonces)
      .then((lanes) => {
        this.newest = new Map(lanes.map(({ id, newest }) => [id, newest]))
      })
      .finally(() => {
        this.beginning = null
      })
    return this.beginning
  }
}

const reset: StampEvent = { name: 'reset', data: {} }

function eventsOf(rows: readonly StampRow[]): StampEvent[] {
  if (rows.length > eventsMax) return [reset]
  return rows.map((row) => ({ name: 'stamp', data: presentEvent(row) }))
}

/** Two that are equal say that nothing happened to a batch between them. */
function versionOf({ state, transaction_hash, block_hash }: sql.BatchRow): string {
  return `${state} ${transaction_hash.toString('hex')} ${block_hash?.toString('hex') ?? ''}`
}
