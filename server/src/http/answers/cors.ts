import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerHeaders, commonHeaders } from '../openapi/answer-headers.js'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** The headers of answers that scripts of other origins may read, besides those that they always may. */
const exposedHeaders = [
  ...Object.keys(commonHeaders),
  ...Object.keys(answerHeaders),
  ...['Error-Code', 'Date', 'Allow', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
].join(', ')

const maxAgeSeconds = 600

/**
 * Lets scripts of other origins use the interface (CORS): they send a token, never cookies. The portal's own addresses, where a cookie
 * counts, stay closed to them. Call it before anything can refuse a request, so that scripts can read every refusal. Without origins,
 * adds nothing.
 *
 * A preflight is an ordinary `OPTIONS` request, answered as any other, with headers added. The library `@fastify/cors` would add a route
 * for every address instead: an unknown one would be 405 rather than 404, and no answer would name the methods of its own.
 *
 * @param origins `https://app.example`, …, or `*` for every origin
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const isForAll = origins.includes('*')
  const known = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    if (isPortal(request.url)) return done()
    const { headers, method } = request
    const { origin = '' } = headers
    if (!isForAll) reply.header('vary', 'Origin')
    if (isForAll || known.has(origin)) {
      reply.header('access-control-allow-origin', isForAll ? '*' : origin)
      if (method === 'OPTIONS') reply.headers(preflightHeaders(headers))
      else reply.header('access-control-expose-headers', exposedHeaders)
    }
    done()
  })
}

/** Permits whatever headers the script wants to send: none of them is trusted for coming from our own pages. */
function preflightHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const wanted = headers['access-control-request-headers']
  return {
    'access-control-allow-methods': methods,
    'access-control-max-age': String(maxAgeSeconds),
    'access-control-expose-headers': exposedHeaders,
    ...(typeof wanted === 'string' && { 'access-control-allow-headers': wanted }),
  }
}

/** Returns whether the router, which decodes paths, may take this one for the portal's. */
function isPortal(url: string): boolean {
  const path = url.split('?', 1)[0] as string
  try {
    return /^\/portal\b/.test(decodeURI(path))
  } catch {
    // No path at all: the router refuses it.
    return false
  }
}
