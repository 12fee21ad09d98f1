import type { CertificatesRoom } from '../certificates/open.js'
import type { NetworkInfo, ProofSubject } from '../ledger/proofs/proof.js'
import { proofOf } from '../ledger/proofs/proof.js'
import { detailsOf } from './details/fields.js'
import { getStamp } from './lookup/read.js'
import { seesDetails } from './present.js'
import type { Stamper } from './recording/add.js'
import type { StampRow } from './sql.js'

/** Dependencies of the routes of stamps. */
export interface StampsRoom extends Stamper {
  network: NetworkInfo
  /** The public address of the service, without a trailing slash; by default, the address of the request. */
  publicUrl: string | undefined
  drawer: CertificatesRoom['drawer']
  seal: CertificatesRoom['seal']
}

/**
 * Makes the proof of a stamp or of a file, and returns whether that is public. Salt and details are left out for callers who may not
 * see them; a file's content, and so its details, are open to every account while its folder is public.
 *
 * @param id a code, in any case; a hash, or a transaction ID
 * @throws {ApiError} 404 when the account may not see it
 */
export async function stampProof(room: StampsRoom, accountId: string, id: string) {
  const row = await getStamp(room.database, accountId, id)
  const isOpen = row.file !== undefined || seesDetails(row, accountId)
  const proof = await proofOf(room.database, room.network, proofSubject(row), { withDetails: isOpen })
  return { proof, isPublic: !row.is_private }
}

/** Returns the data that the proof of a stamp is made from. */
export function proofSubject(row: StampRow): ProofSubject {
  return {
    kind: row.file ? 'file' : 'stamp',
    code: row.code,
    digest: row.hash,
    salt: row.salt,
    details: row.file ? row.file.details : detailsOf(row),
    batchId: row.batch_id,
    leafIndex: row.leaf_index,
  }
}
