import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import type { Database } from '../../src/base/database/db.js'
import { encryptSecret, newSecret, secretKeysOf } from '../../src/webhooks/secret.js'

/** A test webhook with its secret. */
export interface TestWebhook {
  id: string
  accountId: string
  secret: string
}

/** Creates an account with a webhook. */
export async function newWebhook(db: Database, masterKey: Uint8Array, redirectUrl: string): Promise<TestWebhook> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const { userId } = await createAccount(db, accountKeys(masterKey), 'local', { email, name: 'Ada' })
  const id = uuidv7()
  const secret = newSecret()
  await db.execute(
    `INSERT INTO webhooks (id, account_id, redirect_url, description, actions, secret_sealed)
     VALUES ($1, $2, $3, '', ARRAY['hash.succeed'], $4)`,
    [id, userId, redirectUrl, encryptSecret(secretKeysOf(masterKey), id, secret)],
  )
  return { id, accountId: userId, secret }
}

/** Creates deliveries that are due, oldest first; returns their ids. */
export async function newDeliveries(db: Database, webhook: TestWebhook, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7())
  await db.execute(
    `INSERT INTO deliveries (id, webhook_id, account_id, event, subject_id, is_file, payload, next_at)
     SELECT id, $2, $3, 'hash.succeed', id, false, json_build_object('webhookId', id, 'action', 'succeed')::text,
            now() - ($4 - n) * interval '1 millisecond'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS d (id, n)`,
    [ids, webhook.id, webhook.accountId, count],
  )
  return ids
}

/** A delivery as the log records it. */
export interface LoggedDelivery {
  id: string
  state: number
  attempts: number
  step: number
  /** Seconds from the last change until the next attempt: from when the last outcome was recorded. */
  after_seconds: number
  lease_owner: string | null
}

/** An attempt as the log records it. */
export interface LoggedAttempt {
  delivery_id: string
  number: number
  duration_ms: number
  address: string | null
  request_head: string
  response_status: number | null
  response_head: string | null
  response_body: string | null
  error: string | null
  error_code: string | null
}

export async function deliveriesOf(db: Database, { id }: TestWebhook): Promise<LoggedDelivery[]> {
  return db.query(
    `SELECT id, state, attempts, step, lease_owner, extract(epoch FROM next_at - updated_at)::float8 AS after_seconds
       FROM deliveries WHERE webhook_id = $1 ORDER BY id`,
    [id],
  )
}

export async function attemptsOf(db: Database, { id }: TestWebhook): Promise<LoggedAttempt[]> {
  return db.query(
    `SELECT a.* FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id
      WHERE d.webhook_id = $1 ORDER BY d.id, a.number`,
    [id],
  )
}
