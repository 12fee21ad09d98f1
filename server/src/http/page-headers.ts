import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Nothing but our own files, nothing inline; a page that needs more sets its own policy. WebAssembly, by which files are hashed, is
 * code of our own files, too, but has to be named.
 */
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data: blob:",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
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
