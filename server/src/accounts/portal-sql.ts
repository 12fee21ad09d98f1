import { v7 as uuidv7 } from 'uuid'
import type { Database, Queryable } from '../base/database/db.js'
import type { TrustedTime } from '../base/turns/clock.js'
import { dropWanted } from './email/sql.js'
import { forgetBrowsers } from './portal/browsers-sql.js'
import { openAccount } from './sql.js'

// Our own statements on the portal's tables; better-auth has its own for logging in.

/** The client ID of everything done in the portal. */
export const portalClientId = 'portal'

/** Reads the account of a portal token; undefined when its session has ended. */
export async function portalTokenOwner(
  db: Queryable,
  token: { accountId: string; accountEpoch: number; family: string },
): Promise<{ name: string; username: string; emailVerified: boolean } | undefined> {
  const rows = await db.query<{ name: string; username: string; emailVerified: boolean }>(
    `SELECT a.name, a.username, a.email_verified AS "emailVerified"
     FROM portal_sessions s JOIN accounts a ON a.id = s.user_id
     WHERE s.id = $1 AND a.id = $2 AND a.token_epoch = $3 AND s.expires_at > now() AND ${openAccount}`,
    [token.family, token.accountId, token.accountEpoch],
  )
  return rows[0]
}

/** A portal login, as shown to its owner. */
export interface PortalSession {
  id: string
  createdAt: Date
  lastActiveAt: Date
  expiresAt: Date
  address: string | null
  userAgent: string | null
}

/**
 * Reads the account's logins, last used first.
 *
 * @param maxMs longest time that a login lasts
 */
export async function portalSessions(db: Queryable, accountId: string, maxMs: number): Promise<PortalSession[]> {
  return db.query<PortalSession>(
    `SELECT id, created_at AS "createdAt", updated_at AS "lastActiveAt",
       least(expires_at, created_at + $2 * interval '1 millisecond') AS "expiresAt",
       ip_address AS address, user_agent AS "userAgent"
     FROM portal_sessions WHERE user_id = $1 AND expires_at > now() AND created_at + $2 * interval '1 millisecond' > now()
     ORDER BY updated_at DESC, id DESC`,
    [accountId, maxMs],
  )
}

/** Returns how long a login may still last at most, in whole seconds; 0 when it is over, undefined when there is none. */
export async function sessionLeftS(db: Queryable, token: string, maxMs: number): Promise<number | undefined> {
  const [row] = await db.query<{ leftS: number }>(
    `SELECT greatest(0, floor(extract(epoch FROM created_at - now()) + $2::numeric / 1000))::integer AS "leftS"
     FROM portal_sessions WHERE token = $1`,
    [token, maxMs],
  )
  return row?.leftS
}

/** Ends a login. Returns false when the account doesn't have it. */
export async function endSession(db: Queryable, accountId: string, id: string): Promise<boolean> {
  return (await db.execute('DELETE FROM portal_sessions WHERE user_id = $1 AND id = $2', [accountId, id])) > 0
}

/** Ends all logins except one. */
export async function endOtherSessions(db: Queryable, accountId: string, kept: string): Promise<void> {
  await db.execute('DELETE FROM portal_sessions WHERE user_id = $1 AND id <> $2', [accountId, kept])
}

/** Records that a login was used, at most once a minute to save writes. */
export async function touchSession(db: Queryable, id: string): Promise<void> {
  await db.execute(
    `UPDATE portal_sessions SET updated_at = now() WHERE id = $1 AND updated_at < now() - interval '1 minute'`,
    [id],
  )
}

/** An account's second factors, password and scheduled deletion. */
export interface AccountSecurity {
  twoFactorEnabled: boolean
  passkeys: number
  hasPassword: boolean
  deletionAt: Date | null
}

export async function securityOf(db: Queryable, accountId: string): Promise<AccountSecurity | undefined> {
  const [row] = await db.query<AccountSecurity>(
    `SELECT a.two_factor_enabled AS "twoFactorEnabled", a.deletion_at AS "deletionAt",
       (SELECT count(*) FROM portal_passkeys p WHERE p.user_id = a.id) AS passkeys,
       EXISTS (SELECT FROM portal_credentials c WHERE c.user_id = a.id AND c.password IS NOT NULL) AS "hasPassword"
     FROM accounts a WHERE a.id = $1`,
    [accountId],
  )
  return row
}

/** Reads the Argon2id hash of an account's password. */
export async function passwordOf(db: Queryable, accountId: string): Promise<string | undefined> {
  const sql = `SELECT password FROM portal_credentials WHERE user_id = $1 AND provider_id = 'credential'`
  return (await db.query<{ password: string | null }>(sql, [accountId]))[0]?.password ?? undefined
}

/** Stores an account's first password. */
export async function insertPassword(db: Queryable, id: string, accountId: string, hash: string): Promise<void> {
  await db.execute(
    `INSERT INTO portal_credentials (id, account_id, provider_id, user_id, password, created_at, updated_at)
     VALUES ($1, $2::text, 'credential', $2::text::uuid, $3, now(), now())`,
    [id, accountId, hash],
  )
}

/** Replaces the hash of a password by another one of the same password. */
export async function replaceHash(db: Queryable, old: string, hash: string): Promise<void> {
  await db.execute('UPDATE portal_credentials SET password = $2 WHERE password = $1', [old, hash])
}

/** Replaces an account's password, or gives it the first one, and ends its sessions. */
export async function replacePassword(db: Database, accountId: string, hash: string): Promise<void> {
  await db.transaction(async (tx) => {
    const replaced = await tx.execute(
      `UPDATE portal_credentials SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'`,
      [accountId, hash],
    )
    if (replaced === 0) await insertPassword(tx, uuidv7(), accountId, hash)
    await tx.execute('DELETE FROM portal_sessions WHERE user_id = $1', [accountId])
    await distrust(tx, accountId)
  })
}

/** Ends what rests on an account's former password or second factor: its known browsers, and a change of address that waits. */
export async function distrust(db: Queryable, accountId: string): Promise<void> {
  await forgetBrowsers(db, accountId)
  await dropWanted(db, accountId)
}

/** Deletes the links and waiting logins of an account. */
export async function deletePortalLinks(db: Queryable, accountId: string): Promise<void> {
  await db.execute('DELETE FROM portal_verifications WHERE value LIKE $1', [`%${accountId}%`])
}

export async function setVerified(db: Queryable, accountId: string): Promise<void> {
  await db.execute(
    'UPDATE accounts SET email_verified = true, updated_at = now() WHERE id = $1 AND NOT email_verified',
    [accountId],
  )
}

/** Marks a 6-digit code as used. Returns false when it was used within its possible validity. */
export async function useCode(db: Queryable, accountId: string, code: string): Promise<boolean> {
  const used = await db.execute(
    `INSERT INTO portal_used_codes AS u (user_id, code) VALUES ($1, $2)
     ON CONFLICT (user_id, code) DO UPDATE SET used_at = now() WHERE u.used_at < now() - interval '5 minutes'`,
    [accountId, code],
  )
  return used > 0
}

/** Whether a window is over: one that begins after now was begun by a clock that has been set back since. */
const isOver = `(p.since < now() - $2 * interval '1 second' OR p.since > now())`

/** Counts an attempt. Returns the number of attempts in the current window and the seconds until it ends. */
export async function countAttempt(
  db: Queryable,
  subject: Uint8Array,
  windowS: number,
): Promise<{ attempts: number; waitS: number }> {
  const [row] = await db.query<{ attempts: number; waitS: number }>(
    `INSERT INTO portal_attempts AS p (subject, attempts, since) VALUES ($1, 1, now())
     ON CONFLICT (subject) DO UPDATE SET
       attempts = CASE WHEN ${isOver} THEN 1 ELSE p.attempts + 1 END,
       since = CASE WHEN ${isOver} THEN now() ELSE p.since END
     RETURNING attempts, greatest(1, ceil(extract(epoch FROM since - now()) + $2))::integer AS "waitS"`,
    [subject, windowS],
  )
  if (row === undefined) throw new Error('counting an attempt returned no row')
  return row
}

export async function resetAttempts(db: Queryable, subject: Uint8Array): Promise<void> {
  await db.execute('DELETE FROM portal_attempts WHERE subject = $1', [subject])
}

/** Takes one attempt back. */
export async function takeBackAttempt(db: Queryable, subject: Uint8Array): Promise<void> {
  await db.execute('UPDATE portal_attempts SET attempts = attempts - 1 WHERE subject = $1 AND attempts > 0', [subject])
}

const hourMs = 3_600_000

/**
 * Deletes expired rows of the portal.
 *
 * @param maxMs longest time that a login lasts
 */
export async function deleteExpiredPortalRows(db: Queryable, now: TrustedTime, maxMs: number): Promise<void> {
  await db.execute('DELETE FROM portal_sessions WHERE expires_at < $1 OR created_at < $2', [
    now,
    new Date(now.getTime() - maxMs),
  ])
  await db.execute('DELETE FROM portal_verifications WHERE expires_at < $1', [now])
  await db.execute(`DELETE FROM portal_used_codes WHERE used_at < $1::timestamptz - interval '1 hour'`, [now])
  await db.execute(`DELETE FROM portal_attempts WHERE since < $1::timestamptz - interval '1 day'`, [now])
  // Those from after now were counted before the clock was set back: they would limit until it has caught up.
  const limits = 'DELETE FROM portal_rate_limits WHERE last_request < $1 OR last_request > $2'
  await db.execute(limits, [now.getTime() - hourMs, now.getTime() + hourMs])
}

/** Reads the secret of a second factor that names no key, from a version that knew only one. */
export async function unnamedFactorSecret(db: Queryable): Promise<string | undefined> {
  const sql = "SELECT secret FROM portal_two_factors WHERE NOT starts_with(secret, '$ba$') LIMIT 1"
  return (await db.query<{ secret: string }>(sql))[0]?.secret
}
