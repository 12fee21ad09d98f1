import type { Database, Queryable, Tx } from '../base/database/db.js'
import type { TrustedTime } from '../base/turns/clock.js'
import { apiError } from '../http/errors.js'
import { dayText } from '../texts/languages.js'
import type { Mailer } from './mail/mail.js'
import { mailIn } from './mail/template.js'
import { deletePortalLinks } from './portal-sql.js'
import { accountById, insertRevocation } from './sql.js'
import { revocationMs } from './tokens/token.js'

/** Days during which a deletion can be cancelled. */
const undoDays = 14

/** By then every request except an upload has ended, and an upload fails because its folder is gone. */
const requestsEndS = 600

/** Dependencies of account deletion. */
export interface DeletionContext {
  db: Database
  mailer: Mailer
  /** Address of a page of the portal. */
  portalUrl(page: string): string
}

/**
 * Schedules the erasure of an account and notifies its owner. An existing date stays.
 *
 * @throws {ApiError} 401 when the account no longer exists
 */
export async function scheduleDeletion(context: DeletionContext, accountId: string): Promise<Date> {
  const { db, mailer, portalUrl } = context
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ deletionAt: Date; isNew: boolean }>(
      `UPDATE accounts SET deletion_at = coalesce(deletion_at, now() + $2 * interval '1 day'), updated_at = now()
       WHERE id = $1 AND NOT erasing RETURNING deletion_at AS "deletionAt", updated_at + $2 * interval '1 day' = deletion_at AS "isNew"`,
      [accountId, undoDays],
    )
    const account = await accountById(tx, accountId)
    if (row === undefined || account === undefined) throw apiError('token_invalid')
    // When no mail can be sent, the response must suffice.
    if (row.isNew && mailer.sends) {
      const { email, name, language } = account
      const day = dayText(row.deletionAt, language)
      await mailer.send(tx, { accountId, email }, mailIn(language, 'deletion', { name, day }, portalUrl('account')))
    }
    return row.deletionAt
  })
}

const closeNow = `
UPDATE accounts SET erasing = true, deletion_at = now(), is_access = 0, token_epoch = token_epoch + 1, updated_at = now()
 WHERE id = $1 AND NOT erasing RETURNING deletion_at AS "deletionAt"`

const closeDue = `
UPDATE accounts SET erasing = true, is_access = 0, token_epoch = token_epoch + 1, updated_at = now()
 WHERE deletion_at <= $1 AND NOT erasing RETURNING id`

/**
 * Closes an account at once, for {@link closeDueAccounts} to erase. Unlike the owner's own deletion, it can't be cancelled.
 *
 * @returns null when the account is being erased already
 */
export async function deleteNow(db: Database, accountId: string): Promise<Date | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ deletionAt: Date }>(closeNow, [accountId])
    if (row) await endLogins(tx, accountId)
    return row?.deletionAt ?? null
  })
}

/** Cancels a deletion, if one is scheduled. */
export async function restoreAccount(db: Queryable, accountId: string): Promise<void> {
  await db.execute('UPDATE accounts SET deletion_at = NULL, updated_at = now() WHERE id = $1 AND NOT erasing', [
    accountId,
  ])
}

/**
 * Starts erasing the accounts that are due: closes them to all logins, irrevocably.
 *
 * @returns the closed accounts that can be erased now, because requests that were running when they were closed have ended
 */
export async function closeDueAccounts(db: Database, now: TrustedTime): Promise<string[]> {
  return db.transaction(async (tx) => {
    const due = await tx.query<{ id: string }>(closeDue, [now])
    for (const { id } of due) await endLogins(tx, id)
    const ready = await tx.query<{ id: string }>(
      'SELECT id FROM accounts WHERE deletion_at IS NOT NULL AND erasing AND updated_at < $1',
      [new Date(now.getTime() - requestsEndS * 1000)],
    )
    return ready.map(({ id }) => id)
  })
}

async function endLogins(tx: Tx, accountId: string): Promise<void> {
  await tx.execute('DELETE FROM portal_sessions WHERE user_id = $1', [accountId])
  await insertRevocation(tx, accountId, revocationMs)
}

/**
 * Erases the account itself and its logins. Everything it owned must be erased before.
 *
 * @throws {DatabaseError} 23503 (foreign key violation) when it still owns something
 */
export async function eraseAccount(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute('DELETE FROM refresh_tokens WHERE account_id = $1', [accountId])
    await tx.execute('DELETE FROM clients WHERE account_id = $1', [accountId])
    await tx.execute('DELETE FROM idempotency_keys WHERE account_id = $1', [accountId])
    await tx.execute('DELETE FROM account_bytes WHERE account_id = $1', [accountId])
    await tx.execute('DELETE FROM portal_mails WHERE account_id = $1', [accountId])
    await deletePortalLinks(tx, accountId)
    // Cascades to its sessions, passwords, passkeys, second factors and changes of address.
    await tx.execute('DELETE FROM accounts WHERE id = $1', [accountId])
  })
}
