import type { ProofDocument } from '@tallystick/proof'
import type { Database } from '../base/database/db.js'
import { type NetworkInfo, type ProofMaker, type ProofSubject, proofOf } from '../ledger/proofs/proof.js'
import { type FileRow, type ProofRow, proofsOfVersions } from './sql.js'

/** The version of a file that a row shows. */
type Shown = Pick<FileRow, 'id' | 'shown_version'>

/**
 * Makes the proof of the version that a row shows; null when what was recorded about it was purged.
 *
 * @param options.withDetails false without a login: who uploaded it, and under which name, is for accounts
 */
export async function fileProof(
  database: Database,
  network: NetworkInfo,
  shown: Shown,
  options: { withDetails: boolean },
): Promise<ProofDocument | null> {
  const [entry] = await database.query<ProofRow>(proofsOfVersions, [[shown.shown_version]])
  return entry ? proofOf(database, network, subjectOf(entry), options) : null
}

/** Makes the proofs of versions, with details; those without one are left out. Returns them by version. */
export async function fileProofs(
  database: Database,
  maker: ProofMaker,
  shown: readonly Shown[],
): Promise<Map<string, ProofDocument>> {
  const rows = await database.query<ProofRow>(proofsOfVersions, [shown.map((one) => one.shown_version)])
  const proofs = await maker.proofs(rows.map(subjectOf), { withDetails: true })
  return new Map(rows.map((row, at) => [row.id, proofs[at] as ProofDocument]))
}

function subjectOf({ code, digest, salt, details, batch_id, leaf_index }: ProofRow): ProofSubject {
  return { kind: 'file', code, digest, salt, details, batchId: batch_id, leafIndex: leaf_index }
}
