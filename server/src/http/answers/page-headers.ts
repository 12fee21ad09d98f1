import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Allows our own files only, nothing inline. A page that needs more sets its own policy. WebAssembly, which hashes files, is part of
 * our own files but must be allowed by name.
 */
const policyOf = (ancestors: string) =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    "img-src 'self' data: blob:",
    "manifest-src 'self'",
    "media-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "worker-src 'self'",
  ].join('; ')

/** The policy of every page that may not be shown inside another site's. */
export const pagePolicy = policyOf("'none'")

/** Lets pages of these origins show the answer in a frame; without any, only our own. */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  reply.removeHeader('x-frame-options')
  reply.header('content-security-policy', policyOf(["'self'", ...origins].join(' ')))
}

/** Says that an address answers programs and browsers differently: no cache, and no back button, may mix them up. */
export function varyByAccept(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'accept'].flat().join(', '))
}

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
    reply.header('content-security-policy', pagePolicy)
    done()
  })
}
