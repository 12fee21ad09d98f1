import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { apiError } from '../../http/errors.js'
import { originOf } from '../../http/host.js'
import { languageSchema } from '../../texts/language-schema.js'
import { isName } from '../account.js'
import type { Mailer } from '../mail/mail.js'
import { mailboxFor } from '../mail/mailbox-access.js'
import { endSession, portalClientId, touchSession } from '../portal-sql.js'
import type { Attempts } from '../proving/attempts.js'
import { passwordMax, passwordMin } from '../proving/passwords.js'
import { isSteppedUp, stepUpSubject } from '../proving/step-up.js'
import { accountById, accountNamed, isOpen } from '../sql.js'
import { authenticated, type LoginContext } from '../tokens/login.js'
import { portalTokenLifetimeS } from '../tokens/token.js'
import { portalApi } from './api.js'
import { addressHeader, authPath, originHeader, type PortalLogin, type PortalUser, passkeyHost } from './auth.js'
import { portalError } from './errors.js'

/** Dependencies of the portal's routes. */
export interface PortalContext extends LoginContext {
  /** Undefined until the address of the service is known. */
  login(): Promise<PortalLogin> | undefined
  attempts: Attempts
  mailer: Mailer
  /** Public address set by the operator, without a trailing slash. */
  publicUrl: string | undefined
  registration: 'open' | 'closed'
  /** Opens the mailbox from elsewhere. */
  mailboxToken: string | undefined
  webhookLogDays: number
}

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
  const { attempts, mailer, mailboxToken, publicUrl, registration, webhookLogDays } = context
  const schema = { hide: true }

  for (const path of allowedRoutes.GET) {
    app.get(`${authPath}/${path}`, { schema }, async (request, reply) => {
      if (afterStepUp.includes(path)) await requireProof(context, request)
      return forward(context, request, reply)
    })
  }
  for (const path of allowedRoutes.POST) {
    if (path === 'sign-in/email' || path === 'sign-up/email') continue
    app.post(`${authPath}/${path}`, { schema }, async (request, reply) => {
      if (path === 'send-verification-email' || path === 'request-password-reset') requireMail(mailer)
      if (afterStepUp.includes(path)) await requireProof(context, request)
      if (path === 'two-factor/verify-totp' || path === 'two-factor/verify-backup-code')
        await noteSession(context, request)
      if (withPassword.includes(path)) return forwardGuess(context, request, reply)
      return forward(context, request, reply)
    })
  }

  app.post<{ Body: { name: string } }>(
    `${authPath}/sign-up/email`,
    { schema: { hide: true, body: signUp } },
    (request, reply) => {
      const problem = 'expected 1 to 200 characters without control characters'
      if (registration === 'open') requireMail(mailer)
      if (!isName(request.body.name.trim())) throw apiError('invalid', { field: 'name', problem })
      return forward(context, request, reply)
    },
  )

  app.post(`${authPath}/sign-in/email`, { schema }, async (request, reply) => {
    const { email } = (request.body ?? {}) as { email?: unknown }
    if (typeof email !== 'string') throw apiError('invalid', { field: 'email', problem: 'expected an e-mail address' })
    const succeed = await attempts.begin(email.trim().toLowerCase())
    try {
      const answer = await forward(context, request, reply)
      await succeed()
      return answer
    } catch (error) {
      request.actor = { accountId: (await accountNamed(context.db, email.trim().toLowerCase()))?.id }
      // The password was right.
      if ((error as { code?: unknown }).code === 'email_unverified') await succeed()
      throw error
    }
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
      const data = authenticated(account, 'portal', await context.tokens.issue(grant, portalTokenLifetimeS))
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
        mailbox: mailer.shows && mailboxFor(request, mailboxToken) !== 'closed',
        webhookLogDays,
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

/** Refuses requests that depend on a mail, for existing and unknown users alike. @throws {ApiError} 503 when no mail can be sent */
function requireMail(mailer: Mailer): void {
  if (!mailer.sends) throw apiError('mail_missing')
}

/** Returns the portal's login. @throws {ApiError} 503 while the service starts */
async function loginOf(context: PortalContext): Promise<PortalLogin> {
  const login = context.login()
  if (login === undefined) throw apiError('unavailable')
  return login
}

/** Returns the person the cookies belong to. @throws {ApiError} 401 */
async function personOf(context: PortalContext, request: FastifyRequest): Promise<PortalUser> {
  const user = await (await loginOf(context)).userOf(headersOf(request, context.publicUrl))
  if (user === null) throw apiError('session_missing')
  return user
}

/** Has the security log tell a code that sets a second factor up from one that logs in. */
async function noteSession(context: PortalContext, request: FastifyRequest): Promise<void> {
  const user = await (await loginOf(context)).userOf(headersOf(request, context.publicUrl))
  if (user) request.actor = { accountId: user.accountId, isPresent: true }
}

/** Requires a session that was stepped up in the last ten minutes. @throws {ApiError} 401, 403 */
async function requireProof(context: PortalContext, request: FastifyRequest): Promise<void> {
  const { sessionId, accountId } = await personOf(context, request)
  request.actor = { accountId }
  if (!(await isSteppedUp(context.db, sessionId, accountId))) throw apiError('step_up_required')
}

/** Forwards a request that holds the password, and counts it like every guess at the account's. @throws {ApiError} 429 */
async function forwardGuess(context: PortalContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { accountId } = await personOf(context, request)
  request.actor = { accountId }
  const succeed = await context.attempts.begin(accountId)
  const answer = await forward(context, request, reply)
  await succeed()
  return answer
}

/**
 * Steps a session up by one of its account's passkeys. Verifying a passkey logs in; that second session isn't needed and ends.
 *
 * @throws {ApiError} 400 when the passkey isn't accepted, or is another account's
 */
async function stepUpByPasskey(context: PortalContext, request: FastifyRequest): Promise<Date> {
  const { db, publicUrl } = context
  const { sessionId, accountId } = await personOf(context, request)
  request.actor = { accountId }
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
    return { isLoggedIn: cookies.length > 0 }
  }
  if (cookies.length === 0) return { isLoggedIn: false }
  headers.set('cookie', cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '))
  const made = await login.userOf(headers)
  if (made !== null) await endSession(context.db, made.accountId, made.sessionId)
  return { isLoggedIn: made?.accountId === present.accountId }
}

/** Forwards a request to better-auth and its answer to the client. Translates errors. */
async function forward(context: PortalContext, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const headers = headersOf(request, context.publicUrl)
  const url = `${context.publicUrl ?? originOf(request)}${request.url}`
  const isPost = request.method === 'POST'
  const body = isPost ? JSON.stringify(request.body ?? {}) : null
  if (isPost) headers.set('content-type', 'application/json')
  const answer = await (await loginOf(context)).handle(new Request(url, { method: request.method, headers, body }))
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const text = await answer.text()
  const data: unknown = answer.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : null
  request.actor = { ...actorIn(data), ...request.actor }
  if (answer.status >= 400) throw portalError(answer.status, data, answer.headers)
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(withoutToken(data)))
}

/** Leaves the session's token out of an answer of better-auth: it is in the cookie, which no script can read. */
function withoutToken(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const entries = Object.entries(data).filter(([key]) => key !== 'token')
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'session' ? withoutToken(value) : value]))
}

/** Returns who an answer of better-auth is about, if it says so. */
function actorIn(data: unknown): { accountId?: string; isHalf?: boolean } {
  const { user, session, twoFactorRedirect } = (data ?? {}) as {
    user?: { id?: string }
    session?: { userId?: string }
    twoFactorRedirect?: boolean
  }
  const accountId = user?.id ?? session?.userId
  return { ...(accountId !== undefined && { accountId }), ...(twoFactorRedirect === true && { isHalf: true }) }
}

const forwarded = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

/** Returns the headers for better-auth. Network address and origin come from us only. */
function headersOf(request: FastifyRequest, publicUrl: string | undefined): Headers {
  const headers = new Headers()
  for (const name of forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value.slice(0, 4096))
  }
  headers.set(addressHeader, request.ip)
  headers.set(originHeader, publicUrl === undefined ? originOf(request) : new URL(publicUrl).origin)
  return headers
}

/** Requires a request from our own pages, since browsers attach cookies to any request (CSRF). @throws {ApiError} 403 */
function requireOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const own = publicUrl === undefined ? originOf(request) : new URL(publicUrl).origin
  const isOwn = origin === undefined ? site === 'same-origin' : origin === own
  if (!isOwn) throw apiError('forbidden')
}
