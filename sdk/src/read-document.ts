import { open } from 'node:fs/promises'
import { proofInHtml, proofInPdf } from '@tallystick/proof/certificate-proof'
import { ProofError } from '@tallystick/proof/errors'

/** Far above any proof; keeps a wrong argument from filling the memory. */
const MAX_PROOF_BYTES = 16 * 1024 * 1024
/** What still fits into one string of the runtime. */
const MAX_MANIFEST_BYTES = 500_000_000

/**
 * A proof (from a certificate, too) or a manifest, parsed, or why it is none: damage to one is a reason to refuse it, not an error of usage.
 * @throws Error of the file system when it cannot be read.
 */
export async function readDocument(path: string): Promise<unknown> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    if (size > MAX_MANIFEST_BYTES) return new ProofError('malformed', 'the file is larger than any manifest can be')
    const bytes = await handle.readFile()
    const json = parse(bytes) ?? (size > MAX_PROOF_BYTES ? undefined : await insideCertificate(bytes))
    if (json === undefined) {
      return new ProofError('malformed', 'the proof is not JSON in UTF-8: it was damaged, or it is another file')
    }
    if (size > MAX_PROOF_BYTES && formatOf(json) !== 'tallystick-manifest') {
      return new ProofError('malformed', 'the proof is larger than any proof can be')
    }
    return json
  } finally {
    await handle.close()
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

async function insideCertificate(bytes: Uint8Array): Promise<unknown> {
  return (await proofInPdf(bytes)) ?? proofInHtml(new TextDecoder().decode(bytes))
}

/** What a document says it is. */
export function formatOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined
}
