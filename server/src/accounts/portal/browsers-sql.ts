import { v7 as uuidv7 } from 'uuid'
import type { Queryable } from '../../base/database/db.js'
import type { TrustedTime } from '../../base/turns/clock.js'

/** Browsers known at most, per account; the one that logged in longest ago is forgotten first. */
const knownMax = 50

/** A browser in which an account has logged in, as shown to its owner. */
export interface KnownBrowser {
  id: string
  userAgent: string
  /** The session of its last login. */
  sessionId: string
  firstLoginAt: Date
  lastLoginAt: Date
  /** Whether it needs no code of the second factor at present. */
  skipsCode: boolean
}

const columns = `b.id, b.user_agent AS "userAgent", b.session_id AS "sessionId", b.first_login_at AS "firstLoginAt",
  b.last_login_at AS "lastLoginAt", coalesce(b.no_code_until > now(), false) AS "skipsCode"`

/** Reads the account's known browsers, last used first. */
export async function knownBrowsers(db: Queryable, accountId: string): Promise<KnownBrowser[]> {
  const sql = `SELECT ${columns} FROM portal_browsers b WHERE b.account_id = $1 ORDER BY b.last_login_at DESC, b.id DESC`
  return db.query<KnownBrowser>(sql, [accountId])
}

/** Finds a browser by its cookie, if the account of the address has logged in there. */
export async function findBrowser(db: Queryable, email: string, cookie: Uint8Array): Promise<KnownBrowser | undefined> {
  const rows = await db.query<KnownBrowser>(
    `SELECT ${columns} FROM portal_browsers b JOIN accounts a ON a.id = b.account_id
     WHERE a.email = $1 AND b.cookie_hash = $2`,
    [email, cookie],
  )
  return rows[0]
}

/** A login in a browser. */
export interface BrowserLogin {
  accountId: string
  sessionId: string
  cookie: Uint8Array
  userAgent: string
  /** Whether the browser needs no code for the next 30 days. */
  skipsCode: boolean
}

/** Records a login: the account knows the browser from now on. */
export async function rememberBrowser(db: Queryable, login: BrowserLogin): Promise<void> {
  const { accountId, sessionId, cookie, userAgent, skipsCode } = login
  await db.execute(
    `INSERT INTO portal_browsers AS b (id, account_id, cookie_hash, user_agent, session_id, no_code_until)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN now() + interval '30 days' END)
     ON CONFLICT (account_id, cookie_hash) DO UPDATE SET user_agent = excluded.user_agent,
       session_id = excluded.session_id, last_login_at = now(),
       no_code_until = coalesce(excluded.no_code_until, b.no_code_until)`,
    [uuidv7(), accountId, cookie, userAgent, sessionId, skipsCode],
  )
  await db.execute(
    `DELETE FROM portal_browsers WHERE account_id = $1 AND id NOT IN
       (SELECT id FROM portal_browsers WHERE account_id = $1 ORDER BY last_login_at DESC, id DESC LIMIT $2)`,
    [accountId, knownMax],
  )
}

/** Forgets a browser. Returns false when the account doesn't know it. */
export async function forgetBrowser(db: Queryable, accountId: string, id: string): Promise<boolean> {
  return (await db.execute('DELETE FROM portal_browsers WHERE account_id = $1 AND id = $2', [accountId, id])) > 0
}

/** Forgets all browsers of an account, as a new password or second factor does. */
export async function forgetBrowsers(db: Queryable, accountId: string): Promise<void> {
  await db.execute('DELETE FROM portal_browsers WHERE account_id = $1', [accountId])
}

/** Forgets the browsers whose cookie has expired. */
export async function forgetOldBrowsers(db: Queryable, now: TrustedTime): Promise<void> {
  await db.execute(`DELETE FROM portal_browsers WHERE last_login_at < $1::timestamptz - interval '400 days'`, [now])
}
