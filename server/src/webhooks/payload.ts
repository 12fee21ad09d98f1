import { timeProblem } from '@tallystick/proof'
import { v7 as uuidv7 } from 'uuid'
import { createdAt, createdMs } from '../base/ids.js'
import { caip2 } from '../ledger/proofs/proof.js'
import type { BatchEventKind } from '../ledger/sql.js'
import { stampType } from '../stamps/details/fields.js'

/** Events a webhook can subscribe to. */
export const actions = ['hash.succeed', 'hash.failed', 'hash.reorged'] as const
export type Action = (typeof actions)[number]

/** Event of a delivery: a subscribed one, or a test. */
export type EventName = Action | 'test'

/** Maps the ledger's batch events to webhook events. */
export const eventByKind = {
  final: 'hash.succeed',
  failed: 'hash.failed',
  reorged: 'hash.reorged',
} as const satisfies Record<BatchEventKind, Action>

/** `status` in the payload: 1 done, 2 failed, 0 pending again. */
const statusOf: Record<EventName, number> = { 'hash.succeed': 1, 'hash.failed': 2, 'hash.reorged': 0, test: 1 }

/** The fields of a stamp or file that payloads contain. */
export interface SubjectRow {
  account_id: string
  id: string
  is_file: boolean
  client_id: string
  hash: Buffer
  code: string
  name: string
  type: string
  is_esign: boolean
  is_private: boolean
  leaf_index: number
  /** For whom a stamp was made, by the integrator's ID; null: the account. */
  end_user: string | null
}

/** An event about a stamp or file, with its time and transaction. */
export interface SubjectEvent {
  event: EventName
  transactionHash: Buffer
  at: Date
  /** The final block, if there is one. */
  block?: { number: number; timeMs: number } | undefined
}

/** Returns the part of a payload that is the same for every webhook, as JSON. */
export function subjectJson(
  row: SubjectRow,
  { event, transactionHash, at, block }: SubjectEvent,
  chainId: number,
): string {
  return JSON.stringify({
    _id: row.id,
    userId: row.end_user ?? row.account_id,
    clientId: row.client_id,
    blockchainId: caip2(chainId),
    txId: `0x${transactionHash.toString('hex')}`,
    hash: row.hash.toString('hex'),
    name: row.name,
    type: row.type,
    code: row.code,
    isEsign: row.is_esign,
    isPrivateBc: row.is_private,
    status: statusOf[event],
    createdAt: createdAt(row.id),
    updatedAt: at.toISOString(),
    timeContradiction: block && contradictionOf(row.id, block),
  })
}

/** Returns in words that a block is dated before the service received something, by the rule of the audit. */
function contradictionOf(id: string, { number, timeMs }: NonNullable<SubjectEvent['block']>): string | undefined {
  if (timeProblem({ timeMs }, { notBeforeMs: createdMs(id) }) !== 'early') return undefined
  return `Block ${number} is dated ${new Date(timeMs).toISOString()}, before the service received this (${createdAt(id)}): one of the two clocks was wrong.`
}

/**
 * Returns the body of a delivery, byte for byte as signed and sent (docs/interface.md §9.2).
 *
 * @param actionId the delivery's id, also sent as `webhook-id`; the same in every attempt
 */
export function payloadOf(webhookId: string, actionId: string, event: EventName, data: string): string {
  return `{"webhookId":"${webhookId}","actionId":"${actionId}","action":"${event.replace('hash.', '')}","data":${data}}`
}

/** Returns a sample stamp for test deliveries. */
export function sampleSubject(accountId: string, clientId: string): SubjectRow {
  return {
    account_id: accountId,
    id: uuidv7(),
    is_file: false,
    client_id: clientId,
    hash: Buffer.alloc(32),
    code: '0000000000',
    name: 'test',
    type: stampType.submitted,
    is_esign: false,
    is_private: false,
    leaf_index: 0,
    end_user: null,
  }
}
