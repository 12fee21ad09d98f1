import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { listRoute } from '../../http/paging/list-route.js'
import { pageFields } from '../../http/paging/page-fields.js'
import { idCursor, type PageQuery } from '../../http/paging/paging.js'
import { clientParams, type OfClient, ownClient } from '../clients/routes.js'
import type { LoginContext } from '../tokens/login.js'
import { requireSession } from '../tokens/token.js'
import { type LogFilter, type LoggedRequest, listRequests, statusClasses } from './sql.js'

const requestsQuery = Type.Object(
  {
    ...pageFields,
    status: Type.Optional(Type.Enum([...statusClasses], { description: 'Only answers of this class.' })),
    route: Type.Optional(
      Type.String({ maxLength: 200, description: 'Only this route, as the items have it: `/hash/{code}`.' }),
    ),
  },
  { additionalProperties: false },
)

const loggedRequest = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    at: Type.String({ format: 'date-time', description: 'When it was answered.' }),
    method: Type.String(),
    route: Type.String({ description: 'The path as in this description, without IDs.' }),
    status: Type.Integer(),
    durationMs: Type.Number({ description: 'Until the last byte of the answer was handed over, in milliseconds.' }),
    requestId: Type.String({ description: 'As in the header `Request-Id`.' }),
    errorCode: Type.Union([Type.String(), Type.Null()], { description: 'As in the header `Error-Code`.' }),
    count: Type.Integer({
      description: 'Requests alike that the item stands for, if the client sent many: it shows the slowest of them.',
    }),
  },
  { title: 'LoggedRequest' },
)

/** `GET /account/clients/{clientId}/requests`: the request log of a client. */
export async function requestRoutes(app: FastifyInstance, { db, tokens }: LoginContext): Promise<void> {
  listRoute<OfClient & { Querystring: PageQuery & LogFilter }, LoggedRequest, string>(app, {
    url: '/account/clients/:clientId/requests',
    onRequest: requireSession(tokens),
    schema: {
      tags: ['Account'],
      operationId: 'listRequests',
      errors: ['client_not_found'],
      summary: 'List the requests of an API client',
      description:
        'The request log, newest first, written some seconds after the answer: no content, no IDs of paths, no query, no address. ' +
        'How long items are kept is a setting of the service. `count` of the list is exact up to 10,000.',
      params: clientParams,
      querystring: requestsQuery,
    },
    item: loggedRequest,
    itemsName: 'requests',
    cursor: idCursor,
    message: 'Requests fetched successfully',
    read: async (request, page) => listRequests(db, await ownClient(db, request), request.query, page),
    present: (rows) => rows.map(presentRequest),
  })
}

/** A line as the interface and the export show it. */
export function presentRequest({ clientId: _, at, durationMs, ...line }: LoggedRequest) {
  return { ...line, at: at.toISOString(), durationMs: Math.round(durationMs * 100) / 100 }
}
