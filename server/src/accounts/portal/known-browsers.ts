import type { FastifyReply, FastifyRequest } from 'fastify'
import { distrust, endOtherSessions, securityOf } from '../portal-sql.js'
import { tokenHashOf } from '../tokens/token-hash.js'
import type { PortalUser } from './auth.js'
import { browserToken, keepBrowserToken, withoutTrust } from './browser-cookie.js'
import { findBrowser, rememberBrowser } from './browsers-sql.js'
import { forward, headersOf, loginOf, type PortalContext, personAfter, personOf } from './forwarding.js'

/** Returns the browser of a request if the account of the address has logged in there. */
export async function browserOf({ db }: PortalContext, request: FastifyRequest, email: string) {
  const token = browserToken(request)
  return token === undefined ? undefined : findBrowser(db, email, tokenHashOf(token))
}

/**
 * Forwards a request that logs in, and remembers the browser if it does.
 *
 * @param skipsCode whether the browser needs no code of the second factor; better-auth's own cookie isn't enough, since it can't be
 *   ended from elsewhere
 */
export async function forwardLogin(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  skipsCode: boolean,
): Promise<string> {
  const headers = headersOf(request, context.publicUrl)
  if (!skipsCode) withoutTrust(headers)
  const answer = await forward(context, request, reply, headers)
  const person = await personAfter(context, request, reply)
  if (person !== null) await remember(context, request, reply, person, skipsCode)
  return answer
}

/** Forwards a code: of a login, or the first one of a new second factor. */
export async function forwardCode(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  skipsCode: boolean,
): Promise<string> {
  const person = await (await loginOf(context)).userOf(headersOf(request, context.publicUrl))
  if (person === null) return forwardLogin(context, request, reply, skipsCode)
  request.actor = { accountId: person.accountId, isPresent: true }
  const before = await securityOf(context.db, person.accountId)
  const answer = await forward(context, request, reply)
  if (before?.twoFactorEnabled === false) {
    const { sessionId } = await startOver(context, request, reply, person)
    // They were made without the second factor, perhaps by a thief of the password.
    await endOtherSessions(context.db, person.accountId, sessionId)
  }
  return answer
}

/** Forwards a request that holds the password, and counts it like every guess at the account's. @throws {ApiError} 429 */
export async function forwardGuess(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  isChange: boolean,
): Promise<string> {
  const person = await personOf(context, request)
  const succeed = await context.attempts.begin(person.accountId)
  const answer = await forward(context, request, reply)
  await succeed()
  if (isChange) await startOver(context, request, reply, person)
  return answer
}

/** Forgets all browsers of an account but this one, which begins again. Returns who is logged in here now. */
async function startOver(
  context: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  person: PortalUser,
): Promise<PortalUser> {
  await distrust(context.db, person.accountId)
  const now = (await personAfter(context, request, reply)) ?? person
  await remember(context, request, reply, now, false)
  return now
}

/** Records a login: the account knows this browser from now on. */
export async function remember(
  { db, publicUrl }: PortalContext,
  request: FastifyRequest,
  reply: FastifyReply,
  person: PortalUser,
  skipsCode: boolean,
): Promise<void> {
  const cookie = tokenHashOf(keepBrowserToken(request, reply, publicUrl))
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 500)
  await rememberBrowser(db, { ...person, cookie, userAgent, skipsCode })
}
