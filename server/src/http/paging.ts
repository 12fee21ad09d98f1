/** Where a page begins: after what a cursor names, or by its number, from 1. */
interface PagePlace {
  page: number
  limit: number
  /** What the cursor names; null without one. */
  after: unknown
}

/** How many rows are before a page, of those that come after its cursor: a cursor goes before a number. */
export function offsetOf({ page, limit, after }: PagePlace): number {
  return after === null ? (page - 1) * limit : 0
}
