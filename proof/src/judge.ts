import type { Caveat } from './caveats.js'
import { judgeCombined, judgeFileOfCombined } from './combined.js'
import type { Sha256 } from './encoding/hash.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError } from './errors.js'
import type { CombinedEvidence, Evidence, ProofEvidence } from './evidence.js'
import type { Finding, OtsFinding, ProofFinding } from './finding.js'
import { fileOfContent, proofFromManifest } from './manifest/file-proof.js'
import { checkedManifest, confirmManifest, verifyManifest } from './manifest/verify.js'
import type { FileStart } from './original/original.js'
import { type FoundAnchor, verifyOts } from './ots/verify.js'
import { refusal } from './refusal.js'
import type { KnownBlock } from './trust/known-blocks.js'
import type { CheckedToken } from './trust/known-times.js'
import { verifyProof } from './verify.js'

/** Everything that a judgement depends on besides the evidence and the file. */
export type Surroundings = {
  /** The document that the caller's file begins with, if it has a marker: see `originalLength`. */
  readonly start?: FileStart
  /** Blocks known from outside of the evidence. */
  readonly known?: readonly KnownBlock[]
  /** Results for the document's timestamp tokens, from `verifyWitnesses` of `@tallystick/proof/tsa`. */
  readonly times?: readonly CheckedToken[]
  /** Nodes' versions of the transactions that an .ots file only names. */
  readonly found?: readonly FoundAnchor[]
  /** Caveats of the answers of nodes that were asked. */
  readonly answers?: readonly Caveat[]
  /** The reader's clock in milliseconds since 1970. If given, times of the future are refused. */
  readonly now?: number
  /** Name of the caller's file: finds it in a manifest that has its content several times. */
  readonly name?: string
  /** A faster SHA-256 than the portable one, if available. */
  readonly sha?: Sha256
}

/**
 * Judges evidence, in the same way for every surface: pure, without network and clock. Never throws on what a file holds: see `failure`
 * of the finding.
 * @param evidence from `evidenceIn`, or the reason why a file's evidence can't be read.
 * @param digest of the caller's file; without it no file is compared. With it, a manifest or a combined certificate is judged as the
 * proof of this file.
 * @example
 * const finding = judge({ form: 'json', json: JSON.parse(text) }, sha256(file), { known: [{ hash, source }], now })
 * console.log(say(finding, englishWords, 'contract.pdf'))
 */
export function judge(
  evidence: ProofEvidence | CombinedEvidence,
  digest: Uint8Array | undefined,
  surroundings?: Surroundings,
): ProofFinding
export function judge(
  evidence: Extract<Evidence, { form: 'ots' }>,
  digest: Uint8Array | undefined,
  surroundings?: Surroundings,
): OtsFinding
export function judge(
  evidence: Evidence | ProofError,
  digest: Uint8Array | undefined,
  surroundings?: Surroundings,
): Finding
export function judge(
  evidence: Evidence | ProofError,
  digest: Uint8Array | undefined,
  surroundings: Surroundings = {},
): Finding {
  const finding = judgeAlone(evidence, digest, surroundings)
  if (finding.outcome === 'refused') return finding
  return { ...finding, caveats: [...(surroundings.answers ?? []), ...finding.caveats] }
}

function judgeAlone(
  evidence: Evidence | ProofError,
  digest: Uint8Array | undefined,
  surroundings: Surroundings,
): Finding {
  if (evidence instanceof ProofError) return unread(evidence, digest)
  const given = { ...surroundings, ...(digest && { digest }) }
  switch (evidence.form) {
    case 'ots':
      return verifyOts(evidence.bytes, given)
    case 'manifest':
      return digest === undefined
        ? confirmManifest(verifyManifest(evidence.json, surroundings), surroundings.known ?? [])
        : orUnread(digest, () => judgeFileOf(evidence.json, digest, surroundings))
    case 'combined':
      return digest === undefined
        ? judgeCombined(evidence, surroundings)
        : orUnread(digest, () => judgeFileOfCombined(evidence, digest, surroundings))
    case 'json':
      return verifyProof(evidence.json, given)
    case 'pdf':
    case 'html':
      return verifyProof(evidence.json, { ...given, binding: evidence.binding })
  }
}

/** Finds the file in the manifest by its content, and judges it by its own proof. */
function judgeFileOf(json: unknown, digest: Uint8Array, surroundings: Surroundings): Finding {
  const manifest = checkedManifest(json)
  const given = toHex(digest)
  const file = fileOfContent(manifest, given, surroundings.name ?? '')
  if (file !== undefined) return verifyProof(proofFromManifest(manifest, file), { ...surroundings, digest })
  const facts = { case: 'absent', given } as const
  throw new ProofError('digest', `the manifest lists no file with this content: ${given}`, undefined, facts)
}

function orUnread(digest: Uint8Array, judged: () => Finding): Finding {
  try {
    return judged()
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return unread(error, digest)
  }
}

/** The finding on evidence that has not come as far as a proof. */
function unread(error: ProofError, digest: Uint8Array | undefined): ProofFinding {
  const check = error.code === 'digest' ? 'digest' : 'format'
  const isFileCompared = digest !== undefined
  return { about: 'proof', isFileCompared, outcome: 'refused', sources: [], caveats: [], ...refusal(error, check, []) }
}
