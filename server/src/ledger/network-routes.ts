import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../http/envelope.js'
import type { NetworkWatch } from './status.js'

const iso = Type.String({ format: 'date-time' })
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const wei = Type.String({ pattern: '^\\d+$', description: 'Wei, as decimal digits.' })

const status = Type.Object({
  name: Type.String(),
  isPrivate: Type.Boolean({ description: 'A private chain proves only to those who trust its operator.' }),
  chainId: Type.Integer(),
  blockchainId: Type.String({ description: 'CAIP-2 id of the chain.' }),
  contract: Type.String(),
  finality: Type.Object({
    rule: Type.Enum(['finalized', 'blocks'], { description: "By the network's own tag, or in the n-th block." }),
    blocks: orNull(Type.Integer()),
  }),
  head: Type.Union(
    [
      Type.Object({
        number: Type.Integer(),
        time: iso,
        finalNumber: Type.Integer({ description: 'The newest final block.' }),
      }),
      Type.Null(),
    ],
    { description: 'The newest block; null when the node does not answer.' },
  ),
  waiting: Type.Object(
    { batches: Type.Integer(), oldestSeconds: orNull(Type.Integer()) },
    { description: 'The lag: batches that are signed and recorded, but not yet in a block.' },
  ),
  costPerTransaction: Type.Union([wei, Type.Null()], {
    description: 'What the newest transactions cost on average, in wei.',
  }),
  signers: Type.Array(
    Type.Object({
      address: Type.String(),
      balance: orNull(wei),
      transactionsLastDay: Type.Integer(),
      lastsDays: Type.Union([Type.Number(), Type.Null()], {
        description: 'How long the balance lasts at the spending of the last day; null when nothing is spent.',
      }),
    }),
  ),
  batches: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      purpose: Type.Enum(['anchor', 'deploy']),
      size: Type.Integer({ description: 'Entries that share the transaction.' }),
      transactionId: Type.String(),
      state: Type.String({ description: '`submitted`, `confirmed`, `final`, or `failed`.' }),
      blockNumber: orNull(Type.Integer()),
      blockTime: orNull(iso),
      createdAt: iso,
    }),
    { description: 'The newest ones.' },
  ),
  seenAt: iso,
})

/** `GET /network`: how the chain, the contract and the signing account stand. */
export async function networkRoutes(
  app: FastifyInstance,
  { watch, onRequest }: { watch: NetworkWatch; onRequest: onRequestHookHandler },
): Promise<void> {
  app.route({
    method: 'GET',
    url: '/network',
    onRequest,
    schema: {
      tags: ['Network'],
      operationId: 'getNetwork',
      summary: 'The chain, its lag, the signing account, and the newest batches',
      response: { 200: envelope(status) },
    },
    handler: async () => ({ status: 200, message: 'Network fetched successfully', data: await watch.status() }),
  })
}
