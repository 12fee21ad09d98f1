import type { Queryable, Statement } from '../base/db.js'
import type { Anchor } from './lane.js'

/** What a room has the ledger record. */
export interface Submission {
  /** Two submissions of the same key are the same thing: only one is recorded. */
  key: string
  leaf: Uint8Array
}

/** How a room records its submissions; it writes its own tables only. */
export interface Writer<Request, Item extends Submission, Found> {
  /**
   * Makes what is recorded of what was asked for. Called when its batch closes, for one after the other: between all else that a request
   * takes, the processor would need twice as long.
   */
  make(request: Request): Item
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

/** What was made of a request, and what became of it. */
export interface Recording<Item, Found> {
  item: Item
  receipt: Receipt<Found>
}

/** A writer of whichever room. */
export type AnyWriter = Writer<unknown, Submission, unknown>
