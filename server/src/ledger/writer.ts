import type { Queryable, Statement } from '../base/db.js'
import type { Anchor } from './lane.js'

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

/** A writer of whichever room. */
export type AnyWriter = Writer<Submission, unknown>
