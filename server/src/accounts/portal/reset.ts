import type { Database, Tx } from '../../base/database/db.js'
import type { Mailer } from '../mail/mail.js'
import { deletePortalLinks, distrust } from '../portal-sql.js'
import { authPath } from './auth.js'
import type { PortalLoginOptions } from './login.js'

/**
 * Takes an account's password away and ends its sessions, links and waiting logins, so that only a new link leads into the portal.
 * API clients and their tokens stay.
 *
 * @param factors whether to remove the authenticator app, backup codes and passkeys as well
 */
export async function takePassword(db: Database, accountId: string, factors: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await takeAccess(tx, accountId)
    if (!factors) return
    await tx.execute('DELETE FROM portal_two_factors WHERE user_id = $1', [accountId])
    await tx.execute('DELETE FROM portal_passkeys WHERE user_id = $1', [accountId])
    await tx.execute('UPDATE accounts SET two_factor_enabled = false, updated_at = now() WHERE id = $1', [accountId])
  })
}

/** Takes an account's password away and ends its sessions, links and waiting logins. */
export async function takeAccess(tx: Tx, accountId: string): Promise<void> {
  await tx.execute('DELETE FROM portal_credentials WHERE user_id = $1', [accountId])
  await deletePortalLinks(tx, accountId)
  await tx.execute('DELETE FROM portal_sessions WHERE user_id = $1', [accountId])
  await distrust(tx, accountId)
  await tx.execute('DELETE FROM step_ups WHERE account_id = $1', [accountId])
}

/** Dependencies of {@link requestPasswordLink}: those of the login, without what only its pages need. */
export type PasswordLinkOptions = Omit<
  PortalLoginOptions,
  'isUrlFixed' | 'registration' | 'secondFactor' | 'guessLimit' | 'mailer'
>

/**
 * Requests a link for a new password, just as its owner would with "forgot password".
 *
 * @param mailer gets the link; by mail, or to print it
 */
export async function requestPasswordLink(
  options: PasswordLinkOptions,
  email: string,
  mailer: Pick<Mailer, 'sends' | 'send'>,
): Promise<void> {
  // Slow to load and rarely used.
  const { portalLogin } = await import('./login.js')
  // Limits apply to requests from outside only.
  const login = await portalLogin({
    ...options,
    mailer,
    isUrlFixed: true,
    registration: 'closed',
    secondFactor: 'optional',
    guessLimit: 0,
  })
  const headers = { 'content-type': 'application/json', origin: new URL(options.url).origin }
  const body = JSON.stringify({ email })
  const url = `${options.url}${authPath}/request-password-reset`
  const answer = await login.handle(new Request(url, { method: 'POST', headers, body }))
  if (answer.status !== 200) throw new Error(`the link could not be made: ${await answer.text()}`)
}
