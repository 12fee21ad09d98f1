import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import type { NetworkWatch } from './status.js'

const iso = Type.String({ format: 'date-time' })
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const wei = Type.String({ pattern: '^\\d+$', description: 'Wei, as decimal digits.' })

const status = Type.Object(
  {
    name: Type.String(),
    isPrivate: Type.Boolean({ description: 'Proofs of a private chain convince only those who trust its operator.' }),
    chainId: Type.Integer(),
    blockchainId: Type.String({ description: 'CAIP-2 ID of the chain.' }),
    contract: Type.String(),
    notaries: Type.Array(Type.String(), {
      description: 'Every address that has signed for this service, in use or not, oldest first. Contracts pin them.',
    }),
    finality: Type.Object({
      rule: Type.Enum(['finalized', 'blocks'], {
        description: "By the network's `finalized` tag, or at a depth in blocks.",
      }),
      blocks: orNull(Type.Integer()),
    }),
    head: Type.Union(
      [
        Type.Object({
          number: Type.Integer(),
          time: iso,
          finalNumber: Type.Integer({ description: 'The latest final block.' }),
        }),
        Type.Null(),
      ],
      { description: 'The latest block; null if the node is not responding.' },
    ),
    waiting: Type.Object(
      { batches: Type.Integer(), oldestSeconds: orNull(Type.Integer()) },
      { description: 'The lag: batches that are signed and stored, but not yet in a block.' },
    ),
    evidence: Type.Object(
      {
        kinds: Type.Array(Type.Enum(['transaction', 'state']), {
          description:
            "Proofs show our transaction in its block, or our root in the contract's storage as of the block.",
        }),
        examined: Type.Integer({ description: 'Number of blocks examined when the service started.' }),
        provable: Type.Integer({ description: 'How many of them could be proven.' }),
        problem: orNull(Type.String({ description: 'Why one of the others could not.' })),
      },
      { description: 'What proofs of this chain can show.' },
    ),
    trouble: Type.Union(
      [
        Type.Object({
          batches: Type.Integer(),
          since: iso,
          why: Type.String({ description: 'In words, for the operator.' }),
        }),
        Type.Null(),
      ],
      {
        description:
          'What has kept submitted batches from being confirmed for half a minute or more; with 0 batches, what is wrong with the chain as its nodes show it.',
      },
    ),
    costPerTransaction: Type.Union([wei, Type.Null()], {
      description: 'Average cost of the latest transactions, in wei.',
    }),
    signers: Type.Array(
      Type.Object({
        address: Type.String(),
        balance: orNull(wei),
        transactionsLastDay: Type.Integer(),
        lastsDays: Type.Union([Type.Number(), Type.Null()], {
          description: 'How long the balance lasts at the rate of the last day; null if nothing was spent.',
        }),
      }),
    ),
    batches: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        purpose: Type.Enum(['anchor', 'deploy']),
        size: Type.Integer({ description: 'Number of entries in the transaction.' }),
        transactionId: Type.String(),
        state: Type.String({ description: '`submitted`, `confirmed`, `final`, or `failed`.' }),
        blockNumber: orNull(Type.Integer()),
        blockTime: orNull(iso),
        createdAt: iso,
      }),
      { description: 'The latest batches.' },
    ),
    seenAt: iso,
  },
  { title: 'Network' },
)

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
      summary: 'Get the state of the chain, its lag, the signing account and the latest batches',
      description: 'Shows whether the service keeps up, and what it can prove.',
      response: { 200: envelope(status) },
    },
    handler: async () => ({ status: 200, message: 'Network fetched successfully', data: await watch.status() }),
  })
}
