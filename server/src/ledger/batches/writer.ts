import type { Queryable, Statement } from '../../base/database/db.js'
import type { ApiError } from '../../http/errors.js'
import type { Anchor } from '../lanes/lane.js'

/** Something a room has the ledger record. */
export interface Submission {
  /** Of submissions with the same key, only one is recorded. */
  key: string
  leaf: Uint8Array
}

/** How a room records its submissions; it writes its own tables only. */
export interface Writer<Request, Item extends Submission, Found> {
  /** Returns whose request it is; when more wait than a batch takes, owners take turns. */
  ownerOf(request: Request): string
  /** Returns the bytes of a request beyond those that every request has: owners take turns by bytes, too. */
  bytesOf(request: Request): number
  /**
   * Makes the item of a request. Called when the batch closes, for one request after another: in between the other work of
   * requests, it would take the processor twice as long.
   */
  make(request: Request): Item
  /** Looks up items; null for new ones. */
  find(db: Queryable, items: readonly Item[]): Promise<(Found | null)[]>
  /** Returns the statement for the rows of `items`, with leaves from `firstIndex` on. Must violate a unique index if one lost a race. */
  insert(items: readonly Item[], firstIndex: number, batchId: string): Statement
  /** Returns what else the database transaction records, once for each batch. */
  finish(items: readonly Item[], anchor: Anchor): Statement[]
  /** Called when a commit of `items` lost a race on a unique index, before they are looked up and retried. */
  afterLostRace(db: Queryable, items: readonly Item[]): Promise<void>
  /** Returns the items that made a commit fail, with the reason for each; the others are tried again. Empty when it was none of them. */
  refuse?(error: unknown, items: readonly Item[]): ReadonlyMap<Item, ApiError>
}

/** The result of a submission. */
type Receipt<Found> = { outcome: 'written'; anchor: Anchor } | { outcome: 'found'; found: Found }

/** The item of a request and its receipt. */
export interface Recording<Item, Found> {
  item: Item
  receipt: Receipt<Found>
}

/** A writer of any room. */
export type AnyWriter = Writer<unknown, Submission, unknown>
