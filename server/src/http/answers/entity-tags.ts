import fastifyEtag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'

/**
 * Gives the answers of the routes in the same scope an ETag, and answers 304 to clients that have them already (RFC 9110 §13). Weak,
 * since an answer has the same tag with and without compression.
 */
export async function tagAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyEtag, { weak: true })
}
