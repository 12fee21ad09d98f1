import type { ErrorCode } from '../errors.js'

/** What a route declares for the API description, besides Fastify's own. */
export interface Declared {
  /** The errors of its own; those that follow from its schema are added (refusals.ts). */
  errors?: readonly ErrorCode[]
  /** Takes an `Idempotency-Key`. */
  isIdempotent?: boolean
}

declare module 'fastify' {
  interface FastifySchema extends Declared {}
}
