import type { AttemptRow, DeliveryRow } from './deliveries/log-sql.js'
import { deliveryState, deliveryStateNames } from './deliveries/state.js'
import type { WebhookRow } from './webhook-sql.js'
import type { WithSecret } from './webhooks.js'

/** Presents a webhook to its owner. */
export function presentWebhook(row: WebhookRow) {
  return {
    id: row.id,
    userId: row.account_id,
    redirectUrl: row.redirect_url,
    description: row.description,
    action: row.actions,
    enabled: row.disabled_at === null,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    failingSince: row.first_failure_at?.toISOString() ?? null,
    previousSecretUntil:
      row.previous_until && row.previous_until > new Date() ? row.previous_until.toISOString() : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Presents a webhook with its secret. */
export function presentWithSecret({ row, secret }: WithSecret) {
  return { ...presentWebhook(row), secret }
}

/** Presents a delivery with its newest attempt. */
export function presentDelivery(row: DeliveryRow) {
  return {
    id: row.id,
    event: row.event,
    state: deliveryStateNames[row.state],
    attempts: row.attempts,
    nextAttemptAt: row.state === deliveryState.waiting ? row.next_at.toISOString() : null,
    payload: JSON.parse(row.payload) as unknown,
    lastAttempt: row.number === null ? null : presentAttempt({ ...row, number: row.number }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Presents a delivery with all attempts. */
export function presentWithLog(row: DeliveryRow, attempts: readonly AttemptRow[]) {
  return { ...presentDelivery(row), log: attempts.map(presentAttempt) }
}

function presentAttempt(row: AttemptRow) {
  return {
    number: row.number,
    at: row.at.toISOString(),
    durationMs: row.duration_ms,
    address: row.address,
    requestHead: row.request_head,
    responseStatus: row.response_status,
    responseHead: row.response_head,
    responseBody: row.response_body,
    error: row.error,
    // Attempts logged before codes existed have none.
    errorCode: row.error === null ? null : (row.error_code ?? 'other'),
  }
}
