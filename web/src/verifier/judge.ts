import {
  type Binding,
  checkedManifest,
  EVIDENCE_HEAD_BYTES,
  type Evidence,
  evidenceIn,
  fileOfContent,
  isPrivateChain,
  knownChains,
  maxEvidenceBytes,
  type Outcome,
  type ProofAnchor,
  ProofError,
  proofFromManifest,
  toHex,
  verifyOts,
  verifyProof,
} from '@tallystick/proof'
import { hashFile } from './hash.js'

/** A file that carries a proof. */
export interface Carrier {
  name: string
  evidence: Evidence
}

/** The page's findings about a document and its proof. */
export interface Finding {
  outcome: Outcome
  /** The case of `consistent`: in a block, in none yet, or a transaction that is only named. */
  stage: 'block' | 'waiting' | 'named'
  /** Code of the error. */
  reason?: string
  /** The error as package `proof` words it, in English. */
  message?: string
  binding?: Binding
  anchor?: ProofAnchor
  /** The chain's name from our own table, whatever the proof calls it; undefined when it has a number only. */
  network: string | undefined
  isPrivate: boolean
  hasDetails: boolean
  recordedName?: string
  code?: string
  /** The proof of a change to a folder or a file, which has no document of its own. */
  isRecord: boolean
  /** The fingerprint that the proof is about, and that of the document or the record. */
  proven: string
  digest: string
}

/**
 * Reads a file as a proof; undefined when it is a document.
 *
 * @param ownScript SHA-256 of the script of this page, which certificates may run as well
 */
export async function readCarrier(file: File, ownScript: string): Promise<Carrier | undefined> {
  const head = new Uint8Array(await file.slice(0, EVIDENCE_HEAD_BYTES).arrayBuffer())
  if (file.size > maxEvidenceBytes(head)) return undefined
  try {
    const evidence = await evidenceIn(new Uint8Array(await file.arrayBuffer()), file.name, [ownScript])
    return evidence && { name: file.name, evidence }
  } catch (error) {
    // Evidence beyond the limits of its format: judged without being read, and so refused.
    if (!(error instanceof ProofError)) throw error
    return { name: file.name, evidence: { form: 'json', json: undefined } }
  }
}

/** Whether a proof is about a change to a folder or a file, which is not a document that a visitor could drop. */
export function isOfRecord({ evidence }: Carrier): boolean {
  return memberOf(evidence, 'kind') === 'change'
}

/**
 * Verifies a document with its proof; a record without one. The reader found `blockHash` elsewhere.
 */
export async function judge(
  document: File | undefined,
  { evidence }: Carrier,
  blockHash: string | undefined,
  onProgress: (part: number) => void,
): Promise<Finding> {
  const digest = document && (await hashFile(document, memberOf(evidence, 'hash').length, onProgress))
  const shown = digest ? toHex(digest) : memberOf(evidence, 'hash')
  const none = {
    stage: 'block' as const,
    network: undefined,
    isPrivate: false,
    hasDetails: true,
    isRecord: !digest,
    proven: memberOf(evidence, 'hash'),
    digest: shown,
  }
  if (digest && evidence.form === 'ots') {
    const { outcome, failure } = verifyOts(evidence.bytes, { digest })
    return { ...none, outcome, stage: 'named', ...(failure && { reason: failure.code, message: failure.detail }) }
  }
  try {
    const json =
      digest && evidence.form === 'manifest' ? proofOf(evidence.json, digest, document.name) : jsonOf(evidence)
    return { ...none, ...judgeProof(json, evidence, digest, blockHash) }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { ...none, outcome: 'refused', reason: error.code, message: error.message }
  }
}

function judgeProof(json: unknown, evidence: Evidence, digest: Uint8Array | undefined, blockHash: string | undefined) {
  const binding = 'binding' in evidence ? evidence.binding : undefined
  const known = blockHash === undefined ? [] : [{ hash: blockHash, source: { kind: 'block-hash', name: '' } as const }]
  const verdict = verifyProof(json, { known, now: Date.now(), ...(digest && { digest }), ...(binding && { binding }) })
  const { outcome, failure, proof } = verdict
  const anchor = verdict.anchor ?? proof?.anchors.find(({ blockHash: own }) => own !== undefined) ?? proof?.anchors[0]
  const recordedName = proof?.details?.filename ?? proof?.details?.name
  return {
    outcome,
    stage: anchor?.blockHash === undefined ? ('waiting' as const) : ('block' as const),
    ...(failure && { reason: failure.code, message: failure.detail }),
    ...(binding && { binding }),
    ...(anchor && { anchor, network: knownChains.get(anchor.chain)?.name, isPrivate: isPrivateChain(anchor) }),
    ...(proof && { hasDetails: proof.details !== undefined, code: proof.code }),
    ...(typeof recordedName === 'string' && { recordedName }),
  }
}

/** @throws {ProofError} when the manifest is malformed or lists no file with this content */
function proofOf(manifestJson: unknown, digest: Uint8Array, name: string) {
  const manifest = checkedManifest(manifestJson)
  const file = fileOfContent(manifest, toHex(digest), name)
  if (file === undefined) throw new ProofError('digest', 'the manifest lists no file with this content')
  return proofFromManifest(manifest, file)
}

const jsonOf = (evidence: Evidence): unknown => ('json' in evidence ? evidence.json : undefined)

/** A text member of a proof that is not verified yet; empty if it is missing. */
function memberOf(evidence: Evidence, name: 'hash' | 'kind'): string {
  const json = jsonOf(evidence)
  const value = typeof json === 'object' && json !== null && name in json ? (json as Record<string, unknown>)[name] : ''
  return typeof value === 'string' ? value : ''
}
