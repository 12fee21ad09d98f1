import type { JsonValue } from '@tallystick/proof'
import { stateNames } from '../ledger/batch-state.js'
import { shown } from './fields.js'
import type { StampRow } from './sql.js'

/** What a v1 list item needs besides its row. */
export interface Presentation {
  /** CAIP-2 ID of the chain. */
  blockchainId: string
}

/** Returns stamp details (docs/interface.md §2.8). */
export function presentDetails(row: StampRow, emailVerified: boolean) {
  return {
    ...shown('details', row),
    metaData: presentMetadata(row),
    txid: txidOf(row),
    userVerify: emailVerified ? 1 : 0,
    ...progress(row),
    proofUrl: `/hash/${row.code}/proof`,
  }
}

/** Returns a stamp's current state, for an event. */
export function presentEvent(row: StampRow) {
  return { ...shown('event', row), txid: txidOf(row), ...progress(row) }
}

/** Returns a v1 list item (docs/interface.md §2.8). */
export function presentV1(row: StampRow, { blockchainId }: Presentation) {
  return {
    ...shown('v1', row),
    blockchainId,
    txId: txidOf(row),
    updatedAt: row.updated_at.toISOString(),
    state: stateNames[row.state],
  }
}

/** Returns a v2 list item (docs/interface.md §2.8). */
export function presentV2(row: StampRow) {
  return { ...shown('v2', row), txId: txidOf(row), state: stateNames[row.state] }
}

/** Returns the state of a stamp's batch. */
export function progress(row: StampRow) {
  return {
    state: stateNames[row.state],
    blockNumber: row.block_number,
    blockTime: row.block_time?.toISOString() ?? null,
  }
}

/** v1 answers the stored array; v2 one object with the submitted keys and the path of the stamp's page. */
function presentMetadata(row: StampRow): JsonValue[] {
  if (row.version === 1) return row.metadata
  return [{ ...(row.metadata[0] as Record<string, JsonValue>), path: `/s/${row.code}` }]
}

export function txidOf(row: StampRow): string {
  return `0x${row.transaction_hash.toString('hex')}`
}
