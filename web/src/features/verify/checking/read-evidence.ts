import { proofInHtml, proofInPdf } from '@tallystick/proof/certificate-proof'

/** What a file carries that can be checked; `manifest` is read when it is judged, for it can be large. */
export type Carried =
  | { form: 'json' | 'pdf' | 'html'; json: unknown }
  | { form: 'ots'; bytes: Uint8Array }
  | { form: 'manifest' }

/** Larger ones are documents: proofs have a few kilobytes, certificates some hundred. */
const proofBytesMax = 16 * 1024 * 1024
/** What still fits into one string. */
const manifestBytesMax = 500_000_000

/** Tells by what is in a file, whatever it is called, whether it carries a proof. Null for a document. */
export async function readEvidence(file: File): Promise<Carried | null> {
  if (file.size > manifestBytesMax) return null
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer())
  const start = new TextDecoder('latin1').decode(head)
  if (start.startsWith('\0OpenTimestamps\0\0Proof\0') || /\.ots$/i.test(file.name)) {
    return file.size > proofBytesMax ? null : { form: 'ots', bytes: new Uint8Array(await file.arrayBuffer()) }
  }
  // A manifest of our service begins with its first member by name; one that was written anew with any of them.
  if (/^\W*\{\s*"(batches|blocks|checksum|files|folder|format|issuedAt|version)"/.test(start)) {
    const json = asJson(await file.text())
    const format = formatOf(json)
    if (format === 'tallystick-manifest') return { form: 'manifest' }
    if (format === 'tallystick-proof') return { form: 'json', json }
  }
  if (file.size > proofBytesMax) return null
  if (start.includes('%PDF-')) return carried('pdf', await proofInPdf(new Uint8Array(await file.arrayBuffer())))
  const text = await file.text()
  const json = asJson(text)
  if (formatOf(json) === 'tallystick-proof') return { form: 'json', json }
  return carried('html', proofInHtml(text))
}

/** A file as JSON; undefined when it is none. */
export async function readJson(file: File): Promise<unknown> {
  return file.size > manifestBytesMax ? undefined : asJson(await file.text())
}

const carried = (form: 'pdf' | 'html', json: unknown): Carried | null => (json === undefined ? null : { form, json })

function formatOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
