import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../base/loopback.js'

/**
 * Returns whether a request may read the mailbox: `locked` means that it takes the operator's token. A link in the mailbox opens the
 * account it was made for, so without a token only someone at this machine gets in.
 *
 * @param token set by the operator
 */
export function mailboxFor(request: FastifyRequest, token: string | undefined): 'open' | 'locked' | 'closed' {
  if (isFromHere(request)) return 'open'
  if (token === undefined) return 'closed'
  const given = Buffer.from(request.headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${token}`)
  return given.length === right.length && timingSafeEqual(given, right) ? 'open' : 'locked'
}

/** A proxy on this machine connects from here, for anyone: it adds at least one of these. */
const ofProxies = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/i

/** Returns whether a browser on this machine sent a request, to a name that only this machine has. */
function isFromHere({ raw, hostname }: FastifyRequest): boolean {
  // As they came: one that isn't understood shows a proxy, too.
  const isForwarded = raw.rawHeaders.some((name, at) => at % 2 === 0 && ofProxies.test(name))
  const peer = raw.socket.remoteAddress?.replace(/^::ffff:/i, '') ?? ''
  return !isForwarded && isLoopback(peer) && isLoopback(hostname)
}
