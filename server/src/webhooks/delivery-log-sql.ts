import { type DeliveryState, deliveryState } from './delivery-state.js'
import type { FailureCode } from './failure.js'

// Statements of the delivery log: reading, redelivering, erasing.

const { waiting, delivered, failed, cancelled } = deliveryState

/** The condition of the index `deliveries_undelivered`. */
const undelivered = `IN (${failed}, ${cancelled})`

/** A logged attempt. */
export interface AttemptRow {
  number: number
  at: Date
  duration_ms: number
  address: string | null
  request_head: string
  response_status: number | null
  response_head: string | null
  response_body: string | null
  error: string | null
  error_code: FailureCode | null
}

/** A delivery with its newest attempt, whose columns are null before the first. */
export interface DeliveryRow extends Omit<AttemptRow, 'number'> {
  id: string
  event: string
  state: DeliveryState
  attempts: number
  next_at: Date
  payload: string
  created_at: Date
  updated_at: Date
  number: number | null
}

const attempt = `a.number, a.at, a.duration_ms, a.address, a.request_head, a.response_status, a.response_head, a.response_body,
       a.error, a.error_code`

const deliveries = `
SELECT d.id, d.event, d.state, d.attempts, d.next_at, d.payload, d.created_at, d.updated_at, ${attempt}
  FROM deliveries d LEFT JOIN delivery_attempts a ON a.delivery_id = d.id AND a.number = d.attempts`

/** Written so that each state uses its partial index. */
const inState = {
  all: 'true',
  waiting: `d.state = ${waiting}`,
  delivered: `d.state = ${delivered}`,
  failed: `d.state ${undelivered} AND d.state = ${failed}`,
  cancelled: `d.state ${undelivered} AND d.state = ${cancelled}`,
} as const
export type StateFilter = keyof typeof inState

/** Newest first. */
export function listDeliveries(state: StateFilter): string {
  return `${deliveries} WHERE d.webhook_id = $1 AND ${inState[state]} AND ($2::uuid IS NULL OR d.id < $2)
 ORDER BY d.id DESC LIMIT $3 OFFSET $4`
}

/** Counts up to $2. */
export function countDeliveries(state: StateFilter): string {
  return `
SELECT count(*)::int AS count
  FROM (SELECT FROM deliveries d WHERE d.webhook_id = $1 AND ${inState[state]} LIMIT $2) AS found`
}

export const ownDelivery = `${deliveries} WHERE d.id = $2 AND d.webhook_id = $1`

export const attemptsOf = `SELECT ${attempt} FROM delivery_attempts a WHERE a.delivery_id = $1 ORDER BY a.number`

export const insertTest = `
INSERT INTO deliveries (id, webhook_id, account_id, event, subject_id, is_file, payload, step, created_at, updated_at)
VALUES ($1, $2, $3, 'test', $4, false, $5, $6, $7, $7)`

/** Restarts the schedule; a test ($2) gets one more attempt. Keeps the lease of an attempt in flight. */
const restart = `state = ${waiting}, step = CASE WHEN event = 'test' THEN $2 ELSE 0 END, next_at = now(), updated_at = now(),
       lease_owner = CASE WHEN state = ${waiting} THEN lease_owner END,
       lease_until = CASE WHEN state = ${waiting} THEN lease_until END`

export const redeliver = `UPDATE deliveries SET ${restart} WHERE id = $1`

/** Redelivers failed and cancelled deliveries from the id $3 on, at most $4. */
export const recover = `
UPDATE deliveries SET ${restart}
 WHERE id IN (SELECT id FROM deliveries WHERE webhook_id = $1 AND state ${undelivered} AND id >= $3 AND event <> 'test'
               ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED)`

export const cancelWaiting = `
UPDATE deliveries SET state = ${cancelled}, updated_at = now() WHERE webhook_id = $1 AND state = ${waiting}`

/** Cancels deliveries made for a webhook while it was being disabled. */
export const cancelStrays = `
UPDATE deliveries SET state = ${cancelled}, updated_at = now()
 WHERE id IN (SELECT d.id FROM webhooks w JOIN deliveries d ON d.webhook_id = w.id AND d.state = ${waiting}
               WHERE w.disabled_at < now() - interval '1 minute' LIMIT $1 FOR UPDATE OF d SKIP LOCKED)`

/** Erases deliveries older than the id $1, at most $2; pending ones stay. */
export const eraseOld = `
DELETE FROM deliveries
 WHERE id IN (SELECT id FROM deliveries WHERE id < $1 AND state <> ${waiting} ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`

export const deletedWebhooks = "SELECT id FROM webhooks WHERE disabled_reason = 'deleted'"

export const eraseOfWebhook = `
DELETE FROM deliveries
 WHERE id IN (SELECT id FROM deliveries WHERE webhook_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`

export const eraseWebhook = `
DELETE FROM webhooks w WHERE w.id = $1 AND NOT EXISTS (SELECT FROM deliveries d WHERE d.webhook_id = w.id)`
