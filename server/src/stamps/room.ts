import type { Database } from '../base/db.js'
import type { PdfDrawer } from '../certificates/pdf-drawer.js'
import type { NetworkInfo, ProofSubject } from '../ledger/proof.js'
import { proofOf } from '../ledger/proof.js'
import type { Stamper } from './add.js'
import { detailsOf } from './present.js'
import { getStamp } from './read.js'
import type { StampRow } from './sql.js'

/** What the routes of this room need. */
export interface StampsRoom extends Stamper {
  database: Database
  network: NetworkInfo
  /** Where the world reaches the service, without a slash at its end; undefined: where the request came to. */
  publicUrl: string | undefined
  drawer: PdfDrawer
  limits: {
    /** Bytes of a multi-stamp request. */
    multiStampLimit: number
    multiStampItemsMax: number
  }
}

/**
 * The proof of a stamp, and whether everybody may see the stamp.
 *
 * @param code the stamp's code, in any case
 * @throws ApiError 404 when there is none that the account may see
 */
export async function stampProof(room: StampsRoom, accountId: string, code: string) {
  const row = await getStamp(room.database, accountId, code)
  return { proof: await proofOf(room.database, room.network, proofSubject(row)), isPublic: !row.is_private }
}

/** What the proof of a stamp is made from. */
export function proofSubject(row: StampRow): ProofSubject {
  return {
    kind: 'stamp',
    code: row.code,
    digest: row.hash,
    salt: row.salt,
    details: detailsOf(row),
    batchId: row.batch_id,
    leafIndex: row.leaf_index,
  }
}
