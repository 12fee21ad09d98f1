import { type Evidence, type Finding, type KnownBlock, type ProofError, toHex } from '@tallystick/proof'
import { startOf } from '../checking/file-start.js'
import { hashIn } from '../checking/hash-in.js'
import { type CheckTokens, judgeEvidence } from '../checking/judge-evidence.js'
import { hashFile } from './hash.js'

/** Everything that was found out about a document and its proof. */
export interface Found {
  finding: Finding
  /** The digest in hex; undefined without a document. */
  document: { name: string; digest: string } | undefined
}

/**
 * Judges evidence with the document, if there is one.
 *
 * @param known blocks that the reader found elsewhere
 * @param onProgress the part of the document that is hashed
 * @throws {DOMException} when the document cannot be read
 */
export async function check(
  evidence: Evidence | ProofError,
  document: File | undefined,
  known: readonly KnownBlock[],
  { checkTokens, onProgress = () => {} }: { checkTokens: CheckTokens; onProgress?: (part: number) => void },
): Promise<Found> {
  const hexDigits = 'json' in evidence ? hashIn(evidence.json).length : 0
  const digest = document && (await hashFile(document, hexDigits, onProgress))
  const start = document && (await startOf(document, (part) => hashFile(part, hexDigits, onProgress)))
  const given = {
    digest,
    known,
    now: Date.now(),
    ...(document && { name: document.name }),
    ...(start && { start }),
  }
  const finding = await judgeEvidence(evidence, given, checkTokens)
  return { finding, document: document && digest && { name: document.name, digest: toHex(digest) } }
}
