import type { ProofAnchor } from '@tallystick/proof'
import type { Queryable } from '../../base/database/db.js'
import { splitHashes } from '../seal.js'
import { anchorOf, type NetworkInfo } from './proof.js'
import * as sql from './proof-sql.js'

/** The parts that the proofs of a batch's entries share. */
export interface BatchProof {
  leaves: Uint8Array[]
  root: Buffer
  anchor: ProofAnchor
}

/**
 * Returns batches by ID, with all their leaves, for the proofs of many entries.
 *
 * @throws {Error} when one is missing
 */
export async function batchProofs(
  db: Queryable,
  network: NetworkInfo,
  ids: readonly string[],
): Promise<Map<string, BatchProof>> {
  const rows = await db.query<sql.WholeProofRow>(sql.wholeBatches, [ids])
  const found = new Map(
    rows.map((row) => [row.id, { leaves: splitHashes(row.leaves), root: row.root, anchor: anchorOf(row, network) }]),
  )
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new Error(`batch ${missing} is missing`)
  return found
}
