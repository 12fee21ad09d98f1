import { Type } from 'typebox'
import { pageFields } from '../http/paging/page-fields.js'
import { failureCodes } from './deliveries/failure.js'
import { deliveryStateNames } from './deliveries/state.js'
import { actions } from './payload.js'

const iso = Type.String({ format: 'date-time' })
const uuid = Type.String({ format: 'uuid' })
const none = Type.Null()

const action = Type.Array(Type.Enum([...actions]), {
  minItems: 1,
  uniqueItems: true,
  description: 'Events to send.',
})

const fields = {
  id: uuid,
  userId: uuid,
  redirectUrl: Type.String({ description: 'Where deliveries are sent.' }),
  description: Type.String(),
  action,
  enabled: Type.Boolean(),
  disabledReason: Type.Union([Type.Enum(['owner', 'gone', 'failing']), none], {
    description: 'owner: by you; gone: the receiver responded with 410; failing: all deliveries failed for five days.',
  }),
  disabledAt: Type.Union([iso, none]),
  failingSince: Type.Union([iso, none], {
    description: 'Time of the first failed attempt since the last successful one; null while it works.',
  }),
  previousSecretUntil: Type.Union([iso, none], {
    description: 'Until then, the previous secret also signs deliveries.',
  }),
  createdAt: iso,
  updatedAt: iso,
}

/** A webhook. */
export const webhook = Type.Object(fields, { title: 'Webhook' })

/** A webhook with its secret, which is shown this once. */
export const webhookWithSecret = Type.Object(
  {
    ...fields,
    secret: Type.String({ description: 'whsec_ and base64. Shown only once: save it.' }),
  },
  { title: 'WebhookWithSecret' },
)

const attempt = Type.Object(
  {
    number: Type.Integer({ description: 'From 1.' }),
    at: iso,
    durationMs: Type.Integer(),
    address: Type.Union([Type.String(), none], {
      description: 'The address actually connected to; null without a connection, or if a proxy made it.',
    }),
    requestHead: Type.String(),
    responseStatus: Type.Union([Type.Integer(), none]),
    responseHead: Type.Union([Type.String(), none]),
    responseBody: Type.Union([Type.String(), none], { description: 'The first 4 KiB.' }),
    error: Type.Union([Type.String(), none], { description: 'Description of the failure.' }),
    errorCode: Type.Union([Type.Enum([...failureCodes]), none], {
      description: 'Code of the failure. Null, like error, if there was a response, whatever its status.',
    }),
  },
  { title: 'DeliveryAttempt' },
)

const deliveryFields = {
  id: Type.String({ format: 'uuid', description: 'The header webhook-id, and actionId in the payload.' }),
  event: Type.Enum([...actions, 'test']),
  state: Type.Enum(deliveryStateNames, {
    description: 'cancelled: the webhook was disabled.',
  }),
  attempts: Type.Integer(),
  nextAttemptAt: Type.Union([iso, none]),
  payload: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true, description: 'Body of the request.' }),
  lastAttempt: Type.Union([attempt, none]),
  createdAt: iso,
  updatedAt: iso,
}

/** A delivery. */
export const delivery = Type.Object(deliveryFields, { title: 'Delivery' })

/** A delivery with every attempt. */
export const deliveryWithLog = Type.Object(
  { ...deliveryFields, log: Type.Array(attempt) },
  { title: 'DeliveryWithLog' },
)

/** Result of recovering. */
export const recovered = Type.Object({ recovered: Type.Integer({ description: 'Number of deliveries to be resent.' }) })

const redirectUrl = Type.String({ maxLength: 2048, description: 'An https URL with a public address.' })
const description = Type.String({ maxLength: 500, pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$' })

/** Body of registering. */
export const createBody = Type.Object(
  { redirectUrl, description: Type.Optional(description), action },
  { title: 'WebhookRequest', additionalProperties: false },
)

/** Body of changing. */
export const updateBody = Type.Object(
  {
    redirectUrl: Type.Optional(redirectUrl),
    description: Type.Optional(description),
    action: Type.Optional(action),
    enabled: Type.Optional(
      Type.Boolean({
        description: 'false: pending deliveries are cancelled and new events are not kept. true: starts again.',
      }),
    ),
  },
  { title: 'WebhookChange', additionalProperties: false, minProperties: 1 },
)

/** Body of recovering. */
export const recoverBody = Type.Object(
  { since: Type.String({ format: 'date-time', description: 'Events from this time on.' }) },
  { title: 'RecoverRequest', additionalProperties: false },
)

/** Query of a list. */
export const listQuery = Type.Object(pageFields, { additionalProperties: false })

/** Query of the delivery log. */
export const deliveriesQuery = Type.Object(
  { ...pageFields, state: Type.Optional(Type.Enum(deliveryStateNames)) },
  { additionalProperties: false },
)

/** Path of a webhook. */
export const webhookParams = Type.Object({ id: Type.String() })

/** Path of a delivery. */
export const deliveryParams = Type.Object({ id: Type.String(), deliveryId: Type.String() })
