import type { FastifyRequest } from 'fastify'
import { sessionLeftS } from '../portal-sql.js'
import type { PortalContext } from './forwarding.js'

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?tallystick\.session_token=([^;]*)/

/**
 * Takes the cookie of a login that has lasted too long off a request, which then counts as one without a login. better-auth knows
 * an end of logins that aren't used, but none of those that are.
 */
export async function endLongSession({ db, sessionMaxMs }: PortalContext, { headers }: FastifyRequest): Promise<void> {
  if ((await leftS(db, headers.cookie, sessionMaxMs)) !== 0) return
  headers.cookie = (headers.cookie ?? '').replace(sessionCookie, '').replace(/^;\s*/, '')
}

/** Returns how long the login of a request may still last at most, in whole seconds. */
export async function sessionLeft({ db, sessionMaxMs }: PortalContext, { headers }: FastifyRequest): Promise<number> {
  return (await leftS(db, headers.cookie, sessionMaxMs)) ?? 0
}

async function leftS(db: PortalContext['db'], cookie: string | undefined, maxMs: number): Promise<number | undefined> {
  // The token, before its signature.
  const token = sessionCookie.exec(cookie ?? '')?.[1]?.split('.', 1)[0]
  return token ? sessionLeftS(db, token, maxMs) : undefined
}
