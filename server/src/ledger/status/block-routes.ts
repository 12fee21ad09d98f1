import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Chain, ChainBlock } from '../../chain/chain.js'
import { envelope } from '../../http/answers/envelope.js'
import { apiError } from '../../http/errors.js'
import { caip2 } from '../proofs/proof.js'

const block = Type.Object(
  {
    blockchainId: Type.String({ description: 'CAIP-2 ID of the chain.' }),
    number: Type.Integer(),
    hash: Type.String(),
    time: Type.String({ format: 'date-time' }),
  },
  { title: 'Block' },
)

/** Source of blocks. */
export interface BlockSources {
  chain: Pick<Chain, 'block'>
  chainId: number
  /** Finds a block that the node doesn't have any more. */
  recorded(number: number): Promise<Pick<ChainBlock, 'hash' | 'timestamp'> | null>
}

/**
 * `GET /network/blocks/{number}`: the block of this number, as the service's own node knows it. Compares a proof's block with the
 * issuer's word; a reader who does not want to trust the issuer asks any other node.
 */
export async function blockRoutes(app: FastifyInstance, { chain, chainId, recorded }: BlockSources): Promise<void> {
  app.route<{ Params: { number: string } }>({
    method: 'GET',
    url: '/network/blocks/:number',
    schema: {
      tags: ['Network'],
      operationId: 'getBlock',
      errors: ['invalid', 'block_not_found', 'node_unavailable'],
      summary: "Get the hash and time of a block from the service's own node",
      description: 'The word of the issuer: a reader who does not want to trust it asks another node. Without a login.',
      security: [],
      params: Type.Object({ number: Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$' }) }),
      response: { 200: envelope(block) },
    },
    handler: async ({ params }) => {
      const number = Number(params.number)
      const known = await chain.block(number).catch((cause) => {
        throw apiError('node_unavailable', {}, { cause })
      })
      const found = known ?? (await recorded(number))
      if (found === null) throw apiError('block_not_found')
      const time = new Date(found.timestamp * 1000).toISOString()
      const data = { blockchainId: caip2(chainId), number, hash: found.hash, time }
      return { status: 200, message: 'Block fetched successfully', data }
    },
  })
}
