import { v7 as uuidv7 } from 'uuid'
import type { Queryable } from '../../base/database/db.js'
import { isUuid } from '../../base/ids.js'
import { apiError } from '../../http/errors.js'
import { readPage } from '../../http/paging/page-sql.js'
import type { Page, PageRequest } from '../../http/paging/paging.js'
import { cappedList } from '../../http/paging/search-sql.js'
import { payloadOf, sampleSubject, subjectJson } from '../payload.js'
import type { WebhooksRoom } from '../room.js'
import { type Keep, ownWebhook } from '../webhooks.js'
import * as sql from './log-sql.js'
import { retryDelaysMs } from './schedule.js'

/** A webhook of an account. */
export interface Owner {
  accountId: string
  webhookId: string
}

/** A test is attempted once: it starts at the end of the retry schedule. */
const lastStep = retryDelaysMs.length
const recoveredAtOnce = 5000

/** Lists a webhook's deliveries, newest first; the count is exact up to 10,000. @throws {ApiError} 404 */
export async function listDeliveries(
  db: Queryable,
  { accountId, webhookId }: Owner,
  state: sql.StateFilter,
  page: PageRequest,
): Promise<Page<sql.DeliveryRow>> {
  const { id } = await ownWebhook(db, accountId, webhookId)
  return readPage(db, { ...cappedList(sql.deliveriesOf(state)), row: sql.shownDelivery, values: [id] }, page)
}

/** Reads a delivery. @throws {ApiError} 404 */
export async function ownDelivery(
  db: Queryable,
  { accountId, webhookId }: Owner,
  deliveryId: string,
): Promise<sql.DeliveryRow> {
  const { id } = await ownWebhook(db, accountId, webhookId)
  const [row] = isUuid(deliveryId) ? await db.query<sql.DeliveryRow>(sql.ownDelivery, [id, deliveryId]) : []
  if (!row) throw apiError('delivery_not_found')
  return row
}

/** Reads all attempts of a delivery, oldest first. */
export async function attemptsOf(db: Queryable, deliveryId: string): Promise<sql.AttemptRow[]> {
  return db.query<sql.AttemptRow>(sql.attemptsOf, [deliveryId])
}

/** Sends a sample event. @throws {ApiError} 404; 409 when the webhook is disabled */
export async function sendTest(
  room: WebhooksRoom,
  owner: Owner,
  clientId: string,
  keep: Keep<sql.DeliveryRow>,
): Promise<sql.DeliveryRow> {
  const webhookId = await enabledWebhook(room.database, owner)
  const id = uuidv7()
  const subject = sampleSubject(owner.accountId, clientId)
  const sampleEvent = { event: 'test', transactionHash: Buffer.alloc(32), at: new Date() } as const
  const payload = payloadOf(webhookId, id, 'test', subjectJson(subject, sampleEvent, room.chainId))
  return change(room, owner, id, keep, {
    text: sql.insertTest,
    values: [id, webhookId, owner.accountId, subject.id, payload, lastStep],
  })
}

/** Sends a delivery again with the same id and payload, whatever its state. @throws {ApiError} 404, 409 */
export async function redeliver(
  room: WebhooksRoom,
  owner: Owner,
  deliveryId: string,
  keep: Keep<sql.DeliveryRow>,
): Promise<sql.DeliveryRow> {
  await enabledWebhook(room.database, owner)
  const { id } = await ownDelivery(room.database, owner, deliveryId)
  return change(room, owner, id, keep, { text: sql.redeliver, values: [id, lastStep] })
}

/**
 * Redelivers everything that failed or was cancelled since a time, in steps; safe to repeat after an interruption.
 *
 * @returns how many were redelivered
 * @throws {ApiError} 400 for a time in the future; 404, 409
 */
export async function recover(room: WebhooksRoom, owner: Owner, since: Date): Promise<number> {
  const webhookId = await enabledWebhook(room.database, owner)
  if (!(since.getTime() >= 0 && since.getTime() <= Date.now())) {
    throw apiError('invalid', { field: 'since', problem: 'expected a time in the past' })
  }
  let recovered = 0
  for (let found = -1; found !== 0; recovered += found) {
    found = await room.database.execute(sql.recover, [webhookId, lastStep, idAt(since), recoveredAtOnce])
    if (found > 0) room.onWaiting()
  }
  return recovered
}

/** Returns the smallest UUIDv7 of a millisecond. */
export function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

async function enabledWebhook(db: Queryable, { accountId, webhookId }: Owner): Promise<string> {
  const { id, disabled_at } = await ownWebhook(db, accountId, webhookId)
  if (disabled_at) throw apiError('webhook_disabled')
  return id
}

async function change(
  room: WebhooksRoom,
  owner: Owner,
  id: string,
  keep: Keep<sql.DeliveryRow>,
  statement: { text: string; values: unknown[] },
): Promise<sql.DeliveryRow> {
  const row = await room.database.transaction(async (tx) => {
    await tx.execute(statement.text, statement.values)
    const changed = await ownDelivery(tx, owner, id)
    const kept = keep(changed)
    if (kept) await tx.query(kept.text, kept.values)
    return changed
  })
  room.onWaiting()
  return row
}
