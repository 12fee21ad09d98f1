import { escapeLike, type Queryable } from '../base/db.js'
import { isUuid } from '../base/ids.js'
import { apiError } from '../http/errors.js'
import { countMax, emptyPage, offsetOf, type Page, type PageRequest, pageOf } from '../http/paging.js'
import { readable } from './access.js'
import { nameKey } from './names.js'
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
}

/**
 * Lists folders that the account may see, newest first. Each branch of the query follows an index, so a page costs the same in a
 * list of any length.
 *
 * @throws {ApiError} 404 when the account may not see the parent
 */
export async function listFolders(db: Queryable, asked: FolderListRequest): Promise<Page<FolderRow>> {
  const { accountId, ownerId, isBin, limit, after } = asked
  const parentId = asked.parentId === 'root' ? await rootOf(db, ownerId ?? accountId) : asked.parentId
  // The account has never had a folder.
  if (parentId === null) return emptyPage
  const request = { ...asked, parentId }
  if (parentId !== undefined) await checkParent(db, accountId, parentId)
  const pattern = request.search ? escapeLike(nameKey(request.search)) : null
  const values = [accountId, ownerId ?? null, parentId ?? null, pattern, after]
  const branches = branchesOf(request)
  if (branches.length === 0) return emptyPage
  const shape = { hasParent: parentId !== undefined, hasSearch: pattern !== null, hasCursor: after !== null }
  const conditions = branches.map((branch) => conditionsOf(branch, isBin, shape))
  const unused = 'num_nulls($1::uuid, $2::uuid, $3::uuid, $4::text, $5::uuid) >= 0'
  const one = (condition: string) =>
    `(SELECT ${folderColumns} FROM folders f WHERE ${condition} AND ${unused} ORDER BY f.id DESC LIMIT $6::bigint + $7::bigint)`
  const text = `SELECT * FROM (${conditions.map(one).join(' UNION ')}) AS f ORDER BY f.id DESC LIMIT $6 OFFSET $7`
  const [rows, count] = await Promise.all([
    db.query<FolderRow>(text, [...values, limit + 1, offsetOf(request)]),
    pattern === null ? countOf(db, request, branches) : countMatches(db, request, branches, pattern),
  ])
  return pageOf(count, rows, limit, ({ id }) => id)
}

/**
 * `own`: all of the caller's folders. `theirs`: public ones of another account. `open`: public ones of all accounts, including the
 * caller's, because skipping those could mean reading very many rows; UNION removes what `own` has too.
 */
type Branch = 'own' | 'theirs' | 'open'

function branchesOf({ accountId, ownerId, isBin }: FolderListRequest): Branch[] {
  if (ownerId === accountId) return ['own']
  // Only the owner sees a bin.
  if (isBin) return ownerId === undefined ? ['own'] : []
  return ownerId === undefined ? ['own', 'open'] : ['theirs']
}

function conditionsOf(
  branch: Branch,
  isBin: boolean,
  shape: { hasParent: boolean; hasSearch: boolean; hasCursor: boolean },
): string {
  const whose = {
    own: 'f.account_id = $1',
    theirs: 'f.account_id = $2 AND f.account_id <> $1 AND NOT f.is_private',
    open: 'NOT f.is_private',
  }
  return [
    'f.parent_id IS NOT NULL',
    whose[branch],
    isBin ? 'f.deleted_at IS NOT NULL AND NOT f.purging' : 'f.deleted_at IS NULL',
    shape.hasParent ? 'f.parent_id = $3' : '',
    shape.hasSearch ? `f.name_key LIKE '%' || $4 || '%'` : '',
    shape.hasCursor ? 'f.id < $5' : '',
  ]
    .filter((condition) => condition !== '')
    .join(' AND ')
}

/** Sums a few counters, which are kept per account and per parent, by visibility and bin. */
async function countOf(db: Queryable, request: FolderListRequest, branches: readonly Branch[]): Promise<number> {
  const { accountId, ownerId, parentId, isBin } = request
  let count = 0
  for (const branch of branches) {
    if (parentId !== undefined) count += await countInParent(db, accountId, parentId, branch, isBin, ownerId)
    else if (branch === 'own') count += await sum(db, countOfScope, [accountId, isBin])
    else if (branch === 'theirs') count += await sum(db, countOfPublic, [ownerId])
    else count += await sum(db, countOfOthers, [accountId])
  }
  return count
}

const countOfScope = 'SELECT sum(folders)::bigint AS count FROM folder_counts WHERE scope = $1 AND is_bin = $2'
const countOfPublic = `
SELECT sum(folders)::bigint AS count FROM folder_counts WHERE scope = $1 AND NOT is_private AND NOT is_bin`
const countOfOthers = `
SELECT sum(k.folders)::bigint AS count FROM accounts a JOIN folder_counts k ON k.scope = a.id
 WHERE a.id <> $1 AND NOT k.is_private AND NOT k.is_bin`
const ownerOf = 'SELECT account_id AS owner FROM folders WHERE id = $1'

/** Everything in a folder belongs to the folder's owner. */
async function countInParent(
  db: Queryable,
  accountId: string,
  parentId: string,
  branch: Branch,
  isBin: boolean,
  ownerId: string | undefined,
): Promise<number> {
  const [row] = await db.query<{ owner: string }>(ownerOf, [parentId])
  const isOwn = row?.owner === accountId
  if (branch === 'own') return isOwn ? sum(db, countOfScope, [parentId, isBin]) : 0
  if (isOwn || (branch === 'theirs' && row?.owner !== ownerId)) return 0
  return sum(db, countOfPublic, [parentId])
}

async function countMatches(
  db: Queryable,
  { accountId, ownerId, parentId, isBin }: FolderListRequest,
  branches: readonly Branch[],
  pattern: string,
): Promise<number> {
  const shape = { hasParent: parentId !== undefined, hasSearch: true, hasCursor: false }
  const one = (branch: Branch) =>
    `(SELECT f.id FROM folders f WHERE ${conditionsOf(branch, isBin, shape)} AND num_nulls($1::uuid, $2::uuid, $3::uuid) >= 0 LIMIT $5)`
  const text = `SELECT least(count(*), $5)::int AS count FROM (${branches.map(one).join(' UNION ')}) AS matches`
  return sum(db, text, [accountId, ownerId ?? null, parentId ?? null, pattern, countMax])
}

async function sum(db: Queryable, text: string, values: readonly unknown[]): Promise<number> {
  return (await db.query<{ count: number | null }>(text, values))[0]?.count ?? 0
}

const rootOfAccount = 'SELECT id FROM folders WHERE account_id = $1 AND parent_id IS NULL AND NOT purging'

async function rootOf(db: Queryable, accountId: string): Promise<string | null> {
  const [root] = await db.query<{ id: string }>(rootOfAccount, [accountId])
  return root?.id ?? null
}

const parentReadable = `SELECT FROM folders f WHERE f.id = $1 AND ${readable('f', '$2')}`

async function checkParent(db: Queryable, accountId: string, parentId: string): Promise<void> {
  const [row] = isUuid(parentId) ? await db.query(parentReadable, [parentId, accountId]) : []
  if (!row) throw apiError('folder_not_found')
}
