import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import type { StampsRoom } from '../room.js'
import { stampOverview } from './overview.js'

const inState = (description: string) =>
  Type.Object(
    {
      stamps: Type.Integer(),
      since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When the oldest of them was put into its batch; null without any.',
      }),
    },
    { description },
  )

const overview = Type.Object(
  {
    days: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), stamps: Type.Integer() }), {
      description: 'Stamps made on each of the last thirty days in UTC, today last.',
    }),
    submitted: inState('In no block yet.'),
    confirmed: inState('In a block that isn’t final.'),
    failed: inState('In a transaction that failed: the service tries again.'),
  },
  { title: 'StampOverview' },
)

/** `GET /hash/overview`. */
export async function overviewRoute(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  app.route({
    method: 'GET',
    url: '/hash/overview',
    onRequest,
    schema: {
      tags: ['Stamping v1'],
      operationId: 'getStampOverview',
      summary: 'Get how many stamps you made by day, and how many aren’t final',
      description: 'As quick for a million stamps as for one.',
      response: { 200: envelope(overview) },
    },
    handler: async (request) => ({
      status: 200,
      message: 'Overview fetched successfully',
      data: await stampOverview(room.database, request.session.accountId),
    }),
  })
}
