import type { Binding } from './certificate/binding.js'
import { beginsCombined } from './certificate/combined-mark.js'
import type { ReadCombined } from './certificate/pdf-words.js'
import { mentions, outlineOf, readJson, unreadDocument } from './encoding/json.js'
import { ProofError } from './errors.js'
import {
  MAX_COMBINED_BYTES,
  MAX_FILE_BYTES,
  MAX_MANIFEST_BYTES,
  MAX_MANIFEST_VALUES,
  MAX_PROOF_BYTES,
  MAX_PROOF_VALUES,
} from './limits.js'

/**
 * Something in a file that can be verified: a proof (as JSON or inside a certificate), the proofs of a combined certificate, an
 * OpenTimestamps file, or a manifest. Recognised by content, whatever the file's name. Nothing about it has been verified yet.
 */
export type Evidence =
  | { readonly form: 'json'; readonly json: unknown }
  | { readonly form: 'pdf' | 'html'; readonly json: unknown; readonly binding: Binding }
  | CombinedEvidence
  | { readonly form: 'manifest'; readonly json: unknown }
  | { readonly form: 'ots'; readonly bytes: Uint8Array }

/** The proofs in a combined certificate, in the order of its table. */
export type CombinedEvidence = { readonly form: 'combined' } & ReadCombined
/** Evidence that isn't several files' at once; a manifest counts as one. */
export type SingleEvidence = Exclude<Evidence, CombinedEvidence>
/** Evidence that is one proof. */
export type ProofEvidence = Extract<Evidence, { json: unknown }> & { form: 'json' | 'pdf' | 'html' }

/** Returns the proofs of a certificate as evidence of their own, each with what is known about the words; others as they are. */
export function singleEvidence(evidence: Evidence): SingleEvidence[] {
  if (evidence.form !== 'combined') return [evidence]
  return evidence.proofs.map((json) => ({ form: 'pdf', json, binding: evidence.binding }))
}

/** Number of leading bytes that {@link maxEvidenceBytes} looks at. */
export const EVIDENCE_HEAD_BYTES = 1024

/** Returns the greatest size in bytes of evidence that begins like this. A larger file carries none and need not be read. */
export function maxEvidenceBytes(head: Uint8Array): number {
  const start = new TextDecoder('latin1').decode(head.subarray(0, EVIDENCE_HEAD_BYTES))
  // Ours begin with the first member by name; a manifest written by another program may begin with any of them.
  const isManifest = /^\W*\{\s*"(batches|blocks|checksum|files|folder|format|issuedAt|version)"/.test(start)
  if (isManifest) return MAX_MANIFEST_BYTES
  return beginsCombined(head) ? MAX_COMBINED_BYTES : MAX_FILE_BYTES
}

/**
 * Finds the evidence in a file; undefined when it has none.
 * @param bytes the whole file, see {@link maxEvidenceBytes}.
 * @param name the file's name: one ending in .ots counts as an OpenTimestamps file, however damaged.
 * @param knownScripts see `readPage`.
 * @throws {@link ProofError} `malformed` when there is some, but larger or nested deeper than the format allows, or ambiguous.
 */
export async function evidenceIn(
  bytes: Uint8Array,
  name: string,
  knownScripts?: readonly string[],
): Promise<Evidence | undefined> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, EVIDENCE_HEAD_BYTES))
  if (start.startsWith('\0OpenTimestamps\0\0Proof\0') || /\.ots$/i.test(name)) return { form: 'ots', bytes }
  const reading = readJson(bytes, maxValuesOf(bytes))
  if (!('json' in reading)) {
    const refusal = unreadDocument(bytes, reading.problem)
    if (refusal !== undefined) throw refusal
    const { readCertificate } = await readingCertificates()
    // After JSON, which may have these letters in a file's name.
    return readCertificate(bytes, start.includes('%PDF-') ? 'pdf' : 'html', knownScripts)
  }
  const { json, values } = reading
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
  if (format === 'tallystick-manifest') return { form: 'manifest', json }
  if (format !== 'tallystick-proof') return undefined
  if (bytes.length > MAX_PROOF_BYTES) throw tooLarge(`${MAX_PROOF_BYTES} bytes`)
  if (values > MAX_PROOF_VALUES) throw tooLarge(`${MAX_PROOF_VALUES} values`)
  return { form: 'json', json }
}

/**
 * Loads what {@link evidenceIn} needs for certificates alone. A program that must work offline calls it while there is a network; any
 * other needn't.
 */
export const readingCertificates = () => import('./certificate/read.js')

/** Returns why a file in which {@link evidenceIn} finds none can't be evidence: what to do about it follows from what it looks like. */
export function noEvidence(bytes: Uint8Array): ProofError {
  const starts = (...first: number[]) => first.every((byte, i) => bytes[i] === byte)
  if (bytes.length === 0) return new ProofError('malformed', 'the proof file is empty')
  if (starts(0x25, 0x50, 0x44, 0x46)) {
    return new ProofError('malformed', 'the PDF contains no proof: it is damaged, or not a certificate')
  }
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) {
    return new ProofError('malformed', 'the proof is in UTF-16, as some shells write it: save it as UTF-8')
  }
  if (jsonIn(bytes) !== undefined) {
    return new ProofError('unsupported', 'this is neither a Tallystick proof nor a manifest', undefined, {
      case: 'format',
    })
  }
  return new ProofError('malformed', 'the proof is not JSON in UTF-8: it is damaged, or another kind of file')
}

/**
 * Returns why a file that begins like this can't be a manifest, undefined when it can. Spares reading long nonsense to its end.
 * @param start more than 16 MiB: shorter files are read whole, and may have other forms.
 */
export function problemAtStart(start: Uint8Array): ProofError | undefined {
  if (beginsCombined(start)) return undefined
  const outline = outlineOf(start, MAX_MANIFEST_VALUES)
  if ('members' in outline) return undefined
  return new ProofError('malformed', `the manifest was not read: ${outline.problem ?? 'it is not JSON in UTF-8'}`)
}

/**
 * Parses a file as JSON in UTF-8, with or without a byte order mark; undefined when it isn't JSON, exceeds the limits of proofs and
 * manifests, or has a member twice and so no one meaning.
 */
export function jsonIn(bytes: Uint8Array): unknown {
  const reading = readJson(bytes, maxValuesOf(bytes))
  return 'json' in reading ? reading.json : undefined
}

function maxValuesOf(bytes: Uint8Array): number {
  const isManifest = bytes.length > MAX_FILE_BYTES || mentions(bytes, '"tallystick-manifest"')
  return isManifest ? MAX_MANIFEST_VALUES : MAX_PROOF_VALUES
}

function tooLarge(limit: string): ProofError {
  return new ProofError('malformed', `the proof was not read: it has more than ${limit}`)
}
