import { Type } from 'typebox'
import type { PathItem } from '../http/openapi/document.js'
import { actions, type EventName } from './payload.js'

const iso = Type.String({ format: 'date-time' })
const uuid = Type.String({ format: 'uuid' })

const payload = Type.Object(
  {
    webhookId: uuid,
    actionId: Type.String({
      format: 'uuid',
      description: 'ID of the event, the same in every attempt, and `webhook-id`.',
    }),
    action: Type.Enum(['succeed', 'failed', 'reorged', 'test']),
    data: Type.Object(
      {
        _id: uuid,
        userId: Type.String({ description: 'Your account, or the end user for whom a stamp was made.' }),
        clientId: Type.String(),
        blockchainId: Type.String({ description: 'CAIP-2 ID of the chain.' }),
        txId: Type.String({ description: 'Transaction ID, with 0x.' }),
        hash: Type.String({ description: 'Hex, lower case, without 0x.' }),
        name: Type.String(),
        type: Type.String({
          description: '`0` a submitted hash, `1` a file, `2` a multi-stamp, unless set by the client.',
        }),
        code: Type.String(),
        isEsign: Type.Boolean(),
        isPrivateBc: Type.Boolean(),
        status: Type.Enum([0, 1, 2], { description: '1 final, 2 failed, 0 pending again.' }),
        createdAt: iso,
        updatedAt: iso,
        timeContradiction: Type.Optional(
          Type.String({
            description:
              'Only where the block is dated more than two hours before the service received the stamp: says so in words.',
          }),
        ),
      },
      { description: 'The stamp or file.' },
    ),
  },
  { title: 'WebhookPayload' },
)

const summaries: Record<EventName, string> = {
  'hash.succeed': 'A stamp or file is final',
  'hash.failed': 'A stamp or file has failed',
  'hash.reorged': 'A stamp or file is pending again, after a reorg',
  test: 'A test of the receiver',
}

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' },
})

/** The deliveries, for the API description: Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
export const deliveriesDescribed: Readonly<Record<string, PathItem>> = Object.fromEntries(
  [...actions, 'test' as const].map((event) => [event, { post: delivery(event) }]),
)

function delivery(event: EventName) {
  const name = event.replace(/^hash\./, '').replace(/^./, (first) => first.toUpperCase())
  return {
    operationId: `receive${name}`,
    tags: ['Webhooks'],
    summary: summaries[event],
    description:
      'Sent at least once, with a stable ID. Verify the signature over the raw body: HMAC-SHA256 of `webhook-id.webhook-timestamp.body` ' +
      'with the secret, base64. Failed deliveries are retried for up to three days.',
    security: [],
    parameters: [
      header('webhook-id', 'ID of the event, the same in every attempt.'),
      header('webhook-timestamp', 'Seconds since 1970 when this attempt was signed.'),
      header(
        'webhook-signature',
        '`v1,` and the signature; two, separated by a space, while a replaced secret is still valid.',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: payload } } },
    responses: {
      '2XX': { description: 'Received. Any other answer, or none within 15 seconds, fails this attempt.' },
      '410': { description: 'The receiver is gone: the webhook is disabled.' },
    },
  }
}
