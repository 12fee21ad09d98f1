import type { onRequestAsyncHookHandler } from 'fastify'
import type { Queryable } from '../../base/database/db.js'
import type { TrustedTime } from '../../base/turns/clock.js'
import { apiError } from '../../http/errors.js'
import { portalClientId } from '../portal-sql.js'
import type { Session } from '../tokens/session.js'

// A token can be stolen. What outlives it (a further API client, a passkey) takes a proof that its holder doesn't have: the
// password, a passkey or a code. SECURITY.md lists what takes which.

/** How long a proof lasts, in seconds. */
const stepUpS = 600

/** Scope of a proof: this session of the portal, whatever token it uses, or this one access token. */
function subjectOf({ clientId, family, tokenId }: Session): string {
  return clientId === portalClientId ? family : tokenId
}

/** Records that the person behind a session has just proved who they are. Returns until when that lasts. */
export function stepUp(db: Queryable, session: Session): Promise<Date> {
  return stepUpSubject(db, subjectOf(session), session.accountId)
}

/** Does the same for a session of the portal, by its ID. */
export async function stepUpSubject(db: Queryable, subject: string, accountId: string): Promise<Date> {
  const [row] = await db.query<{ until: Date }>(
    `INSERT INTO step_ups AS s (subject, account_id) VALUES ($1, $2)
     ON CONFLICT (subject) DO UPDATE SET proved_at = now() WHERE s.account_id = excluded.account_id
     RETURNING proved_at + $3 * interval '1 second' AS until`,
    [subject, accountId, stepUpS],
  )
  if (row === undefined) throw new Error('a step-up belongs to another account')
  return row.until
}

/** Returns whether a proof for a session of the portal, or for an access token, still lasts. */
export async function isSteppedUp(db: Queryable, subject: string, accountId: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM step_ups WHERE subject = $1 AND account_id = $2 AND proved_at > now() - $3 * interval '1 second'`,
    [subject, accountId, stepUpS],
  )
  return rows.length > 0
}

/** Deletes the proofs that no longer last. */
export async function deleteOldStepUps(db: Queryable, now: TrustedTime): Promise<void> {
  await db.execute('DELETE FROM step_ups WHERE proved_at < $1', [new Date(now.getTime() - stepUpS * 1000)])
}

/**
 * Returns an `onRequest` hook for what outlives every token and every API client: password, passkey or code within ten minutes.
 * Comes after the hook that sets the session.
 */
export function requireStepUp(db: Queryable): onRequestAsyncHookHandler {
  return async ({ session }) => {
    if (!(await isSteppedUp(db, subjectOf(session), session.accountId))) throw apiError('step_up_required')
  }
}

/** Returns an `onRequest` hook for what outlives the token: see {@link requireRecent}. */
export function requireRecentLogin(db: Queryable): onRequestAsyncHookHandler {
  return ({ session }) => requireRecent(db, session)
}

/**
 * Requires a step-up, or a token of the last ten minutes that was given for the secret key itself: anyone with that key can log in
 * as long as the client exists, so they gain nothing by it, and programs have no password.
 *
 * @throws {ApiError} 403
 */
export async function requireRecent(db: Queryable, session: Session): Promise<void> {
  // A login after now was written by a clock that was ahead: it says nothing about how old it is.
  if (Math.abs(Date.now() - session.loginAtMs) < stepUpS * 1000) return
  if (await isSteppedUp(db, subjectOf(session), session.accountId)) return
  throw apiError(session.clientId === portalClientId ? 'step_up_required' : 'session_old')
}
