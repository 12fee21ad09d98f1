import type { FastifyRequest } from 'fastify'
import { sessionLeftS } from '../portal-sql.js'
import type { PortalContext } from './forwarding.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the login of its cookie may still last at most, in whole seconds; undefined when there is none. */
    loginLeftS?: number | undefined
  }
}

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?tallystick\.session_token=([^;]*)/

/**
 * Takes the cookie of a login that has lasted too long off a request, which then counts as one without a login. better-auth knows
 * an end of logins that aren't used, but none of those that are.
 */
export async function endLongSession({ db, sessionMaxMs }: PortalContext, request: FastifyRequest): Promise<void> {
  const { headers } = request
  // The token, before its signature.
  const token = sessionCookie.exec(headers.cookie ?? '')?.[1]?.split('.', 1)[0]
  if (!token) return
  request.loginLeftS = await sessionLeftS(db, token, sessionMaxMs)
  if (request.loginLeftS !== 0) return
  headers.cookie = (headers.cookie ?? '').replace(sessionCookie, '').replace(/^;\s*/, '')
}
