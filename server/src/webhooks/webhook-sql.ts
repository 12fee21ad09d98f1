import { rowTime } from '../base/database/row-time.js'
// Statements that read and write webhooks; their deliveries are in delivery-log-sql.ts and dispatch-sql.ts.

/** A webhook, as its owner sees it. */
export interface WebhookRow {
  id: string
  account_id: string
  redirect_url: string
  description: string
  actions: string[]
  previous_until: Date | null
  disabled_at: Date | null
  disabled_reason: 'owner' | 'gone' | 'failing' | null
  /** Time of the first failure since the last success. */
  first_failure_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = `id, account_id, redirect_url, description, actions, previous_until, disabled_at, disabled_reason,
       first_failure_at, created_at, updated_at`

/** A deleted webhook's row stays, invisible, until its deliveries are erased. */
const alive = "disabled_reason IS DISTINCT FROM 'deleted'"

export const ownWebhook = `SELECT ${columns} FROM webhooks WHERE id = $1 AND account_id = $2 AND ${alive}`

export const lockWebhook = `
SELECT ${columns}, secret_sealed FROM webhooks WHERE id = $1 AND account_id = $2 AND ${alive} FOR UPDATE`

/** The webhooks of an account. */
export const webhooksOf = `webhooks i WHERE i.account_id = $1 AND ${alive}`

/** Reads the webhook of `shown.id`. */
export const shownWebhook = `SELECT ${columns} FROM webhooks WHERE id = shown.id`

/** All of them, newest first: there are few. */
export const allWebhooks = `SELECT ${columns} FROM ${webhooksOf} ORDER BY id DESC`

export const countWebhooks = `SELECT count(*)::int AS count FROM ${webhooksOf}`

/** Serialises concurrent creations, so that each counts the others. */
export const lockAccount = 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE'

export const insertWebhook = `
INSERT INTO webhooks (id, account_id, redirect_url, description, actions, secret_sealed, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, ${rowTime}, ${rowTime}) RETURNING ${columns}`

/** A new address starts without failures. */
export const updateWebhook = `
UPDATE webhooks SET redirect_url = $2, description = $3, actions = $4, updated_at = ${rowTime},
       first_failure_at = CASE WHEN redirect_url = $2 THEN first_failure_at END
 WHERE id = $1 RETURNING ${columns}`

/** Earlier failures no longer count. */
export const enableWebhook = `
UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL, first_failure_at = NULL, updated_at = ${rowTime}
 WHERE id = $1 RETURNING ${columns}`

/** Stops sending, from the next attempt on. */
export const disableWebhook = `
UPDATE webhooks SET disabled_at = ${rowTime}, disabled_reason = $2, updated_at = ${rowTime} WHERE id = $1 RETURNING ${columns}`

/** Erases everything but the id, which stays while there are deliveries to erase. */
export const markDeleted = `
UPDATE webhooks SET disabled_at = coalesce(disabled_at, now()), disabled_reason = 'deleted', redirect_url = '', description = '',
       secret_sealed = '', previous_secret_sealed = NULL, previous_until = NULL
 WHERE id = $1`

/** The previous secret stays valid for $3 milliseconds, beside the new one. */
export const rotateSecret = `
UPDATE webhooks SET previous_secret_sealed = secret_sealed, previous_until = ${rowTime} + $3 * interval '1 millisecond',
       secret_sealed = $2, updated_at = ${rowTime}
 WHERE id = $1 RETURNING ${columns}`

/** Erases expired previous secrets. */
export const eraseExpiredSecrets = `
UPDATE webhooks SET previous_secret_sealed = NULL, previous_until = NULL WHERE previous_until < $1`
