import type { Queryable } from '../../base/database/db.js'
import type { TrustedTime } from '../../base/turns/clock.js'

/** How long the link works that confirms a new address. */
const confirmMinutes = 60
/** Days during which a change can be undone. */
const undoDays = 7

/** A change of an account's e-mail address. */
export interface EmailChange {
  id: string
  accountId: string
  oldEmail: string
  newEmail: string
  /** The authenticator app at the time of the request. */
  factorId: string | null
  requestedAt: Date
  /** Null while it waits for its confirmation. */
  changedAt: Date | null
}

const columns = `c.id, c.account_id AS "accountId", c.old_email AS "oldEmail", c.new_email AS "newEmail",
  c.factor_id AS "factorId", c.requested_at AS "requestedAt", c.changed_at AS "changedAt"`

const isWanted = `c.changed_at IS NULL AND c.requested_at > now() - interval '${confirmMinutes} minutes'`

/** Writes the one change that an account wants, in place of an earlier one. */
export async function insertWanted(
  db: Queryable,
  row: Pick<EmailChange, 'id' | 'accountId' | 'oldEmail' | 'newEmail'> & { tokenHash: Uint8Array },
): Promise<void> {
  await db.execute(
    `INSERT INTO email_changes (id, account_id, old_email, new_email, token_hash, factor_id)
     VALUES ($1, $2, $3, $4, $5, (SELECT f.id FROM portal_two_factors f WHERE f.user_id = $2 AND f.verified IS NOT FALSE))
     ON CONFLICT (account_id) WHERE changed_at IS NULL DO UPDATE SET
       id = excluded.id, old_email = excluded.old_email, new_email = excluded.new_email,
       token_hash = excluded.token_hash, factor_id = excluded.factor_id, requested_at = now()`,
    [row.id, row.accountId, row.oldEmail, row.newEmail, row.tokenHash],
  )
}

/** Returns the address that waits for its confirmation. */
export async function wantedEmail(db: Queryable, accountId: string): Promise<string | null> {
  const sql = `SELECT c.new_email AS email FROM email_changes c WHERE c.account_id = $1 AND ${isWanted}`
  return (await db.query<{ email: string }>(sql, [accountId]))[0]?.email ?? null
}

/** Drops the change that waits for its confirmation, if there is one: its link no longer works. */
export async function dropWanted(db: Queryable, accountId: string): Promise<void> {
  await db.execute('DELETE FROM email_changes WHERE account_id = $1 AND changed_at IS NULL', [accountId])
}

/** Finds a wanted change by the token of its link, and locks its account. */
export async function lockWanted(db: Queryable, tokenHash: Uint8Array): Promise<EmailChange | undefined> {
  const rows = await db.query<EmailChange>(
    `SELECT ${columns} FROM email_changes c JOIN accounts a ON a.id = c.account_id
     WHERE c.token_hash = $1 AND ${isWanted} FOR UPDATE OF a`,
    [tokenHash],
  )
  return rows[0]
}

/** Finds a change that was made, by the token of the link that undoes it, and locks its account. */
export async function lockMade(db: Queryable, tokenHash: Uint8Array): Promise<EmailChange | undefined> {
  const rows = await db.query<EmailChange>(
    `SELECT ${columns} FROM email_changes c JOIN accounts a ON a.id = c.account_id
     WHERE c.token_hash = $1 AND c.changed_at IS NOT NULL FOR UPDATE OF a`,
    [tokenHash],
  )
  return rows[0]
}

/**
 * Marks a wanted change as made.
 *
 * @param undoHash of the token that undoes it
 * @returns the last day on which it can be undone, or undefined when another request was faster
 */
export async function markMade(db: Queryable, id: string, undoHash: Uint8Array): Promise<Date | undefined> {
  const rows = await db.query<{ until: Date }>(
    `UPDATE email_changes SET changed_at = now(), token_hash = $2 WHERE id = $1 AND changed_at IS NULL
     RETURNING changed_at + interval '${undoDays} days' AS until`,
    [id, undoHash],
  )
  return rows[0]?.until
}

/** Removes a change and what came after it: none of these can be undone any more. Returns false when another request was faster. */
export async function deleteSince(db: Queryable, { id, accountId, changedAt }: EmailChange): Promise<boolean> {
  const sql = `DELETE FROM email_changes WHERE account_id = $1 AND (changed_at IS NULL OR changed_at >= $2) RETURNING id`
  return (await db.query<{ id: string }>(sql, [accountId, changedAt])).some((gone) => gone.id === id)
}

/** Gives an account an address that is known to be its owner's. @throws {DatabaseError} `accounts_email` when it is taken */
export async function setEmail(db: Queryable, accountId: string, email: string): Promise<void> {
  const sql = 'UPDATE accounts SET email = $2, email_verified = true, updated_at = now() WHERE id = $1'
  await db.execute(sql, [accountId, email])
}

/** Returns until when another account than this one can have an address back. */
export async function keptUntil(db: Queryable, email: string, accountId: string | null): Promise<Date | undefined> {
  const [row] = await db.query<{ until: Date | null }>(
    `SELECT max(changed_at) + interval '${undoDays} days' AS until FROM email_changes
     WHERE old_email = $1 AND changed_at IS NOT NULL AND account_id IS DISTINCT FROM $2`,
    [email, accountId],
  )
  return row?.until ?? undefined
}

/** Reads an account's changes that wait or can be undone, oldest first. */
export async function changesOf(db: Queryable, accountId: string): Promise<EmailChange[]> {
  return db.query<EmailChange>(`SELECT ${columns} FROM email_changes c WHERE c.account_id = $1 ORDER BY c.id`, [
    accountId,
  ])
}

/** Removes the second factors that an account got after a change was requested. */
export async function removeLaterFactors(db: Queryable, change: EmailChange): Promise<void> {
  const { accountId, factorId, requestedAt } = change
  await db.execute('DELETE FROM portal_passkeys WHERE user_id = $1 AND created_at >= $2', [accountId, requestedAt])
  const apps = 'DELETE FROM portal_two_factors WHERE user_id = $1 AND id IS DISTINCT FROM $2'
  if ((await db.execute(apps, [accountId, factorId])) === 0) return
  await db.execute('UPDATE accounts SET two_factor_enabled = false, updated_at = now() WHERE id = $1', [accountId])
}

/** Deletes the changes that were never confirmed, and those that can no longer be undone: their old addresses are free again. */
export async function deleteOldChanges(db: Queryable, now: TrustedTime): Promise<void> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  await db.execute('DELETE FROM email_changes WHERE changed_at IS NULL AND requested_at < $1', [before(confirmMinutes)])
  await db.execute('DELETE FROM email_changes WHERE changed_at < $1', [before(undoDays * 1440)])
}
