import fastifyEtag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'

/**
 * Gives the answers of the routes in the same scope an ETag, and those who have them already a 304 (RFC 9110 §13). Weak, since an answer
 * has the same tag compressed and as it is.
 */
export async function tagAnswers(app: FastifyInstance): Promise<void> {
  await app.register(fastifyEtag, { weak: true })
}
