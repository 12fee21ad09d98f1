import type { Queryable } from '../../base/database/db.js'
import { Turn } from '../../base/turns/turn.js'
import { batchState } from '../../ledger/batch-state.js'
import { presentEvent } from '../present.js'
import type { StampRow } from '../sql.js'
import * as sql from './sql.js'

/** A stamp's current state, or the advice to load the list again because too much has changed. */
export type StampEvent = { name: 'stamp'; data: ReturnType<typeof presentEvent> } | { name: 'reset'; data: object }

/** Receives the events of an account's stamps; `position` is the moment up to which they are complete. */
export type Listener = (events: readonly StampEvent[], position: number) => void

/** Per account and step; beyond it, loading the list again is cheaper. */
const eventsMax = 200
/** A resumed stream repeats changes of this long before its position: a transaction becomes visible after its timestamp. */
const overlapMs = 60_000
const missedMax = 1000
const openStampsMax = 5000
const batchesAtOnce = 1000

/**
 * Notifies listeners of changes to their stamps. One query serves every listener of the process; without listeners there is
 * none. It keeps nothing but its position, so a start is an ordinary step.
 */
export class StampFeed {
  private readonly database: Queryable
  private readonly listeners = new Map<string, Set<Listener>>()
  /** The newest nonce seen of each lane; null without listeners. */
  private newest: Map<number, number> | null = null
  private beginning: Promise<void> | null = null
  /** Batches below final with stamps of listeners, by ID, with the version last sent. */
  private readonly watched = new Map<string, string>()

  constructor(database: Queryable) {
    this.database = database
  }

  /**
   * Notifies `listener` of every change from now on, and first of those after `since`.
   *
   * @param since an earlier position; NaN if it is unknown how much was missed
   * @returns a function that stops it
   */
  async listen(accountId: string, listener: Listener, since: number | null): Promise<() => void> {
    // Steps go on meanwhile; what they find is sent after this.
    let isBegun = false
    const meanwhile: StampEvent[] = []
    const relay: Listener = (events, position) => {
      if (isBegun) listener(events, position)
      else meanwhile.push(...events)
    }
    const own = this.listeners.get(accountId) ?? new Set()
    this.listeners.set(accountId, own.add(relay))
    const end = () => {
      own.delete(relay)
      if (own.size === 0) this.listeners.delete(accountId)
    }
    try {
      const position = await this.clock()
      await this.begin()
      // Batches under way are not new, but will change.
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

  /** Sends what is new or has changed. A failed step changes nothing, so the next one finds the same. */
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
    const byAccount = new Map<string, StampRow[]>(accounts.map((accountId) => [accountId, []]))
    for (const stamp of stamps) byAccount.get(stamp.account_id)?.push(stamp)
    // Hundreds of events for hundreds of listeners take long to write. A listener that joins meanwhile may get an event twice.
    const turn = new Turn()
    for (const [accountId, own] of byAccount) {
      const events = eventsOf(own)
      for (const listener of this.listeners.get(accountId) ?? []) {
        if (turn.isOver()) await turn.next()
        listener(events, position)
      }
    }
  }

  /** Returns the changes after a position, or a reset when the newest stamps don't show that they are complete. */
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

/** Equal versions mean that the batch hasn't changed. */
function versionOf({ state, transaction_hash, block_hash }: sql.BatchRow): string {
  return `${state} ${transaction_hash.toString('hex')} ${block_hash?.toString('hex') ?? ''}`
}
