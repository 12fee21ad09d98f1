import { v7 as uuidv7 } from 'uuid'
import { booleanArray, integerArray, smallintArray, textArray, uuidArray } from '../base/arrays.js'
import type { Database, Tx } from '../base/db.js'
import type { NetworkInfo } from '../ledger/proof.js'
import { stampType } from '../stamps/stamp.js'
import * as sql from './expand-sql.js'
import { eventOf, type Happening, payloadOf, type SubjectRow, subjectJson } from './payload.js'

/** What making deliveries needs. */
export interface ExpandContext {
  database: Database
  network: NetworkInfo
  /** Webhooks disabled by failing are told for so long, for their owner to recover. */
  logDays: number
}

/** How often to look for what befell batches. */
export const expandIntervalMs = 300

/** Of a batch of 100,000 only so many are in memory, and in one database transaction; each for up to 20 webhooks. */
const leavesAtOnce = 500

const waiting = 0
const cancelled = 3

type TellRow = SubjectRow & { webhook_id: string; is_disabled: boolean }

/**
 * Makes deliveries of one part of an event: they and how far it came are one database transaction, so that each stamp
 * and file is told of once to each webhook, whatever dies when, and however many processes do this.
 *
 * @param which `'oldest'`, or `'least-told'`, which lets a batch of one pass a batch of 100,000; in turn, neither waits for long
 * @returns how many deliveries were made; null when there was no event
 */
export async function expandSome(context: ExpandContext, which: 'oldest' | 'least-told'): Promise<number | null> {
  return context.database.transaction(async (tx) => {
    const [row] = await tx.query<sql.BatchEventRow>(sql.nextEvent, [which === 'least-told'])
    if (!row) return null
    const event = eventOf[row.kind]
    const happening = { event, transactionHash: row.transaction_hash, at: row.created_at }
    const until = row.cursor + leavesAtOnce
    const values = [row.batch_id, row.cursor, until, event, context.logDays]
    const stamps = await tx.query<TellRow>(sql.stampsToTell, values)
    const files = await tx.query<TellRow>(sql.filesToTell, [...values, stampType.file])
    const told = [...stamps, ...files]
    if (told.length > 0) await insert(tx, row.id, happening, told, context.network.chainId)
    if (until >= row.size - 1) await tx.execute(sql.endEvent, [row.id])
    else await tx.execute(sql.advance, [row.id, until])
    return told.length
  })
}

async function insert(tx: Tx, eventId: number, happening: Happening, rows: readonly TellRow[], chainId: number) {
  const ids = rows.map(() => uuidv7())
  let data = ''
  const payloads = rows.map((row, at) => {
    if (row.leaf_index !== rows[at - 1]?.leaf_index) data = subjectJson(row, happening, chainId)
    return payloadOf(row.webhook_id, ids[at] as string, happening.event, data)
  })
  await tx.execute(sql.insertDeliveries, [
    happening.event,
    eventId,
    uuidArray(ids),
    uuidArray(rows.map((row) => row.webhook_id)),
    uuidArray(rows.map((row) => row.account_id)),
    uuidArray(rows.map((row) => row.id)),
    booleanArray(rows.map((row) => row.is_file)),
    integerArray(rows.map((row) => row.leaf_index)),
    textArray(payloads),
    smallintArray(rows.map((row) => (row.is_disabled ? cancelled : waiting))),
  ])
}
