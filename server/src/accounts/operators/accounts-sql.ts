import type { Queryable } from '../../base/database/db.js'
import { isUuid } from '../../base/ids.js'
import { readPage } from '../../http/paging/page-sql.js'
import type { Page, PageRequest } from '../../http/paging/paging.js'
import { cappedList } from '../../http/paging/search-sql.js'
import { type Order, readSorted, sortedMax } from '../../http/paging/sorted-sql.js'
import { storedBytesOf } from '../quotas/sql.js'

/** States to filter by; `deleting`: a deletion is scheduled or under way. */
export const accountStates = ['open', 'disabled', 'deleting', 'operator'] as const
/** Columns to sort by. */
export const accountSorts = ['created', 'email', 'storage'] as const

/** Which accounts to list. */
export interface AccountListRequest extends PageRequest {
  search: string | undefined
  state: (typeof accountStates)[number] | undefined
  sort: (typeof accountSorts)[number] | undefined
  order: Order | undefined
}

/** An account with its usage, as operators see it. */
export interface OperatorAccountRow {
  id: string
  email: string
  emailVerified: boolean
  name: string
  state: 'open' | 'disabled' | 'erasing'
  isOperator: boolean
  deletionAt: Date | null
  createdAt: Date
  lastActiveAt: Date | null
  clients: number
  stamps: number
  storedBytes: number
}

const columns = `a.id, a.email, a.email_verified AS "emailVerified", a.name, a.is_operator AS "isOperator",
  CASE WHEN a.erasing THEN 'erasing' WHEN a.status = 1 AND a.is_access = 1 THEN 'open' ELSE 'disabled' END AS state,
  a.deletion_at AS "deletionAt", a.created_at AS "createdAt",
  greatest((SELECT max(c.last_used_at) FROM clients c WHERE c.account_id = a.id),
           (SELECT max(s.updated_at) FROM portal_sessions s WHERE s.user_id = a.id)) AS "lastActiveAt",
  (SELECT count(*) FROM clients c WHERE c.account_id = a.id AND c.revoked_at IS NULL) AS clients,
  (SELECT coalesce(sum(k.stamps), 0) FROM stamp_counts k WHERE k.account_id = a.id)::bigint AS stamps,
  ${storedBytesOf('a.id')} AS "storedBytes"`

// One text for all filters: a deployment has few accounts compared with stamps, and an operator looks rarely.
const items = `accounts i
 WHERE (i.id = $2::uuid OR strpos(i.email, $1) > 0 OR strpos(lower(i.name), $1) > 0)
   AND CASE $3::text WHEN 'open' THEN i.status = 1 AND i.is_access = 1 WHEN 'disabled' THEN i.status = 0
                     WHEN 'deleting' THEN i.deletion_at IS NOT NULL WHEN 'operator' THEN i.is_operator ELSE true END`

const keys = {
  created: "''",
  email: 'i.email COLLATE "C"',
  storage: storedBytesOf('i.id'),
} as const

/** Lists accounts, newest first unless sorted. Sorted, the count is exact; otherwise it stops at 10,000. */
export function listAccountsWithUsage(db: Queryable, request: AccountListRequest): Promise<Page<OperatorAccountRow>> {
  const { search = '', state, sort = 'created', order = 'desc' } = request
  const text = search.trim().toLowerCase()
  const values = [text, isUuid(text) ? text : null, state ?? null]
  const row = `SELECT ${columns} FROM accounts a WHERE a.id = shown.id`
  if (sort === 'created' && order === 'desc') return readPage(db, { ...cappedList(items), row, values }, request)
  const keyed = `SELECT i.id, ${keys[sort]} AS first, '' AS second
    FROM (SELECT i.id, i.email FROM ${items} LIMIT ${sortedMax + 1}) AS i`
  return readSorted(db, { keyed, row, values }, order, request)
}

/** Reads one account; undefined when it doesn't exist. */
export async function accountWithUsage(db: Queryable, id: string): Promise<OperatorAccountRow | undefined> {
  if (!isUuid(id)) return undefined
  return (await db.query<OperatorAccountRow>(`SELECT ${columns} FROM accounts a WHERE a.id = $1`, [id]))[0]
}
