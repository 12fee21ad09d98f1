import type { ListSql } from '../../http/paging/page-sql.js'
import { countMax } from '../../http/paging/paging.js'
import { cappedList, type SearchSql } from '../../http/paging/search-sql.js'
import { type BatchState, batchState, pooledMax } from '../../ledger/batch-state.js'
import { columns, joined } from '../sql.js'
import {
  batchesIn,
  type Filters,
  filtered,
  isLabelled,
  kindOf,
  labelledLike,
  labelsOf,
  othersThan,
  ownSource,
  sourceOf,
  stampsOf,
  stateOf,
  when,
} from './filter-sql.js'
import type { SearchTerm } from './search-term.js'

// Statements of lists of an account's stamps. Parameter $1 is the account; of searches, $2 is the pattern of names, $3 and $4 the
// range of codes.

const { final } = batchState

const own = 'i.account_id = $1'

/** Reads the stamp of `shown.account_id` and `shown.id`. */
const anyStamp = `${columns}${joined} WHERE s.account_id = shown.account_id AND s.id = shown.id`
/** The column that {@link anyStamp} needs of `shown`, besides the ID. */
const itsAccount = ', i.account_id'

/** Reads the stamp of `shown.id`. */
export const ownStamp = `${columns}${joined} WHERE s.account_id = $1 AND s.id = shown.id`

/** The account's stamps in batches that are not settled. Begins with the batches, because few are. */
function pendingOf(states: readonly BatchState[], filters: Filters): string {
  return `pending AS MATERIALIZED (
  SELECT i.id FROM (${batchesIn(states)}) b,
         LATERAL (SELECT i.id FROM stamps i WHERE i.batch_id = b.id AND ${own}${kindOf(filters)}${labelsOf(filters)} OFFSET 0) AS i)`
}

/** The sum of the kept counters; few stamps are of copies, and those are counted. */
function kept({ isPrivate, isEsign }: Pick<Filters, 'isPrivate' | 'isEsign'>): string {
  const counter = isPrivate === undefined ? 'stamps' : isPrivate ? 'private' : 'stamps - private'
  const all = `(SELECT coalesce(sum(${counter}), 0) FROM stamp_counts WHERE account_id = $1)`
  if (isEsign === undefined) return all
  const copies = `(SELECT count(*) FROM stamps i WHERE ${own} AND i.is_esign${when(isPrivate, 'i.is_private')})`
  return isEsign ? copies : `${all} - ${copies}`
}

/** All stamps of the account, by its counters. */
export const ownedStamps = 'SELECT coalesce(sum(stamps), 0)::int AS stamps FROM stamp_counts WHERE account_id = $1'

/** A list without a search. A count that neither counters nor pending stamps give is exact up to 10,000. */
export function plainList(filters: Filters) {
  const { states } = filters
  const count = '(SELECT count(*) FROM pending)'
  const { with: pending, items } = all(null, filters)
  if (pending.length > 0) return { with: pending, count, items }
  if (isLabelled(filters) || filters.from || filters.before || filters.endUser) return cappedList(items)
  if (states === undefined) return { count: kept(filters), items }
  return { with: [pendingOf(othersThan(states), filters)], count: `${kept(filters)} - ${count}`, items }
}

type Matching = Pick<SearchTerm, 'codesOf' | 'allGenerated'>

const byName = 'i.search_key LIKE $2'
const generated = 'i.search_key IS NULL'
// These operators belong to the index, whatever the collation of the database; a LIKE with a parameter could not use it.
const byCode = ({ codesOf }: Matching) =>
  `i.code ~>=~ $3 AND i.code ~<~ $4${codesOf === 'generated' ? ` AND ${generated}` : ''}`

/** The condition of a stamp `i` that matches, so written that it can't be read from the indexes of matches: those are for few. */
function matching(term: Matching): string {
  const code = byCode(term).replaceAll('i.code', "(i.code || '')")
  return `((i.search_key || '') LIKE $2 OR (${code})${term.allGenerated ? ` OR ${generated}` : ''} OR (${own} AND i.id IN (${labelledLike})))`
}

/** Whether more than a fifth of all stamps are the account's, as far as the last ANALYZE knows. */
const isLarge = `(SELECT ${kept({ isPrivate: undefined, isEsign: undefined })} * 5 > reltuples FROM pg_class WHERE oid = 'stamps'::regclass)`

/**
 * The account's stamps with such a name. The index intersects the account's stamps with those that match, and for that decodes all of
 * the account's: for a large account, it is written so that the index leaves the account out and the rows decide.
 */
const named = [
  `${own} AND NOT ${isLarge} AND ${byName}`,
  `i.account_id IS NOT DISTINCT FROM $1 AND ${isLarge} AND ${byName}`,
]

/** All that match, up to some of each kind, as it follows FROM. */
export function all(
  term: Matching | null,
  filters: Filters,
  max = countMax,
): { with: readonly string[]; items: string } {
  if (term === null) {
    const { states } = filters
    if (states && !states.includes(final)) return { with: [pendingOf(states, filters)], items: 'pending i WHERE true' }
    return { with: [], items: `${sourceOf(filters)}${filtered(filters)}` }
  }
  const { indexed } = search(term, filters)
  return {
    with: [],
    items: `(${indexed.map((kind) => `(SELECT i.id FROM ${kind} LIMIT ${max})`).join(' UNION ')}) AS i WHERE true`,
  }
}

/** A list with a search. */
export function search(term: Matching, filters: Filters): Pick<SearchSql, 'all' | 'matches' | 'indexed'> {
  const kinds = [...named, `${own} AND ${byCode(term)}`].map((kind) => `stamps i WHERE ${kind}`)
  // Few of these may be the end user's: they are not looked for among all.
  if (term.allGenerated) kinds.push(`${ownSource(filters)} AND ${generated}`)
  const sources = [...kinds, stampsOf(labelledLike, filters)]
  const conditions = filtered(filters) + labelsOf(filters)
  return {
    all: ownSource(filters),
    matches: matching(term) + conditions,
    indexed: sources.map((source) => source + conditions),
  }
}

/** A bulk: its stamps are one account's, and their IDs descend as their leaves ascend. */
export interface Bulk {
  account_id: string
  newest: string
  oldest: string
  has_private: boolean
  has_public: boolean
  /** Whether none is erased. */
  is_whole: boolean
}

const within = 'account_id = first.account_id AND id BETWEEN last.id AND first.id AND batch_id IS NOT DISTINCT FROM $1'

/** Reads a bulk by its batch. Each part is one look into an index. */
export const bulkOfBatch = `
SELECT first.account_id, first.id AS newest, last.id AS oldest,
       EXISTS (SELECT FROM stamps WHERE is_private AND ${within}) AS has_private,
       EXISTS (SELECT FROM stamps WHERE NOT is_private AND ${within}) AS has_public,
       NOT EXISTS (SELECT FROM erased_stamps WHERE batch_id = $1) AS is_whole
  FROM batches b,
       LATERAL (SELECT account_id, id FROM stamps WHERE batch_id = b.id ORDER BY leaf_index LIMIT 1) AS first,
       LATERAL (SELECT id FROM stamps WHERE batch_id = b.id ORDER BY leaf_index DESC LIMIT 1) AS last
 WHERE b.id = $1 AND b.size > ${pooledMax}`

export const stampOfLeaf = 'SELECT id FROM stamps WHERE batch_id = $1 AND leaf_index = $2'

/**
 * The stamps of a bulk, from the index of its account, so that a page costs a page however large the bulk is.
 *
 * @param isAll whether the list shows them all: nothing is counted then
 */
export function bulkList({ states, isPrivate }: Pick<Filters, 'states' | 'isPrivate'>, isAll: boolean) {
  // Not a comparison: an index on the batch would be read as a whole, and sorted.
  const items = `stamps i WHERE ${own} AND i.id BETWEEN $2 AND $3 AND i.batch_id IS NOT DISTINCT FROM $4`
  const shown = items + filtered({ states, isPrivate: isAll ? undefined : isPrivate, isEsign: undefined }, '$4')
  const size = `SELECT coalesce((SELECT size FROM batches b WHERE b.id = $4${stateOf(states, 'b.id')}), 0)`
  return { count: isAll ? size : `SELECT count(*) FROM ${shown}`, items: shown, row: ownStamp }
}

/**
 * The stamps of a batch that accounts share, those that the account may see: gathered by the index of the batch, then in the order of a list.
 *
 * @param batch the parameter of the batch's ID
 */
export function batchList(term: Matching | null, filters: Filters, batch: string) {
  const visible = `i.batch_id = ${batch} AND (NOT i.is_private OR ${own})${filtered(filters, batch)}${labelsOf(filters)}`
  return {
    with: [
      `seen AS MATERIALIZED (SELECT i.id, i.account_id FROM stamps i WHERE ${visible}${term ? ` AND ${matching(term)}` : ''})`,
    ],
    count: 'SELECT count(*) FROM seen',
    items: 'seen i WHERE true',
    also: itsAccount,
    row: anyStamp,
  }
}

/**
 * The stamps, that the account may see, of copies made from a document.
 *
 * @param original the parameter of the document's hash
 */
export function copyList(term: Matching | null, filters: Filters, original: string): Omit<ListSql, 'values'> {
  const copies = `i.original_doc_hash <> '' AND original_digest(i.original_doc_hash) = ${original} AND (NOT i.is_private OR ${own})`
  const items = `stamps i WHERE ${copies}${filtered(filters)}${labelsOf(filters)}${term ? ` AND ${matching(term)}` : ''}`
  return { ...cappedList(items, itsAccount), row: anyStamp }
}
