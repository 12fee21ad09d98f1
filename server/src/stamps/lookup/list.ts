import type { Queryable } from '../../base/database/db.js'
import { firstUuid } from '../../base/ids.js'
import { readPage } from '../../http/paging/page-sql.js'
import { emptyPage, offsetOf, type Page, type PageRequest } from '../../http/paging/paging.js'
import { readMatches } from '../../http/paging/search-sql.js'
import type { StampRow } from '../sql.js'
import * as sql from './list-sql.js'
import { searchTerm } from './search-term.js'

/** The filter and page of a list. */
export interface ListRequest extends PageRequest {
  accountId: string
  status?: boolean | undefined
  isPrivate?: boolean | undefined
  isEsign?: boolean | undefined
  search?: string | undefined
}

/** Lists an account's own stamps, newest first. The count is exact; with a search it stops at 10,000, as do pages by number. */
export async function listStamps(db: Queryable, request: ListRequest): Promise<Page<StampRow>> {
  const { accountId } = request
  const filters = filtersOf(request)
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
  const [bulk] = searchTerm(request.search) === null ? await db.query<sql.Bulk>(sql.bulkOfBatch, [batchId]) : []
  return bulk ? listBulk(db, batchId, bulk, request) : listOf(db, sql.batchList, batchId, request)
}

/** Lists the stamps of copies made from a document that the account may see, newest first. The count is exact up to 10,000. */
export function listCopies(db: Queryable, original: Buffer, request: ListRequest): Promise<Page<StampRow>> {
  return listOf(db, sql.copyList, original, request)
}

/** Lists the stamps of something, whose parameter is the last. */
function listOf(
  db: Queryable,
  list: typeof sql.batchList | typeof sql.copyList,
  of: unknown,
  request: ListRequest,
): Promise<Page<StampRow>> {
  const term = searchTerm(request.search)
  const searched = term === null ? [] : [term.names, term.codes.from, term.codes.to]
  const values = [request.accountId, ...searched, of]
  return readPage(db, { ...list(term, filtersOf(request), `$${values.length}`), values }, request)
}

/** Lists a bulk as {@link listBatch} does. Where it shows all of it, the place of a stamp is its leaf's, so that no page skips others. */
async function listBulk(db: Queryable, batchId: string, bulk: sql.Bulk, request: ListRequest): Promise<Page<StampRow>> {
  const { accountId, status, isPrivate, isEsign } = request
  // No stamp of a bulk is of a copy.
  if (isEsign) return emptyPage
  const isOwn = bulk.account_id === accountId
  const shows = { private: isOwn && isPrivate !== false, public: isPrivate !== true }
  if (!shows.private && !shows.public) return emptyPage
  const isAll = bulk.is_whole && (shows.private || !bulk.has_private) && (shows.public || !bulk.has_public)
  const list = sql.bulkList({ status, isPrivate: isOwn ? isPrivate : false }, isAll)
  const values = [bulk.account_id, bulk.oldest, bulk.newest, batchId]
  const skipped = offsetOf(request)
  if (!isAll || skipped === 0) return readPage(db, { ...list, values }, request)
  const [before] = await db.query<{ id: string }>(sql.stampOfLeaf, [batchId, skipped - 1])
  return readPage(db, { ...list, values }, { ...request, after: before?.id ?? firstUuid })
}

const filtersOf = ({ status, isPrivate, isEsign }: ListRequest): sql.Filters => ({ status, isPrivate, isEsign })
