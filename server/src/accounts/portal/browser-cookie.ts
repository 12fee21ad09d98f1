import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookiePath } from './auth.js'

/** The longest that browsers keep a cookie. */
const maxAgeS = 400 * 86_400

/** Returns the token by which this browser is known; undefined when it has none. */
export function browserToken({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)(?:__Secure-)?tallystick\.browser=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1]
}

/**
 * Gives this browser its token, or the same one again, for longer. It is no session: nothing opens by it, but guesses in another
 * browser don't count against this one.
 *
 * @param url public address of the service
 */
export function keepBrowserToken(request: FastifyRequest, reply: FastifyReply, url: string | undefined): string {
  const token = browserToken(request) ?? randomBytes(32).toString('base64url')
  const isSecure = url?.startsWith('https:') === true
  const name = isSecure ? '__Secure-tallystick.browser' : 'tallystick.browser'
  const attributes = `Max-Age=${maxAgeS}; Path=${cookiePath}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${name}=${token}; ${attributes}`)
  return token
}

/** Takes away the cookie with which better-auth skips the second factor. */
export function withoutTrust(headers: Headers): void {
  const kept = (headers.get('cookie') ?? '')
    .split(/;\s*/)
    .filter((pair) => !/^(__Secure-)?tallystick\.trust_device=/.test(pair))
  headers.set('cookie', kept.join('; '))
}
