import type { Queryable } from '../../base/database/db.js'
import { firstUuid } from '../../base/ids.js'
import { apiError } from '../../http/errors.js'
import { readPage } from '../../http/paging/page-sql.js'
import { emptyPage, offsetOf, type Page, type PageRequest } from '../../http/paging/paging.js'
import { readMatches } from '../../http/paging/search-sql.js'
import { sortedMax } from '../../http/paging/sorted-sql.js'
import type { StampRow } from '../sql.js'
import { endUserIn, filtersOf, type ListFilters, statesOf } from './filters.js'
import * as sql from './list-sql.js'
import { type SearchTerm, searchTerm } from './search-term.js'
import { areMore, type Matches, readIds, readStamps, type Sort } from './sort-sql.js'

/** Stamps of an account, and their order: by default, the newest first. */
interface Wanted extends ListFilters {
  accountId: string
  sort?: Sort['by'] | undefined
  order?: Sort['order'] | undefined
}

/** A list of stamps and the page of it. */
export type ListRequest = PageRequest & Wanted

const sortOf = ({ sort: by = 'received', order = 'desc' }: Wanted): Sort => ({ by, order })

/** Lists an account's own stamps, newest first. The count is exact; with most filters it stops at 10,000, as do pages by number. */
export async function listStamps(db: Queryable, request: ListRequest): Promise<Page<StampRow>> {
  const sort = sortOf(request)
  if (sort.by !== 'received' || sort.order !== 'desc') return listSorted(db, request, sort)
  const row = sql.ownStamp
  const term = searchTerm(request.search)
  const values: unknown[] = term ? [request.accountId, ...searched(term)] : [request.accountId]
  const filters = filtersOf(request, values)
  if (filters === null) return emptyPage
  if (term === null) return readPage(db, { ...sql.plainList(filters), row, values }, request)
  return readMatches(db, { ...sql.search(term, filters), row, values }, request)
}

/** The count is exact. @throws {ApiError} 422 when there are too many to sort */
async function listSorted(db: Queryable, request: ListRequest, sort: Sort): Promise<Page<StampRow>> {
  const matches = matchesOf(request, sortedMax + 1)
  if (matches === null) return emptyPage
  const [owned] = await db.query<{ stamps: number }>(sql.ownedStamps, [request.accountId])
  if ((owned?.stamps ?? 0) > sortedMax && (await areMore(db, matches, sortedMax)))
    throw apiError('list_too_long', { limit: sortedMax.toLocaleString('en') })
  return readStamps(db, matches, sort, request)
}

/** Returns the IDs of all stamps that match, in their order. @throws {ApiError} 422 when there are more than `max` */
export async function matchingIds(db: Queryable, wanted: Wanted, max: number): Promise<string[]> {
  const matches = matchesOf(wanted, max + 1)
  if (matches === null) return []
  if (await areMore(db, matches, max)) throw apiError('selection_too_large', { limit: max.toLocaleString('en') })
  return readIds(db, matches, sortOf(wanted), max)
}

function matchesOf(wanted: Wanted, max: number): Matches | null {
  const term = searchTerm(wanted.search)
  const values: unknown[] = term ? [wanted.accountId, ...searched(term)] : [wanted.accountId]
  const filters = filtersOf(wanted, values)
  return filters && { ...sql.all(term, filters, max), run: filters.run, values }
}

/** Lists the stamps of a batch that the account may see, newest first. The count is exact. */
export async function listBatch(db: Queryable, batchId: string, request: ListRequest): Promise<Page<StampRow>> {
  const [bulk] = isOfBulk(request) ? await db.query<sql.Bulk>(sql.bulkOfBatch, [batchId]) : []
  return bulk ? listBulk(db, batchId, bulk, request) : listOf(db, sql.batchList, batchId, request)
}

/** Whether a bulk can be listed by its index. */
function isOfBulk(request: ListRequest): boolean {
  const { search, from, to, tag, run } = request
  const others = [from, to, tag, run, endUserIn(request)]
  return searchTerm(search) === null && others.every((filter) => filter === undefined)
}

/** Lists the stamps of copies made from a document that the account may see, newest first. The count is exact up to 10,000. */
export function listCopies(db: Queryable, original: Buffer, request: ListRequest): Promise<Page<StampRow>> {
  return listOf(db, sql.copyList, original, request)
}

/** Lists the stamps of something, whose parameter is the last. */
async function listOf(
  db: Queryable,
  list: typeof sql.batchList | typeof sql.copyList,
  of: unknown,
  request: ListRequest,
): Promise<Page<StampRow>> {
  const term = searchTerm(request.search)
  const values: unknown[] = term ? [request.accountId, ...searched(term)] : [request.accountId]
  const filters = filtersOf(request, values)
  if (filters === null) return emptyPage
  return readPage(db, { ...list(term, filters, `$${values.push(of)}`), values }, request)
}

const searched = ({ names, codes }: SearchTerm) => [names, codes.from, codes.to]

/** Lists a bulk as {@link listBatch} does. Where it shows all of it, the place of a stamp is its leaf's, so that no page skips others. */
async function listBulk(db: Queryable, batchId: string, bulk: sql.Bulk, request: ListRequest): Promise<Page<StampRow>> {
  const { accountId, isPrivate, isEsign } = request
  const states = statesOf(request)
  // No stamp of a bulk is of a copy.
  if (isEsign || states?.length === 0) return emptyPage
  const isOwn = bulk.account_id === accountId
  const shows = { private: isOwn && isPrivate !== false, public: isPrivate !== true }
  if (!shows.private && !shows.public) return emptyPage
  const isAll = bulk.is_whole && (shows.private || !bulk.has_private) && (shows.public || !bulk.has_public)
  const list = sql.bulkList({ states, isPrivate: isOwn ? isPrivate : false }, isAll)
  const values = [bulk.account_id, bulk.oldest, bulk.newest, batchId]
  const skipped = offsetOf(request)
  if (!isAll || skipped === 0) return readPage(db, { ...list, values }, request)
  const [before] = await db.query<{ id: string }>(sql.stampOfLeaf, [batchId, skipped - 1])
  return readPage(db, { ...list, values }, { ...request, after: before?.id ?? firstUuid })
}
