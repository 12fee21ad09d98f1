import type { Queryable } from '../../base/database/db.js'
import { firstUuid, newUuid } from '../../base/ids.js'
import { apiError } from '../../http/errors.js'
import { readPage } from '../../http/paging/page-sql.js'
import type { Page, PageRequest } from '../../http/paging/paging.js'
import { cappedList } from '../../http/paging/search-sql.js'
import { random16 } from '../../ledger/entry.js'
import type { StampsRoom } from '../room.js'
import * as sql from './sql.js'

/** A person for whom an account stamps, as its integrator names it. */
export interface EndUser {
  /** The integrator's own text. */
  userId: string
  username: string
  email: string
  /** Whether the public pages of its stamps name it. */
  publishName: boolean
}

/**
 * Enrols an end user. The same ID again is the same person, whose data change; of several concurrent requests one makes the record.
 *
 * @param addressOf derives the address of a wallet from an ID
 * @returns its address
 * @throws {ApiError} 507 when the account's storage is used up
 */
export async function enrollEndUser(
  { database, quotas }: Pick<StampsRoom, 'database' | 'quotas'>,
  accountId: string,
  { userId, username, email, publishName }: EndUser,
  addressOf: (id: string) => string,
): Promise<string> {
  const id = newUuid(random16())
  const values = [accountId, id, userId, username, email, addressOf(id), publishName]
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ public_address: string }>(sql.enroll, values)
    await quotas.checkStored(tx, accountId, 0)
    return (row as { public_address: string }).public_address
  })
}

/** Lists an account's end users, newest first, or those with a text in their ID, name or address. The count is exact up to 10,000. */
export function listEndUsers(
  db: Queryable,
  accountId: string,
  search: string | undefined,
  request: PageRequest,
): Promise<Page<sql.EndUserRow>> {
  const [items, values] = search
    ? [sql.matching, [accountId, `%${search.replace(/[\\%_]/g, '\\$&')}%`]]
    : [sql.listed, [accountId]]
  return readPage(db, { ...cappedList(items), row: sql.endUser, values }, request)
}

/** Erases name, e-mail address and wallet address of an end user. Its stamps and their proofs stay. @throws {ApiError} 404 */
export async function eraseEndUser(db: Queryable, accountId: string, userId: string): Promise<void> {
  if ((await db.execute(sql.erase, [accountId, userId])) === 0) throw apiError('end_user_not_found')
}

/**
 * Returns the end user that a request names; null for the account itself.
 *
 * @param options.isErasedFine whether it may be erased: its stamps are still listed
 * @throws {ApiError} 403 when the account has no such end user
 */
export async function endUserOf(
  db: Queryable,
  accountId: string,
  userId: string | undefined,
  options: { isErasedFine: boolean },
): Promise<string | null> {
  if (userId === undefined || isAccount(userId, accountId)) return null
  const found = await readEndUser(db, accountId, userId)
  if (!found || (found.username === null && !options.isErasedFine)) throw apiError('user_not_enrolled')
  return userId
}

/**
 * Stamps for the end user that a request names; for the account itself at once, without a promise: every stamp comes through here.
 *
 * @param stamp gets the end user; null for the account itself
 * @throws {ApiError} 403 when the account has no such end user
 */
export function stampFor<Answer>(
  db: Queryable,
  accountId: string,
  userId: string | undefined,
  stamp: (endUser: string | null) => Promise<Answer>,
): Promise<Answer> {
  if (userId === undefined || isAccount(userId, accountId)) return stamp(null)
  return endUserOf(db, accountId, userId, { isErasedFine: false }).then(stamp)
}

function isAccount(userId: string, accountId: string): boolean {
  return userId === accountId || userId.toLowerCase() === accountId
}

/** Returns the name that the public page of a stamp shows for its end user: empty unless the integrator publishes it. */
export async function publishedName(db: Queryable, accountId: string, userId: string): Promise<string> {
  const found = await readEndUser(db, accountId, userId)
  return found?.publishes_name ? (found.username ?? '') : ''
}

async function readEndUser(db: Queryable, accountId: string, userId: string) {
  type Kept = { username: string | null; publishes_name: boolean }
  return (await db.query<Kept>(sql.byUserId, [accountId, userId]))[0]
}

/** Reads all end users of an account, oldest first; a few at a time are in memory. */
export async function* endUsersOf(db: Queryable, accountId: string): AsyncGenerator<sql.EndUserRow, void> {
  const atOnce = 1000
  for (let last = firstUuid; ; ) {
    const rows = await db.query<sql.EndUserRow>(sql.after, [accountId, last, atOnce])
    yield* rows
    if (rows.length < atOnce) return
    last = (rows.at(-1) as sql.EndUserRow).id
  }
}
