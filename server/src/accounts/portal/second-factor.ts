import type { FastifyRequest } from 'fastify'
import { apiError } from '../../http/errors.js'
import { securityOf } from '../portal-sql.js'
import { authPath, cookiePath } from './auth.js'
import { headersOf, loginOf, type PortalContext } from './forwarding.js'

/** Routes for people without a second factor: logging in and out, setting one up, and what needs no login. */
const open: ReadonlySet<string | undefined> = new Set([
  `${cookiePath}/settings`,
  `${cookiePath}/mailbox`,
  ...[
    'get-session',
    'sign-up/email',
    'sign-in/email',
    'sign-out',
    'verify-email',
    'send-verification-email',
    'request-password-reset',
    'reset-password',
    'two-factor/enable',
    'two-factor/verify-totp',
    'two-factor/verify-backup-code',
    'passkey/generate-authenticate-options',
    'passkey/verify-authentication',
  ].map((path) => `${authPath}/${path}`),
])

/**
 * Refuses a login of an account that has no authenticator app, where one is required. A passkey doesn't make up for it: the password
 * would go on opening the account alone.
 *
 * @throws {ApiError} 403 `second_factor_required`
 */
export async function requireSecondFactor(context: PortalContext, request: FastifyRequest): Promise<void> {
  if (open.has(request.routeOptions.url)) return
  const person = await (await loginOf(context)).userOf(headersOf(request, context.publicUrl))
  if (person === null) return
  const security = await securityOf(context.db, person.accountId)
  if (security?.twoFactorEnabled) return
  request.actor = { accountId: person.accountId }
  throw apiError('second_factor_required')
}
