import { apiError } from '../http/errors.js'
import type { Page } from './read.js'

/** Query of the stamp look-ups and lists; which of them is meant shows in what is given. */
export interface StampQuery {
  id?: string
  txid?: string
  page?: number
  limit?: number
  cursor?: string
  userId?: string
  status?: boolean
  search?: string
  isPrivate?: boolean
}

const cursorVersion = 'c1.'

/** Where the next page begins, as clients carry it: opaque, good for as long as the list exists. */
function nextCursor(page: Pick<Page, 'nextAfter'>): string | null {
  return page.nextAfter === null
    ? null
    : cursorVersion + Buffer.from(page.nextAfter.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Says in the answer's head where the next page begins; nothing on the last page. */
export function tellNextCursor(
  reply: { header(name: string, value: string): unknown },
  page: Pick<Page, 'nextAfter'>,
): void {
  const next = nextCursor(page)
  if (next) reply.header('next-cursor', next)
}

/** @throws ApiError 400 when it is none of ours */
export function parseCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const bytes = Buffer.from(cursor.startsWith(cursorVersion) ? cursor.slice(cursorVersion.length) : '', 'base64url')
  if (bytes.length !== 16) {
    throw apiError('invalid', { field: 'cursor', problem: 'expected the Next-Cursor of an earlier response' })
  }
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
