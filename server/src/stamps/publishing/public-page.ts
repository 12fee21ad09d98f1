import { commitment, toHex } from '@tallystick/proof'
import { sha256 } from '../../ledger/entry.js'
import { caip2, type NetworkInfo } from '../../ledger/proofs/proof.js'
import { detailsOf, shown } from '../details/fields.js'
import { progress, txidOf } from '../present.js'
import type { StampRow } from '../sql.js'

/** Returns the data of a public stamp's page: owner and metadata only when the owner has published them. */
export function presentPage(network: NetworkInfo, row: StampRow) {
  return {
    ...shown('page', row),
    ...(row.details_public ? { metaData: row.metadata, ownerName: row.owner } : { metaData: [], ownerName: '' }),
    commitment: toHex(commitment(row.salt, detailsOf(row), sha256)),
    publicDetails: row.details_public,
    type: 'stamp',
    transactionId: txidOf(row),
    blockchainId: caip2(network.chainId),
    network: network.name,
    isPrivateNetwork: network.isPrivate,
    ...progress(row),
    proofUrl: `/s/${row.code}/proof`,
  }
}
