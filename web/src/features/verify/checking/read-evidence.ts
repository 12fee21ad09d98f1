import {
  EVIDENCE_HEAD_BYTES,
  type Evidence,
  evidenceIn,
  jsonIn,
  maxEvidenceBytes,
  ProofError,
  problemAtStart,
} from '@tallystick/proof'

/** SHA-256 of the script that certificates run. The build replaces it. */
declare const PAGE_SCRIPT_HASH: string | undefined
const knownScripts = typeof PAGE_SCRIPT_HASH === 'string' ? [PAGE_SCRIPT_HASH] : []

/**
 * Evidence carried by a file. A `manifest` can be large, so it is read when it is judged. Evidence that exceeds the limits of its
 * format is `refused` unread.
 */
export type Carried =
  | Exclude<Evidence, { form: 'manifest' }>
  | { form: 'manifest' }
  | { form: 'refused'; reason: string }

/** Bytes of a long file that are looked at first, so that nonsense needn't be read to its end. */
const startBytes = 64 * 1024 * 1024
/** Files up to this length may be other evidence than manifests. */
const longBytes = 16 * 1024 * 1024

/** Detects whether a file carries a proof, reading no more of it than necessary. Null for a document. */
export async function readEvidence(file: File): Promise<Carried | null> {
  if (file.size > maxEvidenceBytes(await bytesOf(file.slice(0, EVIDENCE_HEAD_BYTES)))) return null
  try {
    const problem = file.size > longBytes ? problemAtStart(await bytesOf(file.slice(0, startBytes))) : undefined
    if (problem) throw problem
    const evidence = await evidenceIn(await bytesOf(file), file.name, knownScripts)
    return evidence?.form === 'manifest' ? { form: 'manifest' } : (evidence ?? null)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { form: 'refused', reason: error.message }
  }
}

/** Reads a file as JSON; undefined if it is not JSON. */
export async function readJson(file: File): Promise<unknown> {
  if (file.size > maxEvidenceBytes(await bytesOf(file.slice(0, EVIDENCE_HEAD_BYTES)))) return undefined
  return jsonIn(await bytesOf(file))
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
