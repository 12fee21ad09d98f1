import { lastUuid } from '../../base/ids.js'
import type { FailureCode } from './failure.js'
import { withWaiting } from './queue-sql.js'
import { type DeliveryState, deliveryState } from './state.js'

// Statements of the delivery log: reading, redelivering, erasing. Those that change many take a few at a time, by an array of ids:
// a join could be planned as a scan of all deliveries.

const { waiting, delivered, failed, cancelled } = deliveryState

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

const inState = {
  all: 'true',
  waiting: `d.state = ${waiting}`,
  delivered: `d.state = ${delivered}`,
  failed: `d.state = ${failed}`,
  cancelled: `d.state = ${cancelled}`,
} as const
export type StateFilter = keyof typeof inState

/** The deliveries of a webhook. */
export function deliveriesOf(state: StateFilter): string {
  return `deliveries i WHERE i.webhook_id = $1 AND ${inState[state].replaceAll('d.', 'i.')}`
}

/** Reads the delivery of `shown.id`. */
export const shownDelivery = `${deliveries} WHERE d.id = shown.id`

export const ownDelivery = `${deliveries} WHERE d.id = $2 AND d.webhook_id = $1`

export const attemptsOf = `SELECT ${attempt} FROM delivery_attempts a WHERE a.delivery_id = $1 ORDER BY a.number`

export const insertTest = `
INSERT INTO deliveries (id, webhook_id, account_id, event, subject_id, is_file, payload, step)
VALUES ($1, $2, $3, 'test', $4, false, $5, $6)`

/** Restarts the schedule; a test ($2) gets one more attempt. Keeps the lease of an attempt in flight. */
const restart = `state = ${waiting}, step = CASE WHEN event = 'test' THEN $2 ELSE 0 END, next_at = now(), updated_at = now(),
       lease_owner = CASE WHEN state = ${waiting} THEN lease_owner END,
       lease_until = CASE WHEN state = ${waiting} THEN lease_until END`

export const redeliver = `UPDATE deliveries SET ${restart} WHERE id = $1`

/** Redelivers failed and cancelled deliveries from the id $3 on, at most $4. */
export const recover = `
UPDATE deliveries SET ${restart}
 WHERE id = ANY (ARRAY(
   SELECT id FROM deliveries WHERE webhook_id = $1 AND state IN (${failed}, ${cancelled}) AND id >= $3 AND event <> 'test'
    ORDER BY state, id LIMIT $4 FOR UPDATE SKIP LOCKED))`

/** As many as take a tenth of a second, in one statement. */
export const cancelledAtOnce = 5000

/** Cancels pending deliveries of a webhook, at most $2. */
export const cancelSome = `
UPDATE deliveries SET state = ${cancelled}, updated_at = now()
 WHERE id = ANY (ARRAY(
   SELECT id FROM deliveries WHERE webhook_id = $1 AND state = ${waiting}
    ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED))`

/** Cancels what is left for disabled webhooks, and what was made for a webhook while it was being disabled, at most $1. */
export const cancelLeft = `
UPDATE deliveries SET state = ${cancelled}, updated_at = now()
 WHERE id = ANY (ARRAY(${withWaiting}
   SELECT d.id FROM waiting n JOIN webhooks w ON w.id = n.webhook_id CROSS JOIN LATERAL (
     SELECT id FROM deliveries
      WHERE webhook_id = w.id AND state = ${waiting}
        AND (created_at <= w.disabled_at OR w.disabled_at < now() - interval '1 minute')
      ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED) d
    WHERE w.disabled_at IS NOT NULL LIMIT $1))`

/**
 * Erases at most $4 deliveries from the ID $3 on, older than the ID $1, which a process made, and than the time $2 of their rows; pending
 * ones stay.
 */
export const eraseOld = `
WITH erased AS (
  DELETE FROM deliveries
   WHERE id = ANY (ARRAY(
     SELECT id FROM deliveries WHERE id < $1 AND created_at < $2 AND id >= $3 AND state <> ${waiting}
      ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED))
  RETURNING id)
SELECT count(*)::int AS rows, max(id::text) AS last FROM erased`

export const deletedWebhooks = "SELECT id FROM webhooks WHERE disabled_reason = 'deleted'"

/** Erases at most $3 deliveries of the webhook $1 from the ID $2 on; those in flight stay. */
export const eraseOfWebhook = `
WITH erased AS (
  DELETE FROM deliveries
   WHERE id = ANY (ARRAY(
     SELECT id FROM deliveries WHERE (webhook_id, id) >= ($1::uuid, $2::uuid) AND (webhook_id, id) <= ($1::uuid, '${lastUuid}')
      ORDER BY webhook_id, id LIMIT $3 FOR UPDATE SKIP LOCKED))
  RETURNING id)
SELECT count(*)::int AS rows, max(id::text) AS last FROM erased`

export const eraseWebhook = `
DELETE FROM webhooks w WHERE w.id = $1 AND NOT EXISTS (SELECT FROM deliveries d WHERE d.webhook_id = w.id)`
