/*
 * Certificates are made for people, and carry the proof for programs. What is found in one is still to be verified: whoever can
 * make a certificate can put anything into it.
 */

/** Far above any proof; keeps what was packed to do harm from filling the memory. */
const MAX_PROOF_BYTES = 16 * 1024 * 1024
const MAX_DICTIONARY = 8 * 1024
/** A certificate has one. */
const MAX_ATTACHMENTS = 50

/** The proof in an HTML certificate, parsed as JSON; undefined when there is none. */
export function proofInHtml(html: string): unknown {
  const [, json = ''] = /<script\b[^>]*\bid="tallystick-proof"[^>]*>([^<]*)</.exec(html) ?? []
  return proofIn(json)
}

/**
 * The proof that is attached to a PDF, parsed as JSON; undefined when there is none. Attachments are found by what the stream's
 * own dictionary says (ISO 32000-1 §7.11.4), so also when another program has saved the certificate anew. Encrypted files are
 * not read.
 */
export async function proofInPdf(pdf: Uint8Array): Promise<unknown> {
  // One character for each byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(pdf)
  if (!text.slice(0, 1024).includes('%PDF-')) return undefined
  const places = [...text.matchAll(/\/EmbeddedFile(?![A-Za-z])/g)].slice(0, MAX_ATTACHMENTS)
  for (const { index } of places) {
    const stream = streamAt(text, index)
    if (stream === undefined) continue
    const bytes = pdf.subarray(stream.start, stream.end)
    const content = stream.isPacked ? await inflate(bytes) : bytes
    const proof = proofIn(new TextDecoder().decode(content))
    if (proof !== undefined) return proof
  }
  return undefined
}

/** Where the content of the stream lies in whose dictionary a place is; undefined when it is packed in a way not known here. */
function streamAt(text: string, place: number): { start: number; end: number; isPacked: boolean } | undefined {
  // As long as a dictionary can be; without a bound, a file made for it would take hours.
  const from = Math.max(0, place - MAX_DICTIONARY)
  const before = text.slice(from, place)
  const [, inside = ''] = /^(.*?)\bstream\r?\n/s.exec(text.slice(place, place + MAX_DICTIONARY)) ?? []
  const dictionary = before.slice(before.lastIndexOf(' obj') + 1) + inside
  // The place and the stream belong to different objects.
  if (inside === '' || /\bendobj\b/.test(dictionary)) return undefined
  const filters = [...dictionary.matchAll(/\/(\w+Decode)\b/g)].map(([, filter]) => filter)
  if (filters.some((filter) => filter !== 'FlateDecode') || filters.length > 1) return undefined
  const start = place + inside.length + (text.startsWith('stream\r', place + inside.length) ? 8 : 7)
  return { start, end: endOf(text, start, dictionary), isPacked: filters.length === 1 }
}

/** By the length that the dictionary states, unless it is wrong or stands elsewhere. */
function endOf(text: string, start: number, dictionary: string): number {
  const [, length] = /\/Length\s+(\d+)(?!\s+\d+\s+R)\b/.exec(dictionary) ?? []
  const stated = start + Number(length)
  if (length !== undefined && /^\s*endstream/.test(text.slice(stated, stated + 16))) return stated
  const end = text.indexOf('endstream', start)
  return end < 0 ? text.length : end - (/\r?\n$/.exec(text.slice(end - 2, end))?.[0].length ?? 0)
}

/** What came out until the end, the limit, or whatever is wrong: the proof's own checks find what is missing. */
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
    // Damaged, or with something behind its end.
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function proofIn(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    const isProof = typeof json === 'object' && json !== null && 'format' in json && json.format === 'tallystick-proof'
    return isProof ? json : undefined
  } catch {
    return undefined
  }
}
