import type { FastifyInstance, FastifyRequest } from 'fastify'

/** In the order in which `Allow` lists them. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Which methods the addresses of the server take. */
export interface KnownMethods {
  /** The methods that the request's address takes, as `Allow` lists them; none when there is nothing at it. */
  allowedAt(request: FastifyRequest): string
  /**
   * Is the request's address, word for word, one that does not take its method? The router would take its last word for an id
   * then: `GET /api/files/validate` is no file.
   */
  isRefused(request: FastifyRequest): boolean
}

/** Learns the methods of the routes as they are added; to be called before the first one is. */
export function knowMethods(app: FastifyInstance): KnownMethods {
  const fixed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (/[:*]/.test(url)) return
    const known = fixed.get(url) ?? new Set()
    fixed.set(url, known)
    for (const one of [method].flat()) known.add(one)
  })
  return {
    allowedAt(request) {
      const url = pathOf(request)
      const known = fixed.get(url)
      const isTaken = (method: string) =>
        known ? known.has(method) : app.findRoute({ method: method as 'GET', url }) !== null
      return methods.filter(isTaken).join(', ')
    },
    isRefused(request) {
      if (!request.routeOptions.url?.includes(':')) return false
      return fixed.get(pathOf(request))?.has(request.method) === false
    },
  }
}

/** Without its query, and without a slash at its end. */
function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] as string
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
