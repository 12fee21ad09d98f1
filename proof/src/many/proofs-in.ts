import { ProofError } from '../errors.js'
import {
  EVIDENCE_HEAD_BYTES,
  evidenceIn,
  maxEvidenceBytes,
  noEvidence,
  type SingleEvidence,
  singleEvidence,
} from '../evidence.js'

/** Names that exports give to proofs: `contract.pdf.proof.json`. A file called so is a proof, even when it is damaged. */
const proofName = /\.proof\.(json|pdf|html|ots)$/i

/**
 * Lists the proofs in a file, or why they can't be read; none for a document. One has several: a manifest, or a certificate of many
 * stamps.
 * @param size of the file, in bytes.
 * @param read reads it up to a number of bytes.
 * @param knownScripts see {@link evidenceIn}.
 */
export async function proofsIn(
  file: { readonly name: string; readonly size: number; readonly read: (end: number) => Promise<Uint8Array> },
  knownScripts?: readonly string[],
): Promise<(SingleEvidence | ProofError)[]> {
  const head = await file.read(EVIDENCE_HEAD_BYTES)
  if (!beginsLikeEvidence(head, file.name) || file.size > maxEvidenceBytes(head)) return []
  const bytes = await file.read(file.size)
  try {
    const evidence = await evidenceIn(bytes, file.name, knownScripts)
    if (evidence !== undefined) return singleEvidence(evidence)
    return proofName.test(file.name) ? [noEvidence(bytes)] : []
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return [error]
  }
}

/** Rules out most documents, whose other bytes needn't be read: evidence is JSON, a page, a PDF, or an OpenTimestamps file. */
function beginsLikeEvidence(head: Uint8Array, name: string): boolean {
  const start = new TextDecoder('latin1').decode(head)
  return /^(\xef\xbb\xbf)?\s*[{<]|%PDF-|^\0OpenTimestamps\0/.test(start) || /\.ots$/i.test(name) || proofName.test(name)
}
