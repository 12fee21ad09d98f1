import { type Binding, shortened, wellFormed } from './binding.js'
import { certificateOf } from './certificate.js'
import { NotAsWritten } from './page-tokens.js'
import { readParameters } from './parameters.js'
import { WordsDiffer } from './pdf/differ.js'
import { readDocument } from './pdf/document.js'
import { layoutDifference } from './pdf/layout.js'
import { parametersIn } from './pdf/metadata.js'
import { readPdfFile } from './pdf/objects.js'
import { proofsInPdf } from './pdf-proof.js'

/** The proof in a PDF, and whether its words are the proof's. */
export interface ReadPdf {
  readonly json: unknown
  readonly binding: Binding
}

/**
 * Reads a certificate as a PDF; undefined when it has no proof attached. One rule: what can be read as ours is compared, and refused
 * when it differs; what cannot be read as ours is not compared, and the verdict says so.
 * @throws {@link ProofError} `malformed` when its proof exceeds the limits of the format.
 */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf | undefined> {
  const [json, ...others] = await proofsInPdf(pdf)
  if (json === undefined) return undefined
  if (others.length > 0) return { json, binding: { status: 'changed', reason: 'several-proofs' } }
  try {
    return { json, binding: await bindingOf(pdf, json) }
  } catch (error) {
    if (error instanceof NotAsWritten) return { json, binding: { status: 'unbound', reason: 'resaved' } }
    if (!(error instanceof WordsDiffer)) throw error
    const [found, expected] = [shortened(error.found), shortened(error.expected)]
    return { json, binding: { status: 'changed', reason: 'words', found, expected } }
  }
}

async function bindingOf(pdf: Uint8Array, json: unknown): Promise<Binding> {
  const file = readPdfFile(pdf)
  const line = parametersIn(file)
  if (!line.startsWith('tallystick-certificate ')) return { status: 'unbound', reason: 'earlier' }
  const parameters = readParameters(line)
  if (parameters === 'unknown') return { status: 'unbound', reason: 'later' }
  const proof = wellFormed(json)
  if (proof === undefined) return { status: 'unbound', reason: 'later' }
  const certificate = certificateOf(proof, parameters)
  const pages = await readDocument(file, pdf, certificate, proof.anchors[0]?.blockTime)
  const isKnown = pages.every(({ lines }) => lines.every((line) => line.isKnown))
  return layoutDifference(pages, certificate) ?? { status: 'same', form: 'pdf', shows: isKnown ? 'the-same' : 'unsure' }
}
