import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { apiError } from '../../http/errors.js'
import { originOf } from '../../http/host.js'
import { languageSchema } from '../../texts/language-schema.js'
import { isName } from '../account.js'
import { mailIfKept } from '../email/change.js'
import { keptUntil } from '../email/sql.js'
import type { Mailer } from '../mail/mail.js'
import { mailboxFor } from '../mail/mailbox-access.js'
import { isOpenOperator } from '../operators/operators.js'
import { endSession, portalClientId, touchSession } from '../portal-sql.js'
import { requireFit } from '../proving/new-password.js'
import { passwordMax, passwordMin } from '../proving/passwords.js'
import { isSteppedUp, stepUpSubject } from '../proving/step-up.js'
import { accountById, accountNamed, isOpen } from '../sql.js'
import { authenticated } from '../tokens/login.js'
import { portalTokenLifetimeS } from '../tokens/token.js'
import { portalApi } from './api.js'
import { authPath, passkeyHost } from './auth.js'
import { portalError } from './errors.js'
import {
  fieldsOf,
  forward,
  headersOf,
  loginOf,
  type PortalContext,
  personAfter,
  personOf,
  requireOwnOrigin,
} from './forwarding.js'
import { browserOf, forwardCode, forwardGuess, forwardLogin, remember } from './known-browsers.js'
import { requireSecondFactor } from './second-factor.js'
import { endLongSession } from './session-end.js'

/** The routes of better-auth that the portal uses; all others are blocked. */
const allowedRoutes = {
  GET: [
    'get-session',
    'passkey/generate-register-options',
    'passkey/generate-authenticate-options',
    'passkey/list-user-passkeys',
  ],
  POST: [
    'sign-up/email',
    'sign-in/email',
    'sign-out',
    'send-verification-email',
    'request-password-reset',
    'reset-password',
    'change-password',
    'two-factor/enable',
    'two-factor/disable',
    'two-factor/verify-totp',
    'two-factor/verify-backup-code',
    'two-factor/generate-backup-codes',
    'two-factor/get-totp-uri',
    'passkey/verify-registration',
    'passkey/verify-authentication',
    'passkey/update-passkey',
    'passkey/delete-passkey',
  ],
} as const

/** These send a mail to an address if it has an account, and must not say whether it has. */
const byAddress: readonly string[] = ['send-verification-email', 'request-password-reset']

/** Passkeys outlive the session that adds or deletes them. */
const afterStepUp: readonly string[] = [
  'passkey/generate-register-options',
  'passkey/verify-registration',
  'passkey/delete-passkey',
]

/** These take the password, which someone with a stolen session could guess. */
const withPassword: readonly string[] = [
  'change-password',
  'two-factor/enable',
  'two-factor/disable',
  'two-factor/generate-backup-codes',
  'two-factor/get-totp-uri',
]

/** These make a new password or second factor; the browsers known before are forgotten. */
const changing: readonly string[] = ['change-password', 'two-factor/enable', 'two-factor/disable']

/** Refusals of a login whose password was right. */
const afterPassword: readonly unknown[] = ['email_unverified', 'account_disabled']

/** These log in by a code, or turn the second factor on by its first one. */
const withCode: readonly string[] = ['two-factor/verify-totp', 'two-factor/verify-backup-code']

const signUp = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ maxLength: 254 }),
    password: Type.String(),
    language: Type.Optional(languageSchema()),
  },
  { additionalProperties: false },
)

/** The token of the link in a mail. */
const confirmation = Type.Object({ token: Type.String({ maxLength: 4096 }) }, { additionalProperties: false })

/** `/portal/api/*`: login with cookies, and the access token with which the portal's pages call the API. */
export async function portalLoginRoutes(app: FastifyInstance, context: PortalContext): Promise<void> {
  const {
    attempts,
    timing,
    mailer,
    mailboxToken,
    publicUrl,
    registration,
    secondFactor,
    passwordWords,
    webhookLogDays,
    requestLogDays,
    sealsCopies,
  } = context
  const schema = { hide: true }

  app.addHook('onRequest', (request) => endLongSession(context, request))
  if (secondFactor === 'required') app.addHook('onRequest', (request) => requireSecondFactor(context, request))

  for (const path of allowedRoutes.GET) {
    app.get(`${authPath}/${path}`, { schema }, async (request, reply) => {
      if (afterStepUp.includes(path)) await requireProof(context, request)
      return forward(context, request, reply)
    })
  }
  for (const path of allowedRoutes.POST) {
    if (path === 'sign-in/email' || path === 'sign-up/email') continue
    app.post(`${authPath}/${path}`, { schema }, async (request, reply) => {
      const given = fieldsOf(request)
      if (typeof given.newPassword === 'string') requireFit(given.newPassword, passwordWords)
      if (byAddress.includes(path)) {
        requireMail(mailer)
        return timing.hide(() => forward(context, request, reply))
      }
      if (afterStepUp.includes(path)) await requireProof(context, request)
      if (withPassword.includes(path)) return forwardGuess(context, request, reply, changing.includes(path))
      if (withCode.includes(path)) return forwardCode(context, request, reply, given.trustDevice === true)
      if (path === 'passkey/verify-authentication') return forwardLogin(context, request, reply, false)
      return forward(context, request, reply)
    })
  }

  app.post<{ Body: { name: string; password: string; language?: string } }>(
    `${authPath}/sign-up/email`,
    { schema: { hide: true, body: signUp } },
    (request, reply) => {
      const problem = 'expected 1 to 200 characters without control characters'
      if (registration === 'open') requireMail(mailer)
      if (!isName(request.body.name.trim())) throw apiError('invalid', { field: 'name', problem })
      requireFit(request.body.password, passwordWords)
      return timing.hide(() => signUpFor(context, request, reply))
    },
  )

  app.post(`${authPath}/sign-in/email`, { schema }, async (request, reply) => {
    const { email } = fieldsOf(request)
    if (typeof email !== 'string') throw apiError('invalid', { field: 'email', problem: 'expected an e-mail address' })
    const known = await browserOf(context, request, email)
    const succeed = await attempts.begin(email, known?.id)
    return timing.hideFailure(async () => {
      try {
        const answer = await forwardLogin(context, request, reply, known?.skipsCode === true)
        await succeed()
        return answer
      } catch (error) {
        request.actor = { accountId: (await accountNamed(context.db, email))?.id }
        if (afterPassword.includes((error as { code?: unknown }).code)) await succeed()
        throw error
      }
    })
  })

  app.post<{ Body: { token: string } }>(
    `${authPath}/verify-email`,
    { schema: { hide: true, body: confirmation } },
    async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      const data = await confirmAddress(context, request, reply)
      return { status: 200, message: 'E-mail address confirmed successfully', data }
    },
  )

  // Without this, the portal's pages would answer unknown paths below /portal/api.
  app.all('/portal/api/*', { schema }, () => {
    throw apiError('not_found')
  })

  app.route({
    ...portalApi.token,
    handler: async (request) => {
      requireOwnOrigin(request, publicUrl)
      const user = await (await loginOf(context)).userOf(headersOf(request, publicUrl))
      const account = user && (await accountById(context.db, user.accountId))
      if (!user || !account || !isOpen(account)) throw apiError('session_missing')
      await touchSession(context.db, user.sessionId)
      const grant = {
        accountId: account.id,
        clientId: portalClientId,
        family: user.sessionId,
        accountEpoch: account.tokenEpoch,
        clientEpoch: 0,
      }
      // No token outlasts its login.
      const lifetimeS = Math.min(portalTokenLifetimeS, request.loginLeftS ?? 0)
      const data = {
        ...authenticated(account, 'portal', await context.tokens.issue(grant, lifetimeS)),
        isOperator: await isOpenOperator(context.db, account.id),
      }
      return { status: 200, message: 'User logged in successfully', data }
    },
  })

  app.route<{ Body: { response: object } }>({
    ...portalApi.stepUp,
    handler: async (request) => {
      requireOwnOrigin(request, publicUrl)
      const until = await stepUpByPasskey(context, request)
      return { status: 200, message: 'Stepped up successfully', data: { until: until.toISOString() } }
    },
  })

  app.route({
    ...portalApi.settings,
    handler: async (request) => ({
      status: 200,
      message: 'Settings fetched successfully',
      data: {
        registration,
        secondFactor,
        mailbox: mailer.shows && mailboxFor(request, mailboxToken) !== 'closed',
        webhookLogDays,
        requestLogDays,
        sealsCopies,
        passwordMin,
        passwordMax,
        passkeyHost: passkeyHost(publicUrl ?? '', publicUrl !== undefined),
      },
    }),
  })

  app.route({
    ...portalApi.mailbox,
    handler: async (request) => {
      const mailbox = mailer.shows ? mailboxFor(request, mailboxToken) : 'closed'
      if (mailbox === 'closed') throw apiError('not_found')
      if (mailbox === 'locked') throw apiError('mailbox_locked')
      return { status: 200, message: 'Mails fetched successfully', data: await mailer.shown() }
    },
  })
}

/** Registers an address, or mails its owner why it can't be. The answer is the same. */
async function signUpFor(
  context: PortalContext,
  request: FastifyRequest<{ Body: { language?: string } }>,
  reply: FastifyReply,
) {
  const { db, mailer, attempts, registration } = context
  const email = String(fieldsOf(request).email)
  const isKept = registration === 'open' && (await keptUntil(db, email, null)) !== undefined
  if (!isKept) await forward(context, request, reply)
  else if (await attempts.mayMail(email))
    await mailIfKept(db, mailer, email, { id: null, language: request.body.language })
  return { status: 200, message: 'Mail sent successfully' }
}

/** Refuses requests that depend on a mail, for existing and unknown users alike. @throws {ApiError} 503 when no mail can be sent */
function requireMail(mailer: Mailer): void {
  if (!mailer.sends) throw apiError('mail_missing')
}

/** Requires a session that was stepped up in the last ten minutes. @throws {ApiError} 401, 403 */
async function requireProof(context: PortalContext, request: FastifyRequest): Promise<void> {
  const { sessionId, accountId } = await personOf(context, request)
  if (!(await isSteppedUp(context.db, sessionId, accountId))) throw apiError('step_up_required')
}

/**
 * Steps a session up by one of its account's passkeys. Verifying a passkey logs in; that second session isn't needed and ends.
 *
 * @throws {ApiError} 400 when the passkey isn't accepted, or is another account's
 */
async function stepUpByPasskey(context: PortalContext, request: FastifyRequest): Promise<Date> {
  const { db, publicUrl } = context
  const { sessionId, accountId } = await personOf(context, request)
  const succeed = await context.attempts.begin(accountId)
  const headers = headersOf(request, publicUrl)
  headers.set('content-type', 'application/json')
  const url = `${publicUrl ?? originOf(request)}${authPath}/passkey/verify-authentication`
  const body = JSON.stringify(request.body)
  const answer = await (await loginOf(context)).handle(new Request(url, { method: 'POST', headers, body }))
  const data = (await answer.json().catch(() => null)) as { session?: { id: string; userId: string } } | null
  if (answer.status >= 400) throw portalError(answer.status, data, answer.headers)
  const made = data?.session
  if (made === undefined) throw apiError('passkey_refused')
  await endSession(db, made.userId, made.id)
  if (made.userId !== accountId) throw apiError('passkey_refused')
  await succeed()
  return stepUpSubject(db, sessionId, accountId)
}

/**
 * Confirms an e-mail address by the token of its mail, and logs its account in, unless this browser has a session already.
 *
 * @returns whether the session of this browser is now one of the confirmed account or was one before
 * @throws {ApiError} 400 when the link has expired, or was not sent by this service
 */
async function confirmAddress(
  context: PortalContext,
  request: FastifyRequest<{ Body: { token: string } }>,
  reply: FastifyReply,
): Promise<{ isLoggedIn: boolean }> {
  const login = await loginOf(context)
  const headers = headersOf(request, context.publicUrl)
  const present = await login.userOf(headers)
  // Without its cookies, better-auth makes a session of the confirmed account, if it was not confirmed before.
  headers.delete('cookie')
  const base = `${context.publicUrl ?? originOf(request)}${authPath}`
  const answer = await login.handle(
    new Request(`${base}/verify-email?token=${encodeURIComponent(request.body.token)}`, { headers }),
  )
  const data: unknown = await answer.json().catch(() => null)
  if (answer.status >= 400) throw portalError(answer.status, data, answer.headers)
  const cookies = answer.headers.getSetCookie()
  if (present === null) {
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    const person = await personAfter(context, request, reply)
    if (person !== null) await remember(context, request, reply, person, false)
    return { isLoggedIn: person !== null }
  }
  if (cookies.length === 0) return { isLoggedIn: false }
  headers.set('cookie', cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '))
  const made = await login.userOf(headers)
  if (made !== null) await endSession(context.db, made.accountId, made.sessionId)
  return { isLoggedIn: made?.accountId === present.accountId }
}
