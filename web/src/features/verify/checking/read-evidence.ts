import { EVIDENCE_HEAD_BYTES, type Evidence, evidenceIn, jsonIn, maxEvidenceBytes } from '@tallystick/proof'

/** What a file carries that can be checked; `manifest` is read when it is judged, for it can be large. */
export type Carried = Exclude<Evidence, { form: 'manifest' }> | { form: 'manifest' }

/** Tells by what is in a file whether it carries a proof, reading no more than that takes. Null for a document. */
export async function readEvidence(file: File): Promise<Carried | null> {
  if (file.size > maxEvidenceBytes(await bytesOf(file.slice(0, EVIDENCE_HEAD_BYTES)))) return null
  const evidence = await evidenceIn(await bytesOf(file), file.name)
  return evidence?.form === 'manifest' ? { form: 'manifest' } : (evidence ?? null)
}

/** A file as JSON; undefined when it is none. */
export async function readJson(file: File): Promise<unknown> {
  if (file.size > maxEvidenceBytes(await bytesOf(file.slice(0, EVIDENCE_HEAD_BYTES)))) return undefined
  return jsonIn(await bytesOf(file))
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
