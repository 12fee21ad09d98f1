import { ownerInfo } from '../accounts/sql.js'
import type { Database } from '../base/db.js'
import { createdAt } from '../base/ids.js'
import { caip2, type NetworkInfo } from '../ledger/proof.js'
import { extensionOf } from './download-name.js'
import { transactionIdOf } from './present.js'
import type { FileRow } from './sql.js'

/** The data of a public file's page. */
export async function presentPage(database: Database, network: NetworkInfo, row: FileRow) {
  const owner = await ownerInfo(database, row.account_id)
  return {
    uniqueId: row.code,
    type: 'file',
    fileName: row.name,
    description: row.description,
    fileSize: row.size,
    fileType: extensionOf(row.filename, row.name),
    mimetype: row.mimetype,
    attachmentHash: row.digest.toString('hex'),
    transactionId: transactionIdOf(row),
    blockchainId: caip2(network.chainId),
    network: network.name,
    isPrivateNetwork: network.isPrivate,
    ownerName: owner?.name ?? '',
    createdAt: createdAt(row.id),
    proofUrl: `/s/${row.code}/proof`,
  }
}
