import {
  EVIDENCE_HEAD_BYTES,
  type Evidence,
  evidenceIn,
  jsonIn,
  maxEvidenceBytes,
  ProofError,
  problemAtStart,
} from '@tallystick/proof'

/** Bytes of a long file that are looked at first, so that nonsense needn't be read to its end. */
const startBytes = 64 * 1024 * 1024
/** Files up to this length may be other evidence than manifests. */
const longBytes = 16 * 1024 * 1024

/**
 * Returns the evidence in a file, or why it can't be read; null for a document. Reads no more of the file than necessary.
 *
 * @param knownScripts SHA-256 of the scripts that certificates may run
 */
export async function readEvidence(file: File, knownScripts: readonly string[]): Promise<Evidence | ProofError | null> {
  if (await isTooLarge(file)) return null
  try {
    const problem = file.size > longBytes ? problemAtStart(await bytesOf(file.slice(0, startBytes))) : undefined
    return problem ?? (await evidenceIn(await bytesOf(file), file.name, knownScripts)) ?? null
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return error
  }
}

/** Reads a file as JSON; undefined if it is not JSON. */
export async function readJson(file: File): Promise<unknown> {
  return (await isTooLarge(file)) ? undefined : jsonIn(await bytesOf(file))
}

const isTooLarge = async (file: File) => file.size > maxEvidenceBytes(await bytesOf(file.slice(0, EVIDENCE_HEAD_BYTES)))

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
