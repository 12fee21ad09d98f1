import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { type ApiError, apiError } from '../errors.js'
import { checkFirst } from '../hooks.js'

/** In the order of `Allow`. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Refuses unknown addresses, and methods that an address doesn't allow, before the body is read. Call it before the first route is
 * added.
 */
export function refuseUnknown(app: FastifyInstance): void {
  const fixed = new Map<string, Set<string>>()
  const refuse = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const url = pathOf(request)
    const known = fixed.get(url)
    const isTaken = (method: string) =>
      known ? known.has(method) : app.findRoute({ method: method as 'GET', url }) !== null
    const allowed = methods.filter(isTaken).join(', ')
    if (request.method !== 'OPTIONS' || allowed === '')
      return done(allowed === '' ? apiError('not_found') : methodNotAllowed(allowed))
    reply.code(204).header('allow', allowed).send()
  }
  // The router would match the last segment of another route as an ID: `GET /api/files/validate` isn't a file.
  const refuseWord: onRequestHookHandler = (request, reply, done) => {
    if (fixed.get(pathOf(request))?.has(request.method) === false) refuse(request, reply, done)
    else done()
  }
  app.addHook('onRoute', (route) => {
    const { url, method } = route
    if (url.includes(':')) {
      checkFirst(route, refuseWord)
    } else if (!url.includes('*')) {
      const known = fixed.get(url) ?? new Set()
      fixed.set(url, known)
      for (const one of [method].flat()) known.add(one)
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuse(request, reply, done)
    else done()
  })
}

/** @param allowed the methods that the address accepts, as `Allow` lists them */
export function methodNotAllowed(allowed: string): ApiError {
  return apiError('method_not_allowed', { allowed }, { headers: { allow: allowed } })
}

/** Returns the path without its query and trailing slash. */
function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] as string
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
