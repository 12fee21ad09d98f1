import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Nothing but our own files, no inline scripts; a page that needs more sets its own policy. */
const policy = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
].join('; ')

/** Security headers of pages, for the routes that are registered in the same scope. */
export async function protectPages(app: FastifyInstance): Promise<void> {
  await app.register(helmet, { crossOriginEmbedderPolicy: false, contentSecurityPolicy: false })
  // As a header of the answer, because it replaces the one that data are sent with.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', policy)
    done()
  })
}
