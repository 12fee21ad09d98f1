import type { Database } from '../base/db.js'
import type { PdfDrawer } from '../certificates/pdf-drawer.js'
import type { NetworkInfo, ProofSubject } from '../ledger/proof.js'
import { proofOf } from '../ledger/proof.js'
import type { Stamper } from './add.js'
import { detailsOf } from './fields.js'
import { getStamp } from './read.js'
import type { StampRow } from './sql.js'

/** Dependencies of the routes of stamps. */
export interface StampsRoom extends Stamper {
  database: Database
  network: NetworkInfo
  /** The public address of the service, without a trailing slash; by default, the address of the request. */
  publicUrl: string | undefined
  drawer: PdfDrawer
  limits: {
    /** Bytes of a multi-stamp request. */
    multiStampLimit: number
    multiStampItemsMax: number
  }
}

/**
 * Makes the proof of a stamp, and returns whether the stamp is public.
 *
 * @param code the stamp's code, in any case
 * @throws {ApiError} 404 when the account may not see it
 */
export async function stampProof(room: StampsRoom, accountId: string, code: string) {
  const row = await getStamp(room.database, accountId, code)
  return { proof: await proofOf(room.database, room.network, proofSubject(row)), isPublic: !row.is_private }
}

/** Returns the data that the proof of a stamp is made from. */
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
