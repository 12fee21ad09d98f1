import type { JsonValue } from '@tallystick/proof'
import { stateNames } from '../ledger/batch-state.js'
import { shown } from './details/fields.js'
import { placesOf } from './details/metadata.js'
import type { StampRow } from './sql.js'

/** Data for a v1 list item besides its row. */
export interface Presentation {
  /** CAIP-2 ID of the chain. */
  blockchainId: string
}

/** For whom details are presented. */
export interface Reader {
  accountId: string
  /** The version of the interface that is asked, whose form metadata takes. */
  version: 1 | 2
}

/** Data for details besides their row. */
export interface Beside {
  /** Whether the owner's e-mail address is verified. */
  emailVerified: boolean
  /** The code of another stamp of the same hash that the reader sees. */
  otherCode: string | null
}

/** Returns stamp details (docs/interface.md §2.8). */
export function presentDetails(row: StampRow, reader: Reader, { emailVerified, otherCode }: Beside) {
  return {
    ...shown('details', row),
    metaData: presentMetadata(row, reader),
    txid: txidOf(row),
    userVerify: emailVerified ? 1 : 0,
    isOwn: row.account_id === reader.accountId,
    otherCode,
    ...progress(row),
    proofUrl: row.file ? `/api/files/${row.file.id}/proof?version=${row.id}` : `/hash/${row.code}/proof`,
  }
}

/** Whether an account sees metadata and salt of a stamp: its owner does, and others once the owner has published them. */
export function seesDetails(row: Pick<StampRow, 'account_id' | 'is_private' | 'details_public'>, accountId: string) {
  return row.account_id === accountId || (row.details_public && !row.is_private)
}

/** Returns a stamp's current state, for an event. */
export function presentEvent(row: StampRow) {
  return { ...shown('event', row), txid: txidOf(row), ...progress(row) }
}

/** Returns a v1 list item (docs/interface.md §2.8). */
export function presentV1(row: StampRow, { blockchainId }: Presentation) {
  return {
    ...shown('v1', row),
    ...fileId(row),
    blockchainId,
    txId: txidOf(row),
    updatedAt: row.updated_at.toISOString(),
    state: stateNames[row.state],
  }
}

/** Returns a v2 list item (docs/interface.md §2.8). For whom a stamp was made is shown to its owner alone. */
export function presentV2(row: StampRow, accountId: string) {
  const endUser = row.account_id === accountId ? row.end_user : null
  return {
    ...shown('v2', row),
    ...(endUser !== null && { userId: endUser }),
    ...fileId(row),
    txId: txidOf(row),
    state: stateNames[row.state],
  }
}

/** Returns the state of a stamp's batch. */
export function progress(row: StampRow) {
  return {
    state: stateNames[row.state],
    blockNumber: row.block_number,
    blockTime: row.block_time?.toISOString() ?? null,
  }
}

/** A file's record is named by the file, as in webhooks. */
function fileId({ file }: StampRow) {
  return file && { _id: file.id }
}

/**
 * Metadata in the form of the interface that is asked, whichever made the stamp: v1 answers objects, v2 one object with the
 * submitted keys and the path of the stamp's page.
 */
function presentMetadata(row: StampRow, { accountId, version }: Reader): JsonValue[] {
  const sent = seesDetails(row, accountId) ? row.metadata : []
  if (version === 1) return row.version === 1 ? sent : placesOf(sent[0] as Record<string, JsonValue> | undefined)
  const keys = row.version === 2 ? (sent[0] as object | undefined) : sent.length > 0 ? { metadata: sent } : undefined
  return [{ ...keys, path: `/s/${row.code}` }]
}

export function txidOf(row: StampRow): string {
  return `0x${row.transaction_hash.toString('hex')}`
}
