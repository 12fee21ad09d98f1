import { createdAt } from '../base/ids.js'
import { stateNames } from '../ledger/batch-state.js'
import { caip2, type NetworkInfo } from '../ledger/proof.js'
import type { StampRow } from './sql.js'

/** What the page of a public stamp shows to everybody. */
export function presentPage(network: NetworkInfo, row: StampRow) {
  return {
    code: row.code,
    type: 'stamp',
    hash: row.hash.toString('hex'),
    filename: row.name,
    metaData: row.metadata,
    ownerName: row.owner,
    transactionId: `0x${row.transaction_hash.toString('hex')}`,
    blockchainId: caip2(network.chainId),
    network: network.name,
    isPrivateNetwork: network.isPrivate,
    state: stateNames[row.state],
    blockNumber: row.block_number,
    blockTime: row.block_time?.toISOString() ?? null,
    createdAt: createdAt(row.id),
    proofUrl: `/s/${row.code}/proof`,
  }
}
