import { proofInHtml, proofInPdf } from './certificate-proof.js'
import { parseJson } from './json.js'

/**
 * Something in a file that can be verified: a proof (as JSON or inside a certificate), an OpenTimestamps file, or a manifest.
 * Recognised by content, whatever the file's name. Nothing about it has been verified yet.
 */
export type Evidence =
  | { readonly form: 'json' | 'pdf' | 'html'; readonly json: unknown }
  | { readonly form: 'manifest'; readonly json: unknown }
  | { readonly form: 'ots'; readonly bytes: Uint8Array }

/** Number of leading bytes that {@link maxEvidenceBytes} looks at. */
export const EVIDENCE_HEAD_BYTES = 1024
/** Proofs take a few kilobytes, certificates a few hundred. */
const MAX_PROOF_BYTES = 16 * 1024 * 1024
/** The most that fits into one JavaScript string. */
const MAX_MANIFEST_BYTES = 500_000_000

/** Returns the greatest size in bytes of evidence that begins like this. A larger file carries none and need not be read. */
export function maxEvidenceBytes(head: Uint8Array): number {
  const start = new TextDecoder('latin1').decode(head.subarray(0, EVIDENCE_HEAD_BYTES))
  // Ours begin with the first member by name; a manifest written by another program may begin with any of them.
  const isManifest = /^\W*\{\s*"(batches|blocks|checksum|files|folder|format|issuedAt|version)"/.test(start)
  return isManifest ? MAX_MANIFEST_BYTES : MAX_PROOF_BYTES
}

/**
 * Finds the evidence in a file; undefined when there is none.
 * @param bytes the whole file, see {@link maxEvidenceBytes}.
 * @param name the file's name: one ending in .ots counts as an OpenTimestamps file, however damaged.
 */
export async function evidenceIn(bytes: Uint8Array, name: string): Promise<Evidence | undefined> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, EVIDENCE_HEAD_BYTES))
  if (start.startsWith('\0OpenTimestamps\0\0Proof\0') || /\.ots$/i.test(name)) return { form: 'ots', bytes }
  const json = jsonIn(bytes)
  // After JSON, which may have these letters in a file's name.
  if (json === undefined && start.includes('%PDF-')) return embedded('pdf', await proofInPdf(bytes))
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format === 'tallystick-manifest') return { form: 'manifest', json }
  if (format === 'tallystick-proof') return bytes.length > MAX_PROOF_BYTES ? undefined : { form: 'json', json }
  return json === undefined ? embedded('html', proofInHtml(new TextDecoder().decode(bytes))) : undefined
}

/**
 * Parses a file as JSON in UTF-8, with or without a byte order mark; undefined when it isn't JSON, or has a member twice and so
 * no one meaning.
 */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function embedded(form: 'pdf' | 'html', json: unknown): Evidence | undefined {
  return json === undefined ? undefined : { form, json }
}
