import { sha256, utf8 } from '../encoding/hash.js'
import { readJson, unreadDocument } from '../encoding/json.js'
import { toHex } from '../encoding/to-hex.js'
import { MAX_PROOF_BYTES, MAX_PROOF_VALUES } from '../limits.js'
import type { CertificateLimits } from './pdf-limits.js'

/*
 * Certificates are written for people and carry the proof for programs. A proof found in one still has to be verified, because
 * anyone can put anything into a certificate.
 */

/** Longest PDF dictionary looked at. Without a bound, a crafted file could take hours. */
const MAX_DICTIONARY = 8 * 1024

/**
 * Returns the different proofs attached to a PDF, parsed as JSON. Finds attachments by their stream's own dictionary (ISO 32000-1
 * §7.11.4), so it also works on a certificate saved again by another program. Does not read encrypted files.
 * @throws {@link ProofError} `malformed` when one exceeds the limits of the format.
 */
export async function proofsInPdf(
  pdf: Uint8Array,
  limits: Pick<CertificateLimits, 'attachments' | 'attachedBytes'>,
): Promise<unknown[]> {
  // One character per byte, so that offsets in the text are offsets in the file.
  const text = new TextDecoder('latin1').decode(pdf)
  if (!text.slice(0, 1024).includes('%PDF-')) return []
  const proofs = new Map<string, unknown>()
  let attachments = 0
  let bytesRead = 0
  for (const { index } of text.matchAll(/\/EmbeddedFile(?![A-Za-z])/g)) {
    if (++attachments > limits.attachments || bytesRead > limits.attachedBytes) break
    const stream = streamAt(text, index)
    if (stream === undefined) continue
    const bytes = pdf.subarray(stream.start, stream.end)
    const content = stream.isPacked ? (await inflated(bytes, beginsLikeProof, MAX_PROOF_BYTES)).content : bytes
    if (!beginsLikeProof(content)) continue
    bytesRead += content.length
    const proof = content.length > MAX_PROOF_BYTES ? undefined : proofIn(content)
    if (proof !== undefined) proofs.set(toHex(sha256(utf8(JSON.stringify(proof)))), proof)
  }
  return [...proofs.values()]
}

/** The content of the stream whose dictionary includes an offset; undefined when its compression is unknown. */
function streamAt(text: string, offset: number): { start: number; end: number; isPacked: boolean } | undefined {
  const from = Math.max(0, offset - MAX_DICTIONARY)
  const before = text.slice(from, offset)
  const [, inside = ''] = /^(.*?)\bstream\r?\n/s.exec(text.slice(offset, offset + MAX_DICTIONARY)) ?? []
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1) + inside
  // The offset and the stream belong to different objects.
  if (inside === '' || /\bendobj\b/.test(dictionary)) return undefined
  const filters = [...dictionary.matchAll(/\/(\w+Decode)\b/g)].map(([, filter]) => filter)
  if (filters.some((filter) => filter !== 'FlateDecode') || filters.length > 1) return undefined
  const start = offset + inside.length + (text.startsWith('stream\r', offset + inside.length) ? 8 : 7)
  return { start, end: endOf(text, start, dictionary), isPacked: filters.length === 1 }
}

/** The end of a stream by the length in its dictionary, unless that is wrong or kept in another object. */
function endOf(text: string, start: number, dictionary: string): number {
  const [, length] = /\/Length\s+(\d+)(?!\s+\d+\s+R)\b/.exec(dictionary) ?? []
  const stated = start + Number(length)
  if (length !== undefined && /^\s*endstream/.test(text.slice(stated, stated + 16))) return stated
  const end = text.indexOf('endstream', start)
  return end < 0 ? text.length : end - (/\r?\n$/.exec(text.slice(end - 2, end))?.[0].length ?? 0)
}

/** Decompresses up to the limit. Returns undefined when the bytes are damaged, too many, or followed by others. */
export async function inflateWhole(bytes: Uint8Array, bytesMax: number): Promise<Uint8Array | undefined> {
  const { content, isWhole } = await inflated(bytes, () => true, bytesMax)
  return isWhole ? content : undefined
}

/**
 * Decompresses up to the end, the limit, or the first error, or not at all when its start is not wanted. The proof's own checks
 * notice missing bytes.
 */
async function inflated(
  bytes: Uint8Array,
  isWanted: (start: Uint8Array) => boolean,
  bytesMax: number,
): Promise<{ content: Uint8Array; isWhole: boolean }> {
  const whole = new Blob([bytes as Uint8Array<ArrayBuffer>])
  const reader = whole.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  let isWhole = true
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      pieces.push(next.value)
      length += next.value.length
      if (length > bytesMax || !isWanted(pieces[0]!)) {
        isWhole = false
        await reader.cancel()
        break
      }
    }
  } catch {
    // Damaged, or with trailing bytes.
    isWhole = false
  }
  return { content: new Uint8Array(await new Blob(pieces).arrayBuffer()), isWhole }
}

/** Distinguishes a JSON object from other attachments without decompressing or parsing all of them. */
function beginsLikeProof(content: Uint8Array): boolean {
  return /^\s*\{/.test(new TextDecoder().decode(content.subarray(0, 64)))
}

/**
 * Parses a proof without checking it; undefined when the bytes are something else.
 * @throws {@link ProofError} `malformed` when it exceeds the limits of the format.
 */
export function proofIn(bytes: Uint8Array): unknown {
  const reading = readJson(bytes, MAX_PROOF_VALUES)
  if (!('json' in reading)) {
    const refusal = unreadDocument(bytes, reading.problem)
    if (refusal !== undefined) throw refusal
    return undefined
  }
  const { json } = reading
  const isProof = typeof json === 'object' && json !== null && 'format' in json && json.format === 'tallystick-proof'
  return isProof ? json : undefined
}
