import { caip2, type NetworkInfo } from '../ledger/proof.js'
import { shown } from './fields.js'
import { progress, txidOf } from './present.js'
import type { StampRow } from './sql.js'

/** Returns the data of a public stamp's page. */
export function presentPage(network: NetworkInfo, row: StampRow) {
  return {
    ...shown('page', row),
    type: 'stamp',
    transactionId: txidOf(row),
    blockchainId: caip2(network.chainId),
    network: network.name,
    isPrivateNetwork: network.isPrivate,
    ...progress(row),
    proofUrl: `/s/${row.code}/proof`,
  }
}
