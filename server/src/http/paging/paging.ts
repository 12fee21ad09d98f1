import { uuidOf } from '../../base/ids.js'
import { apiError } from '../errors.js'

/** Query of a list: which page, by its number or by the cursor that the page before gave. */
export interface PageQuery {
  page?: number
  limit?: number
  cursor?: string
}

/** The rows to read: those after a position, or else those of a page counted from 1. */
export interface PageRequest<Position = string> {
  page: number
  limit: number
  /** Takes precedence over `page`; null without a cursor. */
  after: Position | null
}

/** A page of a list. */
export interface Page<Row, Position = string> {
  count: number
  rows: readonly Row[]
  /** Where the next page begins; null on the last one. */
  nextAfter: Position | null
}

/** Rows per page unless the query says otherwise. */
const limitDefault = 20

/** Counts that no kept counter covers are exact up to here, and stop. */
export const countMax = 10_000

/** Returns how many rows precede the page. */
export function offsetOf({ page, limit, after }: PageRequest<unknown>): number {
  return after === null ? (page - 1) * limit : 0
}

/**
 * Makes a page of rows that were read with one more than the limit, which shows whether there is a next page.
 *
 * @param positionOf where a row is in the list
 */
export function pageOf<Row, Position>(
  count: number,
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): Page<Row, Position> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { count, rows: shown, nextAfter: last === undefined ? null : positionOf(last) }
}

/** The only page of an empty list. */
export const emptyPage: Page<never, never> = { count: 0, rows: [], nextAfter: null }

/** How clients carry a position: as text that is opaque to them, and valid for as long as the list exists. */
export interface CursorFormat<Position> {
  /** Marks the format, and its version. */
  prefix: string
  encode(position: Position): Buffer
  /** Returns null unless the bytes are a position. */
  decode(bytes: Buffer): Position | null
}

/** The cursor of a list in the order of its ids. */
export const idCursor: CursorFormat<string> = {
  prefix: 'c1.',
  encode: (id) => Buffer.from(id.replaceAll('-', ''), 'hex'),
  decode: (bytes) => (bytes.length === 16 ? uuidOf(bytes) : null),
}

/** Reads the page that a query asks for. @throws {ApiError} 400 when the cursor isn't one of ours */
export function pageRequest<Position>(
  { page = 1, limit = limitDefault, cursor }: PageQuery,
  { prefix, decode }: CursorFormat<Position>,
): PageRequest<Position> {
  if (cursor === undefined) return { page, limit, after: null }
  const after = decode(Buffer.from(cursor.startsWith(prefix) ? cursor.slice(prefix.length) : '', 'base64url'))
  if (after === null) {
    throw apiError('invalid', { field: 'cursor', problem: 'expected the Next-Cursor of an earlier response' })
  }
  return { page, limit, after }
}

/** Sets the header `Next-Cursor`, unless the page is the last one. */
export function setNextCursor<Position>(
  reply: { header(name: string, value: string): unknown },
  { nextAfter }: Pick<Page<unknown, Position>, 'nextAfter'>,
  { prefix, encode }: CursorFormat<Position>,
): void {
  if (nextAfter !== null) reply.header('next-cursor', prefix + encode(nextAfter).toString('base64url'))
}
