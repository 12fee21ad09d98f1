import type { Readable } from 'node:stream'
import { isPublished, type ProofDocument } from '@tallystick/proof'
import type { Language } from '../texts/languages.js'
import type { PdfDrawer } from './pdf-drawer.js'
import { verifier } from './verifier.js'

/** The most documents of one certificate: verifiers read no more. */
const combinedMax = 10_000

/** A document of a combined certificate. All that the certificate says about it comes from the proof, so that verifiers can compare it. */
export interface CombinedEntry {
  readonly proof: ProofDocument
}

/** Inputs of a combined certificate besides the documents. */
export interface CombinedOptions {
  drawer: PdfDrawer
  /** The account that waits in turn. */
  owner: string
  /** Public address of the service, without a trailing slash. */
  base: string
  language: Language
}

/**
 * Writes one PDF for 1 to 10,000 documents, in their order: pages for people, a table, and every proof attached. Streamed: it takes
 * the documents as fast as the PDF is read, and keeps little of each.
 *
 * @returns the PDF; the stream fails when a proof does not verify, when two have the same code, and when there is none or too many
 * @throws {ApiError} 429 when too many certificates are waiting
 */
export function combinedCertificate(
  documents: AsyncIterable<CombinedEntry>,
  { drawer, owner, base, language }: CombinedOptions,
): Promise<Readable> {
  const { page, program } = verifier()
  const hashes = { pageHash: page.hash, programHash: program.hash }
  const { look } = drawer.letterhead
  const parameters = { language, base, isPublic: false, isPublished, ...hashes, offset: 0, look }
  return drawer.drawCombined(owner, parameters, proofsOf(documents))
}

async function* proofsOf(documents: AsyncIterable<CombinedEntry>): AsyncGenerator<ProofDocument> {
  let count = 0
  for await (const { proof } of documents) {
    if (++count > combinedMax) throw new Error(`a certificate is for ${combinedMax} documents at most`)
    yield proof
  }
  if (count === 0) throw new Error('a certificate is for one document at least')
}
