import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalEmail } from '../../base/database/email.js'
import { apiError } from '../../http/errors.js'
import { originOf } from '../../http/host.js'
import type { Mailer } from '../mail/mail.js'
import type { Attempts } from '../proving/attempts.js'
import type { EvenTiming } from '../proving/even-timing.js'
import type { LoginContext } from '../tokens/login.js'
import { addressHeader, originHeader, type PortalLogin, type PortalUser } from './auth.js'
import { portalError } from './errors.js'

/** Dependencies of the portal's routes. */
export interface PortalContext extends LoginContext {
  /** Undefined until the address of the service is known. */
  login(): Promise<PortalLogin> | undefined
  attempts: Attempts
  timing: EvenTiming
  mailer: Mailer
  /** Public address set by the operator, without a trailing slash. */
  publicUrl: string | undefined
  registration: 'open' | 'closed'
  secondFactor: 'optional' | 'required'
  /** Words that are guessed first here. */
  passwordWords: readonly string[]
  /** Opens the mailbox from elsewhere. */
  mailboxToken: string | undefined
  webhookLogDays: number
  requestLogDays: number
  sealsCopies: boolean
  /** Longest time that a login lasts, however often it is used. */
  sessionMaxMs: number
}

/** Forwards a request to better-auth. Returns the body of its answer, whose head it writes. Translates errors. */
export async function forward(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  headers = headersOf(request, context.publicUrl),
): Promise<string> {
  const url = `${context.publicUrl ?? originOf(request)}${request.url}`
  const isPost = request.method === 'POST'
  const body = isPost ? JSON.stringify(fieldsOf(request)) : null
  if (isPost) headers.set('content-type', 'application/json')
  const answer = await (await loginOf(context)).handle(new Request(url, { method: request.method, headers, body }))
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const text = await answer.text()
  const data: unknown = answer.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : null
  request.actor = { ...actorIn(data), ...request.actor }
  if (answer.status >= 400) throw portalError(answer.status, data, answer.headers)
  reply.code(answer.status).type('application/json; charset=utf-8')
  return JSON.stringify(withoutToken(data))
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

/** Returns the fields of a JSON body; an e-mail address in its one spelling. */
export function fieldsOf({ body }: FastifyRequest): Record<string, unknown> {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return typeof fields.email === 'string' ? { ...fields, email: canonicalEmail(fields.email) } : fields
}

const forwarded = ['cookie', 'origin', 'referer', 'user-agent', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

/** Returns the headers for better-auth. Network address and origin come from us only. */
export function headersOf(request: FastifyRequest, publicUrl: string | undefined): Headers {
  const headers = new Headers()
  for (const name of forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value.slice(0, 4096))
  }
  headers.set(addressHeader, request.ip)
  headers.set(originHeader, publicUrl === undefined ? originOf(request) : new URL(publicUrl).origin)
  return headers
}

/** Returns the portal's login. @throws {ApiError} 503 while the service starts */
export async function loginOf(context: PortalContext): Promise<PortalLogin> {
  const login = context.login()
  if (login === undefined) throw apiError('unavailable')
  return login
}

/** Returns the person the cookies belong to, whom the security log names. @throws {ApiError} 401 */
export async function personOf(context: PortalContext, request: FastifyRequest): Promise<PortalUser> {
  const user = await (await loginOf(context)).userOf(headersOf(request, context.publicUrl))
  if (user === null) throw apiError('session_missing')
  request.actor = { accountId: user.accountId }
  return user
}

/** Returns the person whom the cookies of an answer log in; null when they log in no one. */
export async function personAfter(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PortalUser | null> {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map((cookie) => String(cookie).split(';', 1)[0])
  if (cookies.length === 0) return null
  const headers = headersOf(request, context.publicUrl)
  headers.set('cookie', cookies.join('; '))
  return (await loginOf(context)).userOf(headers)
}

/** Requires a request from our own pages, since browsers attach cookies to any request (CSRF). @throws {ApiError} 403 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const own = publicUrl === undefined ? originOf(request) : new URL(publicUrl).origin
  const isOwn = origin === undefined ? site === 'same-origin' : origin === own
  if (!isOwn) throw apiError('forbidden')
}
