import type { Queryable } from '../base/database/db.js'
import { searchPattern } from '../base/database/search-key.js'
import { isUuid } from '../base/ids.js'
import { apiError } from '../http/errors.js'
import { readPage } from '../http/paging/page-sql.js'
import { emptyPage, type Page, type PageRequest } from '../http/paging/paging.js'
import { inOrder, readMatches } from '../http/paging/search-sql.js'
import { naturalOrder, type Order, readSorted, sortedMax } from '../http/paging/sorted-sql.js'
import { readable } from './access.js'
import { type FolderRow, folderColumns } from './sql.js'

/** Which folders to list. */
export interface FolderListRequest extends PageRequest {
  /** The caller. */
  accountId: string
  /** The owner of the folders; by default, the caller's own folders and all public ones. */
  ownerId: string | undefined
  /** Lists the folders directly in this one. It may be an account's root; `root` is the owner's. */
  parentId: string | undefined
  isBin: boolean
  search: string | undefined
  /** By default, the newest first. */
  sort?: FolderSort | undefined
  order?: Order | undefined
}

/** Columns that folders are sorted by. */
export const folderSorts = ['date', 'name'] as const
export type FolderSort = (typeof folderSorts)[number]

/** Reads the folder of `shown.id`. */
const shownFolder = `SELECT ${folderColumns} FROM folders f WHERE f.id = shown.id`

/**
 * Lists folders that the account may see, newest first. Each branch of the query follows an index, so a page costs the same in a
 * list of any length.
 *
 * @throws {ApiError} 404 when the account may not see the parent; 422 when there are too many to sort
 */
export async function listFolders(db: Queryable, request: FolderListRequest): Promise<Page<FolderRow>> {
  const { accountId, ownerId, isBin } = request
  const parentId = request.parentId === 'root' ? await rootOf(db, ownerId ?? accountId) : request.parentId
  // The account has never had a folder.
  if (parentId === null) return emptyPage
  const parentOwner = parentId === undefined ? undefined : await ownerOfParent(db, accountId, parentId)
  const branches = branchesOf(request, parentOwner)
  if (branches.length === 0) return emptyPage
  const values: unknown[] = []
  const parameter = (value: string) => `$${values.push(value)}`
  const scope = {
    me: branches.some((branch) => branch === 'own' || branch === 'hidden') ? parameter(accountId) : null,
    parent: parentId === undefined ? null : parameter(parentId),
    owner: branches.includes('theirs') ? parameter(ownerId as string) : null,
  }
  const froms = branches.map((branch) => `folders i WHERE ${conditionsOf(branch, isBin, scope)}`)
  const pattern = searchPattern(request.search)
  const { sort = 'date', order = 'desc' } = request
  if (sort !== 'date' || order !== 'desc') {
    const name = pattern === null ? '' : ` AND i.search_key LIKE ${parameter(pattern)}`
    const key = sort === 'name' ? `i.name ${naturalOrder}` : "''"
    const union = froms.map((from) => `SELECT i.id, i.name FROM ${from}${name}`).join(' UNION ALL ')
    const keyed = `SELECT i.id, '' AS first, ${key} AS second FROM (${union} LIMIT ${sortedMax + 1}) AS i`
    return readSorted(db, { keyed, row: shownFolder, values }, order, request)
  }
  if (pattern === null) {
    const count = branches.map((branch) => `(${countOf(branch, isBin, scope)})`).join(' + ')
    const union = froms.map((from) => `SELECT i.id FROM ${from}`).join(' UNION ALL ')
    const items = froms.length === 1 ? `${froms[0]}` : `(${union}) AS i WHERE true`
    return readPage(db, { count, items, row: shownFolder, values }, request)
  }
  const all =
    froms.length === 1 ? `${froms[0]}` : inOrder(froms.map((from) => `SELECT i.id, i.search_key FROM ${from}`))
  const name = parameter(pattern)
  const matches = `(i.search_key || '') LIKE ${name}`
  const indexed = froms.map((from) => `${from} AND i.search_key LIKE ${name}`)
  return readMatches(db, { all, matches, indexed, row: shownFolder, values }, request)
}

/**
 * `own`: all of the caller's folders; `hidden`: only the private ones. `theirs`: public ones of another account. `open`: public ones
 * of all accounts. A list has disjoint branches.
 */
type Branch = 'own' | 'hidden' | 'theirs' | 'open'

/** Everything in a folder belongs to the folder's owner. */
function branchesOf({ accountId, ownerId, isBin }: FolderListRequest, parentOwner: string | undefined): Branch[] {
  if (parentOwner !== undefined && ownerId !== undefined && ownerId !== parentOwner) return []
  const owner = ownerId ?? parentOwner
  if (owner === accountId) return ['own']
  // Only the owner sees a bin.
  if (isBin) return owner === undefined ? ['own'] : []
  if (owner === undefined) return ['hidden', 'open']
  return [parentOwner === undefined ? 'theirs' : 'open']
}

/** The parameters of the caller, of the parent and of the owner, where they matter. */
interface Scope {
  me: string | null
  parent: string | null
  owner: string | null
}

function conditionsOf(branch: Branch, isBin: boolean, { me, parent, owner }: Scope): string {
  const whose = {
    own: `i.account_id = ${me}`,
    hidden: `i.account_id = ${me} AND i.is_private`,
    theirs: `i.account_id = ${owner} AND NOT i.is_private`,
    // The caller's own are among them.
    open: 'NOT i.is_private',
  }
  return [
    'i.parent_id IS NOT NULL',
    whose[branch],
    isBin ? 'i.deleted_at IS NOT NULL AND NOT i.purging' : 'i.deleted_at IS NULL',
    ...(parent === null ? [] : [`i.parent_id = ${parent}`]),
  ].join(' AND ')
}

/** Sums a few counters, which are kept per account and per parent, by visibility and bin. */
function countOf(branch: Branch, isBin: boolean, { me, parent, owner }: Scope): string {
  const sum = 'SELECT coalesce(sum(k.folders), 0) FROM'
  const kept = `${sum} folder_counts k WHERE k.is_bin = ${isBin}`
  switch (branch) {
    case 'own':
      return `${kept} AND k.scope = ${parent ?? me}`
    case 'hidden':
      return `${kept} AND k.scope = ${me} AND k.is_private`
    case 'theirs':
      return `${kept} AND k.scope = ${owner} AND NOT k.is_private`
    case 'open':
      return parent === null
        ? `${sum} accounts a JOIN folder_counts k ON k.scope = a.id WHERE NOT k.is_private AND NOT k.is_bin`
        : `${kept} AND k.scope = ${parent} AND NOT k.is_private`
  }
}

const rootOfAccount = 'SELECT id FROM folders WHERE account_id = $1 AND parent_id IS NULL AND NOT purging'

async function rootOf(db: Queryable, accountId: string): Promise<string | null> {
  const [root] = await db.query<{ id: string }>(rootOfAccount, [accountId])
  return root?.id ?? null
}

const parentReadable = `SELECT f.account_id AS owner FROM folders f WHERE f.id = $1 AND ${readable('f', '$2')}`

async function ownerOfParent(db: Queryable, accountId: string, parentId: string): Promise<string> {
  const [row] = isUuid(parentId) ? await db.query<{ owner: string }>(parentReadable, [parentId, accountId]) : []
  if (!row) throw apiError('folder_not_found')
  return row.owner
}
