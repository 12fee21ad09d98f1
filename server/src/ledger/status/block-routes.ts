import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { apiError } from '../../http/errors.js'
import { networkOf } from '../../http/limits/address-network.js'
import { caip2 } from '../proofs/proof.js'
import type { KnownBlocks } from './known-blocks.js'

const block = Type.Object(
  {
    blockchainId: Type.String({ description: 'CAIP-2 ID of the chain.' }),
    number: Type.Integer(),
    hash: Type.String(),
    time: Type.String({ format: 'date-time' }),
  },
  { title: 'Block' },
)

/** Immutable once final; a block that isn't may be replaced. */
const cacheControl = { final: 'public, max-age=31536000, immutable', other: 'public, max-age=10' }

/**
 * `GET /network/blocks/{number}`: the block of this number, as the service recorded it or its own node names it. Compares a proof's
 * block with the issuer's word; a reader who does not want to trust the issuer asks any other node.
 */
export async function blockRoutes(
  app: FastifyInstance,
  { blocks, chainId }: { blocks: KnownBlocks; chainId: number },
): Promise<void> {
  app.route<{ Params: { number: string } }>({
    method: 'GET',
    url: '/network/blocks/:number',
    schema: {
      tags: ['Network'],
      operationId: 'getBlock',
      answerHeaders: ['Cache-Control'],
      errors: ['invalid', 'block_not_found', 'node_unavailable'],
      summary: "Get the hash and time of a block from the service's own node",
      description:
        'The word of the issuer: to not depend on it, ask another node. Needs no login. Blocks with proofs are always answered; for ' +
        'others, the node is asked up to 60 times a minute for an address.',
      security: [],
      params: Type.Object({ number: Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$' }) }),
      response: { 200: envelope(block) },
    },
    handler: async (request, reply) => {
      const number = Number(request.params.number)
      const found = await blocks.block(number, networkOf(request.ip))
      if (found === null) throw apiError('block_not_found')
      reply.header('cache-control', found.isFinal ? cacheControl.final : cacheControl.other)
      const time = new Date(found.timestamp * 1000).toISOString()
      const data = { blockchainId: caip2(chainId), number, hash: found.hash, time }
      return { status: 200, message: 'Block fetched successfully', data }
    },
  })
}
