import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Allows our own files only, nothing inline. A page that needs more sets its own policy. WebAssembly, which hashes files, is part of
 * our own files but must be allowed by name.
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

/** Adds the security headers of pages to the routes in the same scope. */
export async function protectPages(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    crossOriginEmbedderPolicy: false,
    contentSecurityPolicy: false,
    // Every answer has it (server.ts).
    strictTransportSecurity: false,
  })
  // Set per answer, because it replaces the policy of data (server.ts).
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', policy)
    done()
  })
}
