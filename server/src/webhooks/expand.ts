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

type TellRow = SubjectRow & { event_id: number; webhook_id: string; is_disabled: boolean }

/** A run of a batch's leaves, whose deliveries are made together. */
interface Run {
  event: sql.BatchEventRow
  /** The last leaf. */
  until: number
}

/**
 * Makes some deliveries: they and how far their events came are one database transaction, so that each stamp and file is told
 * of once to each webhook, whatever dies when, and however many processes do this.
 *
 * @param first which events, when there are both: `'small'` takes many of few stamps together, `'large'` a part of the oldest
 *   that has more; in turn, neither waits for long
 * @returns how many deliveries were made; null when there was no event
 */
export async function expandSome(context: ExpandContext, first: 'small' | 'large'): Promise<number | null> {
  return context.database.transaction(async (tx) => {
    const [take, takeElse] = first === 'small' ? [smallRuns, largeRun] : [largeRun, smallRuns]
    const runs = (await take(tx)) ?? (await takeElse(tx))
    if (!runs) return null
    const events = runs.map(({ event }) => event)
    const values = [
      events.map(({ id }) => id),
      events.map(({ batch_id }) => batch_id),
      events.map(({ cursor }) => cursor),
      runs.map(({ until }) => until),
      events.map(({ kind }) => eventOf[kind]),
      context.logDays,
    ]
    const stamps = await tx.query<TellRow>(sql.stampsToTell, values)
    const files = await tx.query<TellRow>(sql.filesToTell, [...values, stampType.file])
    const told = [...stamps, ...files]
    if (told.length > 0) await insert(tx, events, told, context.network.chainId)
    const isLast = ({ event, until }: Run) => until === event.size - 1
    const ended = runs.filter(isLast).map(({ event }) => event.id)
    if (ended.length > 0) await tx.execute(sql.endEvents, [ended])
    for (const run of runs) if (!isLast(run)) await tx.execute(sql.advance, [run.event.id, run.until])
    return told.length
  })
}

async function smallRuns(tx: Tx): Promise<Run[] | undefined> {
  const rows = await tx.query<sql.BatchEventRow>(sql.nextSmall, [leavesAtOnce])
  let leaves = 0
  const runs: Run[] = []
  for (const event of rows) {
    leaves += event.size - 1 - event.cursor
    if (runs.length > 0 && leaves > leavesAtOnce) break
    runs.push({ event, until: event.size - 1 })
  }
  return runs.length > 0 ? runs : undefined
}

async function largeRun(tx: Tx): Promise<Run[] | undefined> {
  const [event] = await tx.query<sql.BatchEventRow>(sql.nextLarge, [leavesAtOnce])
  return event && [{ event, until: event.cursor + leavesAtOnce }]
}

async function insert(tx: Tx, events: readonly sql.BatchEventRow[], rows: readonly TellRow[], chainId: number) {
  const happenings = new Map(
    events.map(({ id, kind, transaction_hash, created_at }): [number, Happening] => [
      id,
      { event: eventOf[kind], transactionHash: transaction_hash, at: created_at },
    ]),
  )
  const happeningOf = (row: TellRow) => happenings.get(row.event_id) as Happening
  const ids = rows.map(() => uuidv7())
  let data = ''
  const payloads = rows.map((row, at) => {
    const before = rows[at - 1]
    if (row.leaf_index !== before?.leaf_index || row.event_id !== before.event_id) {
      data = subjectJson(row, happeningOf(row), chainId)
    }
    return payloadOf(row.webhook_id, ids[at] as string, happeningOf(row).event, data)
  })
  await tx.execute(sql.insertDeliveries, [
    uuidArray(ids),
    uuidArray(rows.map((row) => row.webhook_id)),
    uuidArray(rows.map((row) => row.account_id)),
    textArray(rows.map((row) => happeningOf(row).event)),
    uuidArray(rows.map((row) => row.id)),
    booleanArray(rows.map((row) => row.is_file)),
    rows.map((row) => row.event_id),
    integerArray(rows.map((row) => row.leaf_index)),
    textArray(payloads),
    smallintArray(rows.map((row) => (row.is_disabled ? cancelled : waiting))),
  ])
}
