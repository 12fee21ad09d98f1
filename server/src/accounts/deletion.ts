import type { Database, Queryable } from '../base/db.js'
import { apiError } from '../http/errors.js'
import type { Mailer } from './mail.js'
import { deletionLetter } from './portal-mails.js'
import { accountById, insertRevocation } from './sql.js'
import { revocationEnd } from './token.js'

/** How long a deletion can be taken back. */
export const undoDays = 14

/** Every request but an upload has ended by then, and an upload claims its place in a folder that is gone. */
const requestsEndS = 600

/** What deleting an account needs. */
export interface DeletionContext {
  db: Database
  mailer: Mailer
  /** The address of the portal's pages, where a deletion is taken back. */
  portalUrl(): string
}

/**
 * Sets the day on which the account will be erased, and tells its owner. One that is set already stays.
 *
 * @throws ApiError 401 when there is no such account any more
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
    // Without a way to send mails the answer has to be enough.
    if (row.isNew && mailer.sends) {
      const { email, name, language } = account
      await mailer.send(tx, { accountId, email }, deletionLetter({ name, language }, row.deletionAt, portalUrl()))
    }
    return row.deletionAt
  })
}

/** Takes a deletion back; nothing to take back is no harm. */
export async function restoreAccount(db: Queryable, accountId: string): Promise<void> {
  await db.execute('UPDATE accounts SET deletion_at = NULL, updated_at = now() WHERE id = $1 AND NOT erasing', [
    accountId,
  ])
}

/**
 * Begins to erase the accounts whose day has come: from now on nobody gets in, and nothing brings them back.
 *
 * @returns the accounts that can be erased now: whatever was under way for them when they were condemned has ended
 */
export async function condemnAccounts(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    const due = await tx.query<{ id: string }>(
      `UPDATE accounts SET erasing = true, is_access = 0, token_epoch = token_epoch + 1, updated_at = now()
       WHERE deletion_at <= now() AND NOT erasing RETURNING id`,
    )
    for (const { id } of due) {
      await tx.execute('DELETE FROM portal_sessions WHERE user_id = $1', [id])
      await insertRevocation(tx, id, revocationEnd(Date.now()))
    }
    const ready = await tx.query<{ id: string }>(
      `SELECT id FROM accounts
       WHERE deletion_at IS NOT NULL AND erasing AND updated_at < now() - $1 * interval '1 second'`,
      [requestsEndS],
    )
    return ready.map(({ id }) => id)
  })
}

/**
 * Erases the account itself and all ways to log in to it, when all that it owned is gone.
 *
 * @throws DatabaseError 23503 when something is still there
 */
export async function eraseAccount(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute('DELETE FROM refresh_tokens WHERE account_id = $1', [accountId])
    await tx.execute('DELETE FROM clients WHERE account_id = $1', [accountId])
    await tx.execute('DELETE FROM idempotency_keys WHERE account_id = $1', [accountId])
    await tx.execute('DELETE FROM portal_mails WHERE account_id = $1', [accountId])
    await tx.execute('DELETE FROM portal_verifications WHERE value LIKE $1', [`%${accountId}%`])
    // With it go its sessions, passwords, passkeys and second factors.
    await tx.execute('DELETE FROM accounts WHERE id = $1', [accountId])
  })
}
