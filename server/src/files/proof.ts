import type { Database } from '../base/database/db.js'
import { type NetworkInfo, proofOf } from '../ledger/proofs/proof.js'
import { type FileRow, type ProofRow, proofOfVersion } from './sql.js'

/**
 * Makes the proof of the version that a row shows; null when what was recorded about it was purged.
 *
 * @param options.withDetails false without a login: who uploaded it, and under which name, is for accounts
 */
export async function fileProof(
  database: Database,
  network: NetworkInfo,
  { id, shown_version }: Pick<FileRow, 'id' | 'shown_version'>,
  options: { withDetails: boolean },
) {
  const [entry] = await database.query<ProofRow>(proofOfVersion, [id, shown_version])
  if (!entry) return null
  const { code, digest, salt, details, batch_id: batchId, leaf_index: leafIndex } = entry
  return proofOf(database, network, { kind: 'file', code, digest, salt, details, batchId, leafIndex }, options)
}
