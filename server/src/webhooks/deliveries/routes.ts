import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { envelope } from '../../http/answers/envelope.js'
import { fulfilClaims, type IdempotencyClaim, idempotently } from '../../http/idempotency.js'
import { listRoute } from '../../http/paging/list-route.js'
import { idCursor, type PageQuery } from '../../http/paging/paging.js'
import { presentDelivery, presentWithLog } from '../present.js'
import type { WebhooksRoom } from '../room.js'
import * as schema from '../schema.js'
import { attemptsOf, listDeliveries, type Owner, ownDelivery, recover, redeliver, sendTest } from './log.js'
import type { DeliveryRow, StateFilter } from './log-sql.js'

type Params = { id: string }
type DeliveryParams = Params & { deliveryId: string }

const tags = ['Webhooks']

/** Tests, the delivery log, sending again: `/webhooks/{id}/…`, below `/v2`. */
export async function deliveryRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: WebhooksRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database } = room

  app.route<{ Params: Params }>({
    method: 'POST',
    url: '/webhooks/:id/test',
    onRequest,
    schema: {
      tags,
      operationId: 'testWebhook',
      errors: ['webhook_not_found', 'webhook_disabled'],
      isIdempotent: true,
      summary: 'Send a test event',
      description: 'A sample stamp with `action` `test`, sent once. See the delivery log for the result.',
      params: schema.webhookParams,
      response: { 200: envelope(schema.delivery) },
    },
    handler: async (request, reply) => {
      const webhookId = request.params.id
      return idempotently(database, request, reply, 'with-effect', async (claim) => {
        const answering = answers('Test event sent', webhookId, claim)
        return answering.answer(await sendTest(room, ownerOf(request), request.session.clientId, answering.keep))
      })
    },
  })

  listRoute<{ Params: Params; Querystring: PageQuery & { state?: StateFilter } }, DeliveryRow, string>(app, {
    url: '/webhooks/:id/deliveries',
    onRequest,
    schema: {
      tags,
      operationId: 'listDeliveries',
      errors: ['webhook_not_found'],
      summary: 'List deliveries',
      description: 'Newest first, each with its latest attempt. `count` is exact up to 10,000.',
      params: schema.webhookParams,
      querystring: schema.deliveriesQuery,
    },
    item: schema.delivery,
    itemsName: 'deliveries',
    cursor: idCursor,
    message: 'Deliveries fetched successfully',
    read: (request, page) => listDeliveries(database, ownerOf(request), request.query.state ?? 'all', page),
    present: (rows) => rows.map(presentDelivery),
  })

  app.route<{ Params: DeliveryParams }>({
    method: 'GET',
    url: '/webhooks/:id/deliveries/:deliveryId',
    onRequest,
    schema: {
      tags,
      operationId: 'getDelivery',
      errors: ['webhook_not_found', 'delivery_not_found'],
      summary: 'Get a delivery with all attempts',
      description: 'With every attempt: what was sent, and what the receiver answered.',
      params: schema.deliveryParams,
      response: { 200: envelope(schema.deliveryWithLog) },
    },
    handler: async (request) => {
      const row = await ownDelivery(database, ownerOf(request), request.params.deliveryId)
      const data = presentWithLog(row, await attemptsOf(database, row.id))
      return { status: 200, message: 'Delivery fetched successfully', data }
    },
  })

  app.route<{ Params: DeliveryParams }>({
    method: 'POST',
    url: '/webhooks/:id/deliveries/:deliveryId/redeliver',
    onRequest,
    schema: {
      tags,
      operationId: 'redeliver',
      errors: ['webhook_not_found', 'webhook_disabled', 'delivery_not_found'],
      isIdempotent: true,
      summary: 'Resend a delivery',
      description: 'With the same ID and payload, restarting the retry schedule.',
      params: schema.deliveryParams,
      response: { 200: envelope(schema.delivery) },
    },
    handler: async (request, reply) => {
      const { id: webhookId, deliveryId } = request.params
      return idempotently(database, request, reply, 'with-effect', async (claim) => {
        const answering = answers('Delivery is sent again', webhookId, claim)
        return answering.answer(await redeliver(room, ownerOf(request), deliveryId, answering.keep))
      })
    },
  })

  app.route<{ Params: Params; Body: { since: string } }>({
    method: 'POST',
    url: '/webhooks/:id/recover',
    onRequest,
    schema: {
      tags,
      operationId: 'recoverDeliveries',
      errors: ['webhook_not_found', 'webhook_disabled'],
      isIdempotent: true,
      summary: 'Resend everything that failed since a time',
      description: 'Includes deliveries that were cancelled, or occurred while the webhook was disabled for failing.',
      params: schema.webhookParams,
      body: schema.recoverBody,
      response: { 200: envelope(schema.recovered) },
    },
    handler: async (request, reply) => {
      return idempotently(database, request, reply, 'afterwards', async () => {
        const recovered = await recover(room, ownerOf(request), new Date(request.body.since))
        return { status: 200, message: 'Deliveries are sent again', data: { recovered } }
      })
    },
  })
}

/** The webhook of the path, and whose it must be. */
function ownerOf(request: FastifyRequest<{ Params: Params }>): Owner {
  return { accountId: request.session.accountId, webhookId: request.params.id }
}

/** The answer about a delivery; an idempotency key keeps exactly this, in the transaction that has its effect. */
function answers(message: string, webhookId: string, claim: IdempotencyClaim | undefined) {
  const answer = (row: DeliveryRow) => ({ status: 200, message, data: presentDelivery(row) })
  const keep = (row: DeliveryRow) =>
    claim && fulfilClaims([{ claim, status: 200, body: JSON.stringify(answer(row)), subjectId: webhookId }])
  return { answer, keep }
}
