import { proofInHtml, proofInPdf } from './certificate-proof.js'

/*
 * What a file carries that can be checked: a proof (as JSON, or inside of a certificate), an OpenTimestamps file, or a manifest.
 * It is told by what is in the file, whatever that is called. What is found is still to be verified.
 */

export type Evidence =
  | { readonly form: 'json' | 'pdf' | 'html'; readonly json: unknown }
  | { readonly form: 'manifest'; readonly json: unknown }
  | { readonly form: 'ots'; readonly bytes: Uint8Array }

/** Bytes of the beginning of a file that {@link maxEvidenceBytes} looks at. */
export const EVIDENCE_HEAD_BYTES = 1024
/** Proofs have a few kilobytes, certificates some hundred. */
const MAX_PROOF_BYTES = 16 * 1024 * 1024
/** What still fits into one string of a runtime. */
const MAX_MANIFEST_BYTES = 500_000_000

/** How long (in bytes) a file that begins like this can be to carry anything; a longer one need not be read for it. */
export function maxEvidenceBytes(head: Uint8Array): number {
  const start = new TextDecoder('latin1').decode(head.subarray(0, EVIDENCE_HEAD_BYTES))
  // A manifest of our service begins with its first member by name; one that was written anew with any of them.
  const isManifest = /^\W*\{\s*"(batches|blocks|checksum|files|folder|format|issuedAt|version)"/.test(start)
  return isManifest ? MAX_MANIFEST_BYTES : MAX_PROOF_BYTES
}

/**
 * What a file carries; undefined when it is nothing of that kind.
 * @param bytes all of it, see {@link maxEvidenceBytes}.
 * @param name of the file: one that is called .ots is meant as such, however damaged it is.
 */
export async function evidenceIn(bytes: Uint8Array, name: string): Promise<Evidence | undefined> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, EVIDENCE_HEAD_BYTES))
  if (start.startsWith('\0OpenTimestamps\0\0Proof\0') || /\.ots$/i.test(name)) return { form: 'ots', bytes }
  if (start.includes('%PDF-')) return carried('pdf', await proofInPdf(bytes))
  const json = jsonIn(bytes)
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format === 'tallystick-manifest') return { form: 'manifest', json }
  if (format === 'tallystick-proof') return bytes.length > MAX_PROOF_BYTES ? undefined : { form: 'json', json }
  return json === undefined ? carried('html', proofInHtml(new TextDecoder().decode(bytes))) : undefined
}

/** A file as JSON in UTF-8, with or without a byte order mark; undefined when it is none. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function carried(form: 'pdf' | 'html', json: unknown): Evidence | undefined {
  return json === undefined ? undefined : { form, json }
}
