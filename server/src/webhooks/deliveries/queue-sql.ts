import { isLapsed } from '../../base/database/leases.js'
import { deliveryState } from './state.js'

const { waiting, delivered } = deliveryState

/** A webhook with due deliveries, and what sending needs of it. */
export interface DueRow {
  id: string
  account_id: string
  redirect_url: string
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_until: Date | null
}

/**
 * The beginning of a statement: `waiting` are the webhooks with waiting deliveries, and when the first is due. A loose index scan:
 * one index step per webhook with a backlog, however long the backlog is.
 */
export const withWaiting = `
WITH RECURSIVE waiting AS (
  (SELECT webhook_id, next_at FROM deliveries WHERE state = ${waiting} ORDER BY webhook_id, next_at LIMIT 1)
  UNION ALL
  SELECT n.webhook_id, n.next_at FROM waiting w CROSS JOIN LATERAL (
    SELECT webhook_id, next_at FROM deliveries WHERE state = ${waiting} AND webhook_id > w.webhook_id
     ORDER BY webhook_id, next_at LIMIT 1) n)`

/** Webhooks with due deliveries, longest wait first. */
export const dueWebhooks = `${withWaiting}
SELECT w.id, w.account_id, w.redirect_url, w.secret_sealed, w.previous_secret_sealed, w.previous_until
  FROM waiting d JOIN webhooks w ON w.id = d.webhook_id
 WHERE d.next_at <= now() AND w.disabled_at IS NULL
 ORDER BY d.next_at`

/** A delivery leased to this process. */
export interface ClaimedRow {
  id: string
  webhook_id: string
  payload: string
  step: number
}

// An array of ids uses the primary key. A join was planned as a scan of all deliveries once one webhook had a long backlog, because
// the planner can't know the limits.

/**
 * Leases due deliveries, oldest first for each webhook; skips those under an unexpired lease.
 * $1 webhooks, $2 how many of each, $3 lease owner, $4 lease in milliseconds
 */
export const claim = `
WITH wanted AS (SELECT * FROM unnest($1::uuid[], $2::integer[]) AS w (webhook_id, capacity)),
taken AS (
  SELECT d.id FROM wanted w CROSS JOIN LATERAL (
    SELECT id FROM deliveries
     WHERE webhook_id = w.webhook_id AND state = ${waiting} AND next_at <= now()
       AND (lease_until IS NULL OR ${isLapsed('lease_until', '$4')})
     ORDER BY next_at LIMIT w.capacity FOR UPDATE SKIP LOCKED) d)
UPDATE deliveries d SET lease_owner = $3, lease_until = now() + $4 * interval '1 millisecond'
 WHERE d.id = ANY (ARRAY(SELECT id FROM taken))
RETURNING d.id, d.webhook_id, d.payload, d.step`

/** Releases leases: $1 deliveries, $2 lease owner. */
export const release = `
UPDATE deliveries SET lease_owner = NULL, lease_until = NULL WHERE id = ANY ($1::uuid[]) AND lease_owner = $2`

/** A success always counts; a failure only while we hold the lease, since the next holder's result is newer. */
const counts = `(o.state = ${delivered} OR (d.state = ${waiting} AND d.lease_owner = $1))`

/**
 * Records the outcomes of attempts. Logs each attempt, whatever happened to its delivery meanwhile.
 * $1 lease owner, then one array per column
 */
export const record = `
WITH outcome AS (
  SELECT * FROM unnest($2::uuid[], $3::smallint[], $4::integer[], $5::timestamptz[], $6::integer[], $7::text[], $8::text[],
                       $9::smallint[], $10::text[], $11::text[], $12::text[], $13::text[])
    AS o (id, state, after_ms, at, duration_ms, address, request_head, response_status, response_head, response_body, error,
          error_code)),
updated AS (
  UPDATE deliveries d
     SET attempts = d.attempts + 1, updated_at = now(),
         state = CASE WHEN ${counts} THEN o.state ELSE d.state END,
         step = CASE WHEN ${counts} THEN d.step + 1 ELSE d.step END,
         next_at = CASE WHEN ${counts} AND o.state = ${waiting} THEN now() + o.after_ms * interval '1 millisecond'
                        ELSE d.next_at END,
         lease_owner = CASE WHEN ${counts} THEN NULL ELSE d.lease_owner END,
         lease_until = CASE WHEN ${counts} THEN NULL ELSE d.lease_until END
    FROM outcome o WHERE d.id = o.id
  RETURNING d.id, d.attempts)
INSERT INTO delivery_attempts (delivery_id, number, at, duration_ms, address, request_head, response_status,
                               response_head, response_body, error, error_code)
SELECT o.id, updated.attempts, o.at, o.duration_ms, o.address, o.request_head, o.response_status, o.response_head,
       o.response_body, o.error, o.error_code
  FROM updated JOIN outcome o ON o.id = updated.id`

/** Clears the failing mark of webhooks that accepted a delivery: $1 webhooks. */
export const succeeded = `
UPDATE webhooks SET first_failure_at = NULL WHERE id = ANY ($1::uuid[]) AND first_failure_at IS NOT NULL`

/** Marks webhooks as failing: $1 webhooks. */
export const failed = `
UPDATE webhooks SET first_failure_at = now() WHERE id = ANY ($1::uuid[]) AND first_failure_at IS NULL`

/** Reads since when webhooks have only failed, by the database's clock: $1 webhooks. */
export const failingSince = `SELECT id, first_failure_at, now() FROM webhooks WHERE id = ANY ($1::uuid[])`

/** A webhook disabled because of its answers. */
export interface DisabledRow {
  id: string
  account_id: string
  redirect_url: string
  disabled_reason: 'gone' | 'failing'
}

/** Disables webhooks: $1 webhooks, $2 reasons. Returns the newly disabled. */
export const disable = `
UPDATE webhooks w SET disabled_at = now(), disabled_reason = why.reason, updated_at = now()
  FROM unnest($1::uuid[], $2::text[]) AS why (id, reason) WHERE w.id = why.id AND w.disabled_at IS NULL
RETURNING w.id, w.account_id, w.redirect_url, w.disabled_reason`
