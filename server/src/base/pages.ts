import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Security headers of pages: nothing but our own files, no inline scripts; a page that needs more sets its own policy. */
export async function protectPages(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    crossOriginEmbedderPolicy: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
      },
    },
  })
}
