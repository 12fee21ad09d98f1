import type { FastifyInstance, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '../../base/database/db.js'
import { RecentLook } from '../../base/turns/recent-look.js'
import { envelope } from '../../http/answers/envelope.js'
import { apiError } from '../../http/errors.js'
import type { PortalRoute } from '../../http/portal-route.js'
import type { Ledger } from '../ledger.js'
import { laneReports } from './lane-report.js'

const queue = Type.Object(
  {
    waiting: Type.Integer({ description: 'Submissions that wait for their answer, in the process that answers.' }),
    oldestSeconds: Type.Number({ description: 'How long the oldest of them has been waiting; 0 without any.' }),
    takes: Type.Boolean({
      description: 'Whether this process accepts submissions: it holds a lane, and its queue has room.',
    }),
  },
  { title: 'OperatorQueue' },
)

const lane = Type.Object(
  {
    address: Type.String(),
    nextNonce: Type.Integer(),
    shownNonce: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The nonce after the newest that a verified block has shown as used; null before the first.',
    }),
    minedNonce: Type.Integer({ description: 'The same, according to the node.' }),
    pendingNonce: Type.Integer({ description: 'The nonce after those that the node has.' }),
    submitted: Type.Integer({ description: 'Batches in no block yet.' }),
    holes: Type.Array(Type.Integer(), { description: 'Nonces that the node lacks, and that no submitted batch has.' }),
    why: Type.Union([Type.String(), Type.Null()], { description: 'Reason it waits, if known.' }),
  },
  { title: 'OperatorLane' },
)

/** The part of the operator's page that is about the ledger. Batches are those of `GET /network`. */
export const operatorLedgerApi = {
  queue: {
    method: 'GET',
    url: '/portal/api/operator/queue',
    schema: {
      hide: true,
      operationId: 'getQueueForOperator',
      summary: 'Get how many submissions wait for their answer',
      response: { 200: envelope(queue) },
    },
  },
  lanes: {
    method: 'GET',
    url: '/portal/api/operator/lanes',
    schema: {
      hide: true,
      operationId: 'getLanesForOperator',
      summary: 'Get how each lane stands, as `lane status` prints it',
      errors: ['node_unavailable'],
      response: { 200: envelope(Type.Array(lane)) },
    },
  },
} as const satisfies Record<string, PortalRoute>

interface OperatorLedgerContext {
  ledger: Ledger
  database: Database
  onRequest: onRequestHookHandler
  onOperator: onRequestAsyncHookHandler
}

/** `/portal/api/operator/queue` and `/portal/api/operator/lanes`. */
export async function operatorLedgerRoutes(app: FastifyInstance, context: OperatorLedgerContext): Promise<void> {
  const { ledger, database } = context
  const onRequest = [context.onRequest, context.onOperator]
  const lanes = new RecentLook(() => laneReports(database, ledger.chain))

  app.route({
    ...operatorLedgerApi.queue,
    onRequest,
    handler: async () => {
      const { waiting, longestWaitMs, takes } = ledger.queue
      const data = { waiting, oldestSeconds: Math.round(longestWaitMs / 100) / 10, takes }
      return { status: 200, message: 'Queue fetched successfully', data }
    },
  })

  app.route({
    ...operatorLedgerApi.lanes,
    onRequest,
    handler: async () => {
      const data = await lanes.read().catch((cause) => {
        throw apiError('node_unavailable', {}, { cause })
      })
      return { status: 200, message: 'Lanes fetched successfully', data }
    },
  })
}
