import { parseJson } from './json.js'

/*
 * Certificates are written for people and carry the proof for programs. A proof found in one still has to be verified, because
 * anyone can put anything into a certificate.
 */

/** Far larger than any proof. Keeps a decompression bomb from filling the memory. */
const MAX_PROOF_BYTES = 16 * 1024 * 1024
/** Longest PDF dictionary looked at. Without a bound, a crafted file could take hours. */
const MAX_DICTIONARY = 8 * 1024
/** A certificate has one. */
const MAX_ATTACHMENTS = 50

/** Returns the proof in an HTML certificate, parsed as JSON, or undefined. */
export function proofInHtml(html: string): unknown {
  const [, json = ''] = /<script\b[^>]*\bid="tallystick-proof"[^>]*>([^<]*)</.exec(html) ?? []
  return proofIn(json)
}

/**
 * Returns the proof attached to a PDF, parsed as JSON, or undefined. Finds attachments by their stream's own dictionary
 * (ISO 32000-1 §7.11.4), so it also works on a certificate saved again by another program. Does not read encrypted files.
 */
export async function proofInPdf(pdf: Uint8Array): Promise<unknown> {
  // One character per byte, so that offsets in the text are offsets in the file.
  const text = new TextDecoder('latin1').decode(pdf)
  if (!text.slice(0, 1024).includes('%PDF-')) return undefined
  const attachments = [...text.matchAll(/\/EmbeddedFile(?![A-Za-z])/g)].slice(0, MAX_ATTACHMENTS)
  for (const { index } of attachments) {
    const stream = streamAt(text, index)
    if (stream === undefined) continue
    const bytes = pdf.subarray(stream.start, stream.end)
    const content = stream.isPacked ? await inflate(bytes) : bytes
    const proof = proofIn(new TextDecoder().decode(content))
    if (proof !== undefined) return proof
  }
  return undefined
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

/** Decompresses up to the end, the limit, or the first error. The proof's own checks notice missing bytes. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const whole = new Blob([bytes as Uint8Array<ArrayBuffer>])
  const reader = whole.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length
      if (length > MAX_PROOF_BYTES) {
        await reader.cancel()
        break
      }
      pieces.push(next.value)
    }
  } catch {
    // Damaged, or with trailing bytes.
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function proofIn(text: string): unknown {
  try {
    const json = parseJson(text)
    const isProof = typeof json === 'object' && json !== null && 'format' in json && json.format === 'tallystick-proof'
    return isProof ? json : undefined
  } catch {
    return undefined
  }
}
