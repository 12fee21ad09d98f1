import { commitment, toHex } from '@tallystick/proof'
import type { Database } from '../base/database/db.js'
import { createdAt } from '../base/ids.js'
import { sha256 } from '../ledger/entry.js'
import { caip2, type NetworkInfo } from '../ledger/proofs/proof.js'
import { extensionOf } from './download-name.js'
import { transactionIdOf } from './present.js'
import { type FileRow, type ProofRow, proofsOfVersions } from './sql.js'

/** The data of a public file's page. Its description, owner and content are for accounts, which the folder is open to. */
export async function presentPage(database: Database, network: NetworkInfo, row: FileRow) {
  const [entry] = await database.query<ProofRow>(proofsOfVersions, [[row.shown_version]])
  return {
    uniqueId: row.code,
    type: 'file',
    fileName: row.name,
    description: '',
    fileSize: null,
    fileType: extensionOf(row.name),
    mimetype: '',
    attachmentHash: row.digest.toString('hex'),
    commitment: entry ? toHex(commitment(entry.salt, entry.details, sha256)) : '',
    transactionId: transactionIdOf(row),
    blockchainId: caip2(network.chainId),
    network: network.name,
    isPrivateNetwork: network.isPrivate,
    ownerName: '',
    createdAt: createdAt(row.id),
    proofUrl: `/s/${row.code}/proof`,
  }
}
