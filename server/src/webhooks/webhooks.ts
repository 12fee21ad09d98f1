import { v7 as uuidv7 } from 'uuid'
import type { Queryable, Statement, Tx } from '../base/database/db.js'
import { isUuid } from '../base/ids.js'
import { apiError } from '../http/errors.js'
import { eraseAnswers } from '../http/idempotency.js'
import { readPage } from '../http/paging/page-sql.js'
import type { Page, PageRequest } from '../http/paging/paging.js'
import { cancelledAtOnce, cancelSome } from './deliveries/log-sql.js'
import { checkTarget, TargetError } from './guard/target.js'
import type { Action } from './payload.js'
import type { WebhooksRoom } from './room.js'
import { encryptSecret, newSecret } from './secret.js'
import * as sql from './webhook-sql.js'

/** A webhook as given by its owner. */
export interface WebhookInput {
  redirectUrl: string
  description?: string
  action: Action[]
}

/** A webhook with its secret, which is shown once. */
export interface WithSecret {
  row: sql.WebhookRow
  secret: string
}

/** Returns the statement that stores an idempotent answer in the same transaction. */
export type Keep<T> = (result: T) => Statement | undefined

const webhooksMax = 20
/** How long a rotated secret stays valid beside its successor. */
const overlapMs = 86_400_000

/** Reads a webhook of the account. @throws {ApiError} 404 */
export async function ownWebhook(db: Queryable, accountId: string, id: string): Promise<sql.WebhookRow> {
  const [row] = isUuid(id) ? await db.query<sql.WebhookRow>(sql.ownWebhook, [id, accountId]) : []
  if (!row) throw apiError('webhook_not_found')
  return row
}

/** Lists the account's webhooks, newest first. */
export function listWebhooks(db: Queryable, accountId: string, page: PageRequest): Promise<Page<sql.WebhookRow>> {
  return readPage(
    db,
    { count: sql.countWebhooks, items: sql.webhooksOf, row: sql.shownWebhook, values: [accountId] },
    page,
  )
}

/** Creates a webhook. @throws {ApiError} 400; 409 when there are too many */
export async function createWebhook(
  room: WebhooksRoom,
  accountId: string,
  input: WebhookInput,
  keep: Keep<WithSecret>,
): Promise<WithSecret> {
  const { redirectUrl, description = '', action } = input
  checkUrl(room, redirectUrl)
  const id = uuidv7()
  const secret = newSecret()
  const sealed = encryptSecret(room.secretKeys, id, secret)
  return room.database.transaction(async (tx) => {
    await tx.execute(sql.lockAccount, [accountId])
    const [counted] = await tx.query<{ count: number }>(sql.countWebhooks, [accountId])
    if ((counted?.count ?? 0) >= webhooksMax) throw apiError('webhooks_too_many', { limit: webhooksMax })
    const values = [id, accountId, redirectUrl, description, action, sealed]
    const [row] = await tx.query<sql.WebhookRow>(sql.insertWebhook, values)
    return kept(tx, keep, { row: row as sql.WebhookRow, secret })
  })
}

/**
 * Changes the given fields. Enabling resets failures. Disabling cancels pending deliveries: the first now, the others of a long
 * backlog in a loop, and at the latest before the webhook is enabled again.
 *
 * @throws {ApiError} 400, 404
 */
export async function updateWebhook(
  room: WebhooksRoom,
  accountId: string,
  id: string,
  changes: Partial<WebhookInput> & { enabled?: boolean },
): Promise<sql.WebhookRow> {
  if (changes.redirectUrl !== undefined) checkUrl(room, changes.redirectUrl)
  if (changes.enabled === true) await cancelBacklog(room.database, await ownWebhook(room.database, accountId, id))
  const updated = await room.database.transaction(async (tx) => {
    let row: sql.WebhookRow = await lock(tx, accountId, id)
    const { redirectUrl = row.redirect_url, description = row.description, action = row.actions, enabled } = changes
    row = await one(tx, sql.updateWebhook, [row.id, redirectUrl, description, action])
    if (enabled === true && row.disabled_at) row = await one(tx, sql.enableWebhook, [row.id])
    if (enabled === false && row.disabled_reason !== 'owner') {
      row = await one(tx, sql.disableWebhook, [row.id, 'owner'])
      await tx.execute(cancelSome, [row.id, cancelledAtOnce])
    }
    return row
  })
  if (changes.enabled === false) room.onStopped()
  return updated
}

/** Cancels what still waits for a disabled webhook. */
async function cancelBacklog(db: Queryable, { id, disabled_at }: sql.WebhookRow): Promise<void> {
  if (!disabled_at) return
  while ((await db.execute(cancelSome, [id, cancelledAtOnce])) === cancelledAtOnce);
}

/** Deletes a webhook and its secrets at once; a loop erases its deliveries. @throws {ApiError} 404 */
export async function deleteWebhook(room: WebhooksRoom, accountId: string, id: string): Promise<void> {
  await room.database.transaction(async (tx) => {
    const row = await lock(tx, accountId, id)
    await tx.execute(sql.markDeleted, [row.id])
    await eraseAnswers(tx, [row.id], 'webhook_not_found')
  })
  room.onStopped()
}

/** Rotates the secret; the previous one stays valid for 24 hours. @throws {ApiError} 404 */
export async function rotateSecret(
  room: WebhooksRoom,
  accountId: string,
  id: string,
  keep: Keep<WithSecret>,
): Promise<WithSecret> {
  return room.database.transaction(async (tx) => {
    const { id: webhookId } = await lock(tx, accountId, id)
    const secret = newSecret()
    const sealed = encryptSecret(room.secretKeys, webhookId, secret)
    return kept(tx, keep, { row: await one(tx, sql.rotateSecret, [webhookId, sealed, overlapMs]), secret })
  })
}

async function kept<T>(tx: Tx, keep: Keep<T>, result: T): Promise<T> {
  const statement = keep(result)
  if (statement) await tx.query(statement.text, statement.values)
  return result
}

async function lock(tx: Tx, accountId: string, id: string): Promise<sql.WebhookRow> {
  const [row] = isUuid(id) ? await tx.query<sql.WebhookRow>(sql.lockWebhook, [id, accountId]) : []
  if (!row) throw apiError('webhook_not_found')
  return row
}

async function one(tx: Tx, text: string, values: readonly unknown[]): Promise<sql.WebhookRow> {
  return (await tx.query<sql.WebhookRow>(text, values))[0] as sql.WebhookRow
}

function checkUrl(room: WebhooksRoom, redirectUrl: string): void {
  try {
    checkTarget(redirectUrl, room.policy)
  } catch (error) {
    if (!(error instanceof TargetError)) throw error
    throw apiError('invalid', { field: 'redirectUrl', problem: error.message })
  }
}
