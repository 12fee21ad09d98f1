import { EVIDENCE_HEAD_BYTES, type Evidence, evidenceIn, jsonIn, maxEvidenceBytes } from '@tallystick/proof'

/** Evidence carried by a file. A `manifest` can be large, so it is read when it is judged. */
export type Carried = Exclude<Evidence, { form: 'manifest' }> | { form: 'manifest' }

/** Detects whether a file carries a proof, reading no more of it than necessary. Null for a document. */
export async function readEvidence(file: File): Promise<Carried | null> {
  if (file.size > maxEvidenceBytes(await bytesOf(file.slice(0, EVIDENCE_HEAD_BYTES)))) return null
  const evidence = await evidenceIn(await bytesOf(file), file.name)
  return evidence?.form === 'manifest' ? { form: 'manifest' } : (evidence ?? null)
}

/** Reads a file as JSON; undefined if it is not JSON. */
export async function readJson(file: File): Promise<unknown> {
  if (file.size > maxEvidenceBytes(await bytesOf(file.slice(0, EVIDENCE_HEAD_BYTES)))) return undefined
  return jsonIn(await bytesOf(file))
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
