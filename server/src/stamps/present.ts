import type { JsonValue } from '@tallystick/proof'
import { createdAt } from '../base/ids.js'
import { stateNames } from '../ledger/batch-state.js'
import type { StampRow } from './sql.js'
import { type Detailed, stampDetails } from './stamp.js'

/** What the answers need to know beside the row. */
export interface Presentation {
  /** CAIP-2 ID of the chain. */
  blockchainId: string
}

/** Returns stamp details (docs/interface.md §2.8). */
export function presentDetails(row: StampRow, emailVerified: boolean) {
  return {
    hash: row.hash.toString('hex'),
    originalDocHash: row.original_doc_hash,
    metaData: presentMetadata(row),
    filename: row.name,
    type: row.type,
    txid: txidOf(row),
    timestamp: createdAt(row.id),
    code: row.code,
    username: row.owner,
    userVerify: emailVerified ? 1 : 0,
    isEsign: row.is_esign,
    isPrivateBc: row.is_private,
    state: stateNames[row.state],
    blockNumber: row.block_number,
    blockTime: row.block_time?.toISOString() ?? null,
    proofUrl: `/hash/${row.code}/proof`,
  }
}

/** What an event tells of a stamp: how it stands now. */
export function presentEvent(row: StampRow) {
  return {
    id: row.id,
    code: row.code,
    hash: row.hash.toString('hex'),
    filename: row.name,
    type: row.type,
    isPrivateBc: row.is_private,
    timestamp: createdAt(row.id),
    txid: txidOf(row),
    state: stateNames[row.state],
    blockNumber: row.block_number,
    blockTime: row.block_time?.toISOString() ?? null,
  }
}

/** Returns a v1 list item (docs/interface.md §2.8). */
export function presentV1(row: StampRow, { blockchainId }: Presentation) {
  return {
    _id: row.id,
    userId: row.account_id,
    clientId: row.client_id,
    blockchainId,
    name: row.name,
    txId: txidOf(row),
    hash: row.hash.toString('hex'),
    type: row.type,
    code: row.code,
    originalDocHash: row.original_doc_hash,
    isEsign: row.is_esign,
    isPrivateBc: row.is_private,
    createdAt: createdAt(row.id),
    updatedAt: row.updated_at.toISOString(),
    state: stateNames[row.state],
  }
}

/** Returns a v2 list item (docs/interface.md §2.8). */
export function presentV2(row: StampRow) {
  return {
    _id: row.id,
    userId: row.account_id,
    clientId: row.client_id,
    name: row.name,
    txId: txidOf(row),
    code: row.code,
    isEsign: row.is_esign,
    createdAt: createdAt(row.id),
    state: stateNames[row.state],
  }
}

/** What the stamp's commitment binds, from its row. */
export function detailsOf(row: Parameters<typeof detailed>[0]): JsonValue {
  return stampDetails(detailed(row))
}

function detailed(
  row: Pick<
    StampRow,
    'id' | 'code' | 'name' | 'owner' | 'type' | 'original_doc_hash' | 'is_esign' | 'is_private' | 'metadata'
  >,
): Detailed {
  return {
    id: row.id,
    code: row.code,
    filename: row.name,
    owner: row.owner,
    type: row.type,
    originalDocHash: row.original_doc_hash,
    isEsign: row.is_esign,
    isPrivate: row.is_private,
    metadata: row.metadata,
  }
}

/** v1 answers the array it keeps; v2 one object with the submitted keys and where the stamp's page is. */
function presentMetadata(row: StampRow): JsonValue[] {
  if (row.version === 1) return row.metadata
  return [{ ...(row.metadata[0] as Record<string, JsonValue>), path: `/s/${row.code}` }]
}

function txidOf(row: StampRow): string {
  return `0x${row.transaction_hash.toString('hex')}`
}
