import type { Binding } from './binding.js'
import { readPage } from './page-words.js'
import { type ReadCombined, readCombined, readPdf } from './pdf-words.js'

/*
 * A module of its own, which `evidenceIn` imports when a file may be a certificate: it draws the certificate again to compare it, so it is
 * as large as all other verifying, and most proofs come as JSON.
 */

/** The proof in a certificate, or the proofs of a combined one, and what is known about the words. */
type Read =
  | { readonly form: 'pdf' | 'html'; readonly json: unknown; readonly binding: Binding }
  | ({ readonly form: 'combined' } & ReadCombined)

/**
 * Reads a certificate; undefined when it contains no proof.
 * @param knownScripts see {@link readPage}.
 */
export async function readCertificate(
  bytes: Uint8Array,
  form: 'pdf' | 'html',
  knownScripts?: readonly string[],
): Promise<Read | undefined> {
  if (form === 'pdf') {
    const combined = await readCombined(bytes)
    if (combined !== undefined) return { form: 'combined', ...combined }
    const single = await readPdf(bytes)
    return single && { form, ...single }
  }
  // With its byte order mark, if it has one: no certificate does.
  const page = readPage(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), knownScripts)
  return page && { form, ...page }
}
