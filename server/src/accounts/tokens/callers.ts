import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { apiError } from '../../http/errors.js'
import { networkOf } from '../../http/limits/address-network.js'
import { type RateLimit, tooManyRequests } from '../../http/limits/rate-limit.js'
import type { GuessLimit } from '../proving/guess-limit.js'
import { type Account, openAccountNamed, usableClient } from '../sql.js'
import { type LoginContext, noSecretHash } from './login.js'
import type { Session } from './session.js'

/** The client ID of stamps without a login. */
const anonymousClientId = 'anonymous'

/** Accounts that may call, and guards against guessing. */
export interface CallerOptions {
  context: LoginContext
  guesses: GuessLimit
  /** Lets callers without a login stamp as this account (e-mail address or ID), within a limit per address. */
  anonymous: { account: string; limit: RateLimit | undefined } | undefined
}

/**
 * Returns an `onRequest` hook that sets `request.session` for protocols whose clients know no tokens: from a bearer token, from
 * a client ID and secret key as user and password (RFC 7617), or for everyone.
 */
export function requireCaller({ context, guesses, anonymous }: CallerOptions): onRequestAsyncHookHandler {
  return async (request) => {
    const { authorization } = request.headers
    const basic = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1]
    if (basic !== undefined) request.session = await clientSession(context, guesses, request, basic)
    else if (authorization !== undefined) request.session = await context.tokens.verify(authorization)
    else if (anonymous !== undefined) request.session = await anonymousSession(context, anonymous, request)
    else throw notLoggedIn()
  }
}

async function clientSession(
  context: LoginContext,
  guesses: GuessLimit,
  request: FastifyRequest,
  credentials: string,
): Promise<Session> {
  const { ip } = request
  const waitS = guesses.waitS(ip)
  if (waitS > 0) throw tooManyRequests(waitS)
  const text = Buffer.from(credentials, 'base64').toString()
  const clientId = text.split(':', 1)[0] as string
  request.actor = { clientId }
  const account = await usableClient(context.db, clientId)
  // An unknown client takes the same work as a wrong secret.
  const isRight = context.keys.isSecret(text.slice(clientId.length + 1), account?.secretHash ?? noSecretHash)
  if (account !== undefined && isRight) return sessionOf(account, clientId)
  guesses.fail(ip)
  throw notLoggedIn()
}

async function anonymousSession(
  { db }: LoginContext,
  { account: name, limit }: NonNullable<CallerOptions['anonymous']>,
  { ip }: FastifyRequest,
): Promise<Session> {
  limit?.require(networkOf(ip))
  const account = await openAccountNamed(db, name)
  if (account === undefined) throw apiError('anonymous_account_missing')
  return sessionOf(account, anonymousClientId)
}

/** Returns whether a session is that of everyone without a login. */
export function isAnonymous({ clientId }: Pick<Session, 'clientId'>): boolean {
  return clientId === anonymousClientId
}

/** A session of this request alone, which no token stands for. */
function sessionOf({ id, name, username, emailVerified }: Account, clientId: string): Session {
  const owner = { accountId: id, clientId, name, username, emailVerified }
  return { ...owner, tokenId: '', family: '', expiresAtMs: Number.POSITIVE_INFINITY, loginAtMs: 0 }
}

/** Many clients send their password only when asked for it. */
function notLoggedIn() {
  return apiError('token_invalid', {}, { headers: { 'www-authenticate': 'Basic realm="Tallystick", Bearer' } })
}
