import { commitment, toHex } from '@tallystick/proof'
import type { Queryable } from '../../base/database/db.js'
import { sha256 } from '../../ledger/entry.js'
import { caip2, type NetworkInfo } from '../../ledger/proofs/proof.js'
import { detailsOf, shown } from '../details/fields.js'
import { publishedName } from '../end-users/end-users.js'
import { progress, txidOf } from '../present.js'
import type { StampRow } from '../sql.js'

/**
 * Returns the data of a public stamp's page: owner and metadata only when the owner has published them; of a stamp made for an end user, the
 * name of that user when the owner publishes it.
 */
export async function presentPage(db: Queryable, network: NetworkInfo, row: StampRow) {
  const endUserName = row.end_user === null ? '' : await publishedName(db, row.account_id, row.end_user)
  return {
    ...shown('page', row),
    metaData: row.details_public ? row.metadata : [],
    ownerName: endUserName || (row.details_public ? row.owner : ''),
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
