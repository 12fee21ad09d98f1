import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { requireRecent, requireRecentLogin } from '../accounts/proving/step-up.js'
import { decryptAnswer, storeEncrypted } from '../http/answers/encrypted-answers.js'
import { envelope } from '../http/answers/envelope.js'
import { type IdempotencyClaim, idempotently } from '../http/idempotency.js'
import { listRoute } from '../http/paging/list-route.js'
import { idCursor, type PageQuery } from '../http/paging/paging.js'
import { presentWebhook, presentWithSecret } from './present.js'
import type { WebhooksRoom } from './room.js'
import * as schema from './schema.js'
import type { WebhookRow } from './webhook-sql.js'
import {
  createWebhook,
  deleteWebhook,
  type Keep,
  listWebhooks,
  ownWebhook,
  rotateSecret,
  updateWebhook,
  type WebhookInput,
  type WithSecret,
} from './webhooks.js'

type Params = { id: string }

const tags = ['Webhooks']
const recentFirst = 'Requires a token given for the secret key in the last 10 minutes, or a step-up.'

/** `POST|GET /webhooks`, `GET|PATCH|DELETE /webhooks/{id}`, `POST /webhooks/{id}/rotate`, below `/v2`. */
export async function webhookRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: WebhooksRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database } = room
  // Where events go outlives the token.
  const recently = [onRequest, requireRecentLogin(database)]

  app.route<{ Body: WebhookInput }>({
    method: 'POST',
    url: '/webhooks',
    onRequest: recently,
    schema: {
      tags,
      operationId: 'createWebhook',
      errors: ['session_old', 'step_up_required', 'webhooks_too_many', 'webhook_not_found'],
      isIdempotent: true,
      summary: 'Register a webhook',
      description: `Up to 20. The response contains the signing secret, which is not shown again. ${recentFirst}`,
      body: schema.createBody,
      response: { 201: envelope(schema.webhookWithSecret) },
    },
    handler: (request, reply) =>
      answerWithSecret(room, request, reply, 201, 'Webhook created successfully', (keep) =>
        createWebhook(room, request.session.accountId, request.body, keep),
      ),
  })

  listRoute<{ Querystring: PageQuery }, WebhookRow, string>(app, {
    url: '/webhooks',
    onRequest,
    schema: {
      tags,
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      description:
        'Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`.',
      querystring: schema.listQuery,
    },
    item: schema.webhook,
    itemsName: 'webhooks',
    cursor: idCursor,
    message: 'Webhooks fetched successfully',
    read: (request, page) => listWebhooks(database, request.session.accountId, page),
    present: (rows) => rows.map(presentWebhook),
  })

  app.route<{ Params: Params }>({
    method: 'GET',
    url: '/webhooks/:id',
    onRequest,
    schema: {
      tags,
      operationId: 'getWebhook',
      errors: ['webhook_not_found'],
      summary: 'Get a webhook',
      description: 'Without its secret, which is shown only when created or rotated.',
      params: schema.webhookParams,
      response: { 200: envelope(schema.webhook) },
    },
    handler: async (request) => {
      const row = await ownWebhook(database, request.session.accountId, request.params.id)
      return { status: 200, message: 'Webhook fetched successfully', data: presentWebhook(row) }
    },
  })

  app.route<{ Params: Params; Body: Partial<WebhookInput> & { enabled?: boolean } }>({
    method: 'PATCH',
    url: '/webhooks/:id',
    onRequest,
    schema: {
      tags,
      operationId: 'updateWebhook',
      errors: ['webhook_not_found', 'session_old', 'step_up_required'],
      summary: 'Update, disable or enable a webhook',
      description: `A new address ${recentFirst[0]?.toLowerCase()}${recentFirst.slice(1)}`,
      params: schema.webhookParams,
      body: schema.updateBody,
      response: { 200: envelope(schema.webhook) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const { redirectUrl } = request.body
      if (redirectUrl !== undefined) {
        const { redirect_url: current } = await ownWebhook(database, accountId, request.params.id)
        if (redirectUrl !== current) await requireRecent(database, request.session)
      }
      const row = await updateWebhook(room, accountId, request.params.id, request.body)
      return { status: 200, message: 'Webhook updated successfully', data: presentWebhook(row) }
    },
  })

  app.route<{ Params: Params }>({
    method: 'DELETE',
    url: '/webhooks/:id',
    onRequest,
    schema: {
      tags,
      operationId: 'deleteWebhook',
      errors: ['webhook_not_found'],
      summary: 'Delete a webhook and its delivery log',
      description: 'Pending deliveries are dropped.',
      params: schema.webhookParams,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      await deleteWebhook(room, request.session.accountId, request.params.id)
      return { status: 200, message: 'Webhook deleted successfully' }
    },
  })

  app.route<{ Params: Params }>({
    method: 'POST',
    url: '/webhooks/:id/rotate',
    onRequest: recently,
    schema: {
      tags,
      operationId: 'rotateWebhookSecret',
      errors: ['session_old', 'step_up_required', 'webhook_not_found'],
      isIdempotent: true,
      summary: 'Replace the signing secret',
      description: `For 24 hours, deliveries are signed with both the new and the previous secret. ${recentFirst}`,
      params: schema.webhookParams,
      response: { 200: envelope(schema.webhookWithSecret) },
    },
    handler: (request, reply) =>
      answerWithSecret(room, request, reply, 200, 'Secret rotated successfully', (keep) =>
        rotateSecret(room, request.session.accountId, request.params.id, keep),
      ),
  })
}

/** Answers with a webhook and its secret; an idempotency key stores the answer encrypted, together with its effect. */
function answerWithSecret(
  { database, secretKeys }: WebhooksRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
  change: (keep: Keep<WithSecret>) => Promise<WithSecret>,
) {
  const answerOf = (made: WithSecret) => ({ status, message, data: presentWithSecret(made) })
  const run = async (claim: IdempotencyClaim | undefined) => {
    const answer = answerOf(await change((made) => storeEncrypted(secretKeys, claim, made.row.id, answerOf(made))))
    reply.code(status)
    return answer
  }
  const { accountId } = request.session
  return idempotently(database, request, reply, 'with-effect', run, {
    open: decryptAnswer(secretKeys, accountId),
  })
}
