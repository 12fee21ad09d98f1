import { v7 as uuidv7 } from 'uuid'
import { booleanArray, integerArray, smallintArray, textArray, uuidArray } from '../base/database/arrays.js'
import type { Database, Tx } from '../base/database/db.js'
import type { NetworkInfo } from '../ledger/proofs/proof.js'
import { stampType } from '../stamps/details/fields.js'
import { deliveryState } from './deliveries/state.js'
import * as sql from './expand-sql.js'
import { eventByKind, payloadOf, type SubjectEvent, type SubjectRow, subjectJson } from './payload.js'

/** Dependencies of {@link expandSome}. */
export interface ExpandContext {
  database: Database
  network: NetworkInfo
  /** How long a webhook disabled by failures still gets (cancelled) deliveries, for its owner to recover. */
  logDays: number
}

/** How often to look for batch events. */
export const expandIntervalMs = 300

/** Leaves in memory and in one database transaction; each may have up to 20 webhooks. */
const leavesAtOnce = 500

type NotifyRow = SubjectRow & { event_id: number; webhook_id: string; is_disabled: boolean }

/** A run of a batch's leaves, expanded together. */
interface Run {
  event: sql.BatchEventRow
  /** The last leaf. */
  until: number
}

/**
 * Makes some deliveries. They and the events' cursors change in one database transaction, so each webhook gets each stamp and
 * file exactly once, whatever dies and however many processes do this.
 *
 * @param first which events to prefer: `'small'` combines many small batches, `'large'` takes a part of the oldest large one.
 *   Alternate, so that neither starves.
 * @returns how many deliveries were made; null without an event
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
      events.map(({ kind }) => eventByKind[kind]),
      context.logDays,
    ]
    const stamps = await tx.query<NotifyRow>(sql.stampsToNotify, values)
    const files = await tx.query<NotifyRow>(sql.filesToNotify, [...values, stampType.file])
    const rows = [...stamps, ...files]
    if (rows.length > 0) await insert(tx, events, rows, context.network.chainId)
    const isLast = ({ event, until }: Run) => until === event.size - 1
    const ended = runs.filter(isLast).map(({ event }) => event.id)
    if (ended.length > 0) await tx.execute(sql.endEvents, [ended])
    for (const run of runs) if (!isLast(run)) await tx.execute(sql.advance, [run.event.id, run.until])
    return rows.length
  })
}

/** A block counts once it is final: one that a reorganisation dropped contradicts nothing. */
function blockOf({ kind, block_number, block_time }: sql.BatchEventRow): SubjectEvent['block'] {
  if (kind !== 'final' || block_number === null || block_time === null) return undefined
  return { number: block_number, timeMs: block_time * 1000 }
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

async function insert(tx: Tx, events: readonly sql.BatchEventRow[], rows: readonly NotifyRow[], chainId: number) {
  const eventsById = new Map(
    events.map((event): [number, SubjectEvent] => [
      event.id,
      {
        event: eventByKind[event.kind],
        transactionHash: event.transaction_hash,
        at: event.created_at,
        block: blockOf(event),
      },
    ]),
  )
  const subjectEventOf = (row: NotifyRow) => eventsById.get(row.event_id) as SubjectEvent
  const ids = rows.map(() => uuidv7())
  let data = ''
  const payloads = rows.map((row, at) => {
    const before = rows[at - 1]
    if (row.leaf_index !== before?.leaf_index || row.event_id !== before.event_id) {
      data = subjectJson(row, subjectEventOf(row), chainId)
    }
    return payloadOf(row.webhook_id, ids[at] as string, subjectEventOf(row).event, data)
  })
  await tx.execute(sql.insertDeliveries, [
    uuidArray(ids),
    uuidArray(rows.map((row) => row.webhook_id)),
    uuidArray(rows.map((row) => row.account_id)),
    textArray(rows.map((row) => subjectEventOf(row).event)),
    uuidArray(rows.map((row) => row.id)),
    booleanArray(rows.map((row) => row.is_file)),
    rows.map((row) => row.event_id),
    integerArray(rows.map((row) => row.leaf_index)),
    textArray(payloads),
    smallintArray(rows.map((row) => (row.is_disabled ? deliveryState.cancelled : deliveryState.waiting))),
  ])
}
