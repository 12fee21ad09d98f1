import type { Database } from '../base/db.js'
import type { TargetPolicy } from './target.js'

/** What the routes of webhooks need. */
export interface WebhooksRoom {
  database: Database
  chainId: number
  /** Seals secrets at rest. */
  secretKey: Uint8Array
  policy: TargetPolicy
  /** Called when there is something to send. */
  onWaiting(): void
  /** Called when a webhook was deleted, so that its deliveries are erased at once. */
  onDeleted(): void
}

/** A page of a list, and where the next one begins. */
export interface Page<Row> {
  count: number
  rows: Row[]
  /** The id after which the next page goes on; null on the last page. */
  nextAfter: string | null
}

/** Which page of a list. */
export interface PageQuery {
  page?: number
  limit?: number
  cursor?: string
}

/** The page of rows that were asked for with one more, which shows whether there is a next page. */
export function pageOf<Row extends { id: string }>(count: number, rows: Row[], limit: number): Page<Row> {
  const shown = rows.slice(0, limit)
  return { count, rows: shown, nextAfter: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
