import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The headers of answers that scripts of other origins may read. */
const exposedHeaders = [
  ...['Request-Id', 'Error-Code', 'Retry-After', 'Next-Cursor', 'Idempotent-Replayed', 'Deletion-Certificate'],
  ...['Content-Disposition', 'ETag', 'Location', 'File-Id', 'Transaction-Id'],
  ...[
    'Tus-Resumable',
    'Tus-Version',
    'Tus-Extension',
    'Tus-Max-Size',
    'Upload-Offset',
    'Upload-Length',
    'Upload-Expires',
  ],
]

const maxAgeSeconds = 600

/**
 * Lets scripts of other origins use the interface (CORS): they send a token, never cookies. The portal's own addresses, where a cookie
 * counts, stay closed to them. Without origins, adds nothing.
 *
 * @param origins `https://app.example`, …, or `*` for every origin
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const open: FastifyCorsOptions = {
    origin: origins.includes('*') ? '*' : [...origins],
    ...{ methods, exposedHeaders, maxAge: maxAgeSeconds, strictPreflight: false, hideOptionsRoute: true },
  }
  const closed: FastifyCorsOptions = { origin: false }
  await app.register(fastifyCors, {
    hideOptionsRoute: true,
    delegator: (request: FastifyRequest, done: (error: Error | null, options: FastifyCorsOptions) => void) =>
      done(null, /^\/portal(\/|$)/.test(request.url) ? closed : open),
  })
}
