import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiError, repeated } from './errors.js'
import { probes } from './health.js'

/**
 * Refuses requests for hosts that aren't ours, before anything else looks at them.
 *
 * Invariant: wherever a request's host is used, it is `localhost`, an IP address, or the host of PUBLIC_URL. A page of another site
 * can have its own name resolve to our address (DNS rebinding), and its requests then count as coming from our own pages. It can't
 * choose their `Host`, which is its name.
 *
 * @param publicUrl the address set by the operator
 */
export function refuseForeignHosts(app: FastifyInstance, publicUrl: string | undefined): void {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  // Consecutive requests are mostly for one host.
  let known: string | undefined
  const isOurs = (host: string) => {
    if (host === known) return true
    const name = nameOf(host)
    if (name === undefined || (name !== own && !isLocal(name))) return false
    known = host
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (isRepeated(request.raw.rawHeaders)) return done(repeated('Host'))
    const foreign = hostsOf(request).find((host) => !isOurs(host))
    // Machines ask them at whatever name they know, and nothing that they answer is anyone's own.
    if (foreign === undefined || probes.has(request.routeOptions.url ?? '')) return done()
    refuse(request, reply, foreign, publicUrl, done)
  })
}

/** Returns the path and query of a request target: clients of a proxy send a whole address, which the service accepts, too. */
export function targetPath(target: string): string {
  const whole = wholeAddress(target)
  return whole === undefined ? target : whole.pathname + whole.search
}

/** Returns the origin under which a request reached the service; {@link refuseForeignHosts} has checked its host. */
export function originOf(request: FastifyRequest): string {
  // Only HTTP/1.0 has requests without a host.
  const host = request.host || `localhost:${request.socket.localPort}`
  return new URL(`${request.protocol === 'https' ? 'https' : 'http'}://${host}`).origin
}

/** The host a request names, as its proxy passes it on if that is trusted, and that of its target if it is a whole address. */
function hostsOf(request: FastifyRequest): string[] {
  const { host, originalUrl } = request
  // Checked above: only HTTP/1.0 comes without one.
  const hosts = host === '' && request.raw.headers.host === undefined ? [] : [host]
  const whole = wholeAddress(originalUrl)
  return whole === undefined ? hosts : [...hosts, whole.host]
}

function wholeAddress(target: string): URL | undefined {
  return /^https?:\/\//i.test(target) && URL.canParse(target) ? new URL(target) : undefined
}

function isRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}

/** Returns the name in a `Host` header, without its port; undefined when it isn't a host. */
function nameOf(host: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase()
}

/** Returns whether the name can't be made to resolve to another address. */
function isLocal(name: string): boolean {
  return name === 'localhost' || isIPv4(name) || (name.startsWith('[') && isIPv6(name.slice(1, -1)))
}

/** Answers in words, as a page if a browser opened the address. */
function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  foreign: string,
  publicUrl: string | undefined,
  done: (error?: Error) => void,
): void {
  const host = foreign.slice(0, 260) || 'an empty host'
  const known =
    publicUrl === undefined ? 'localhost and its IP addresses' : `${publicUrl}, localhost and its IP addresses`
  const error = apiError('host_unknown', { host, known })
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
  if (!isPage) {
    done(error)
    return
  }
  const example = `PUBLIC_URL=${nameOf(host) === undefined ? 'https://notary.example.com' : `https://${host}`}`
  const text = [
    error.message,
    `If you run this service and this is its address, set ${example} (http:// without TLS) and start it again.`,
    'If you do not, ask its operator for the right address.',
  ]
  const body = text.map((line) => `<p>${line.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`)
  reply
    .code(error.status)
    .header('error-code', error.code)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Tallystick</title>${body.join('')}</html>\n`)
}
