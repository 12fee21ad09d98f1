import type { Queryable } from '../../base/database/db.js'
import { readPage } from '../../http/paging/page-sql.js'
import type { Page, PageRequest } from '../../http/paging/paging.js'
import { readMatches } from '../../http/paging/search-sql.js'
import type { StampRow } from '../sql.js'
import * as sql from './list-sql.js'
import { searchTerm } from './search-term.js'

/** The filter and page of a list. */
export interface ListRequest extends PageRequest {
  accountId: string
  status?: boolean | undefined
  isPrivate?: boolean | undefined
  search?: string | undefined
}

/** Lists an account's own stamps, newest first. The count is exact; with a search it stops at 10,000, as do pages by number. */
export async function listStamps(db: Queryable, request: ListRequest): Promise<Page<StampRow>> {
  const { accountId, status, isPrivate } = request
  const filters = { status, isPrivate }
  const term = searchTerm(request.search)
  const row = sql.ownStamp
  if (term === null) return readPage(db, { ...sql.plainList(filters), row, values: [accountId] }, request)
  const { names, codes } = term
  return readMatches(
    db,
    { ...sql.search(term, filters), row, values: [accountId, names, codes.from, codes.to] },
    request,
  )
}

/** Lists the stamps of a batch that the account may see, newest first. The count is exact. */
export async function listBatch(db: Queryable, batchId: string, request: ListRequest): Promise<Page<StampRow>> {
  const { accountId, status, isPrivate } = request
  const term = searchTerm(request.search)
  const searched = term === null ? [] : [term.names, term.codes.from, term.codes.to]
  const values = [accountId, ...searched, batchId]
  return readPage(db, { ...sql.batchList(term, { status, isPrivate }, `$${values.length}`), values }, request)
}
