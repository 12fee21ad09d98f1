import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { readDetails } from '../lookup/query-route.js'
import type { StampsRoom } from '../room.js'
import * as schema from '../schema.js'
import { type Publication, publishStamp } from './publish.js'

/** `PATCH /hash/{code}`: makes a private stamp public, and its details public or not. */
export function publishRoute(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): void {
  app.route<{ Params: { code: string }; Body: Publication }>({
    method: 'PATCH',
    url: '/hash/:code',
    onRequest,
    schema: {
      tags: ['Stamping v1'],
      operationId: 'publishStamp',
      errors: ['stamp_not_found', 'hash_is_public', 'stamp_stays_public'],
      summary: 'Make a private stamp public, or show its details to everyone',
      description:
        'For your own stamps, of v1 and v2. `isPrivate: false` cannot be undone; 409 if there is a public stamp of the hash already. ' +
        '`publicDetails` can, but what was public may have been kept.',
      params: Type.Object({ code: Type.String() }),
      body: schema.publish,
      response: { 200: envelope(schema.details) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const row = await publishStamp(room.database, accountId, request.params.code, request.body)
      const data = await readDetails(room.database, row, { accountId, version: 1 })
      return { status: 200, message: 'Stamp updated successfully', data }
    },
  })
}
