import type { ErrorCode } from '../errors.js'
import type { AnswerHeader } from './answer-headers.js'

/** A route's declarations for the API description, besides Fastify's own. */
export interface Declared {
  /** The errors of its own; those that follow from its schema are added (refusals.ts). */
  errors?: readonly ErrorCode[]
  /** Errors that are answered in plain text, as a protocol wants it. */
  plainErrors?: readonly ErrorCode[]
  /** Takes an `Idempotency-Key`, and records something for good. */
  isIdempotent?: boolean
  /** Records something for good, without such a key: refused when the disk is nearly full. */
  takesSpace?: boolean
  /** Request headers without which the handler refuses, in words of its own. */
  requiredHeaders?: readonly string[]
  /** Headers of the answer. */
  answerHeaders?: readonly AnswerHeader[]
  /** Whether answers have an ETag, and their bytes can be had in part. */
  caching?: 'tag' | 'range'
}

declare module 'fastify' {
  interface FastifySchema extends Declared {}
}
