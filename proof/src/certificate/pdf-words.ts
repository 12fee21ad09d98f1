import type { ProofDocument } from '../format.js'
import { type Binding, issuersOwn, shortened, wellFormed } from './binding.js'
import { type AttachedProof, attachedProof, certificateOf } from './certificate.js'
import { Combination } from './combined.js'
import { beginsCombined } from './combined-mark.js'
import { NotAsWritten } from './page-tokens.js'
import { type CertificateParameters, marks, readParameters } from './parameters.js'
import { WordsDiffer } from './pdf/differ.js'
import { readDocument } from './pdf/document.js'
import { layoutDifference } from './pdf/layout.js'
import type { Laid } from './pdf/layout-items.js'
import { parametersIn } from './pdf/metadata.js'
import { type PdfFile, readPdfFile } from './pdf/objects.js'
import { combinedLimits, singleLimits } from './pdf-limits.js'
import { proofsInPdf } from './pdf-proof.js'

/** The proof in a PDF, and whether its words are the proof's. */
export interface ReadPdf {
  readonly json: unknown
  readonly binding: Binding
}

/** The proofs in a combined certificate, in the order of its table, and whether its words are theirs. */
export interface ReadCombined {
  readonly proofs: readonly unknown[]
  readonly binding: Binding
}

/**
 * Reads a certificate as a PDF; undefined when it has no proof attached. One rule: what can be read as ours is compared, and refused
 * when it differs; what cannot be read as ours is not compared, and the verdict says so.
 * @throws {@link ProofError} `malformed` when a proof exceeds the limits of the format.
 */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf | undefined> {
  const [json, ...others] = await proofsInPdf(pdf, singleLimits)
  if (json === undefined) return undefined
  if (others.length > 0) return { json, binding: { status: 'changed', reason: 'several-proofs' } }
  return { json, binding: await bindingOf(() => singleBinding(pdf, json)) }
}

/**
 * Reads a certificate for several documents as {@link readPdf} reads one for one; undefined for any other PDF.
 * @throws {@link ProofError} `malformed` when a proof exceeds the limits of the format.
 */
export async function readCombined(pdf: Uint8Array): Promise<ReadCombined | undefined> {
  if (!isCombined(pdf)) return undefined
  const proofs = await proofsInPdf(pdf, combinedLimits)
  return proofs.length === 0 ? undefined : { proofs, binding: await bindingOf(() => combinedBinding(pdf, proofs)) }
}

/**
 * Combined certificates say so at their start and, for when another program has saved them again, in their metadata, which no program
 * compresses (ISO 19005-3 §6.6.2.1).
 */
function isCombined(pdf: Uint8Array): boolean {
  return beginsCombined(pdf) || new TextDecoder('latin1').decode(pdf).includes(`<pdf:Keywords>${marks.combined} `)
}

async function bindingOf(compare: () => Promise<Binding>): Promise<Binding> {
  try {
    return await compare()
  } catch (error) {
    if (error instanceof NotAsWritten) return { status: 'unbound', reason: 'resaved' }
    if (!(error instanceof WordsDiffer)) throw error
    const [found, expected] = [shortened(error.found), shortened(error.expected)]
    return { status: 'changed', reason: 'words', found, expected }
  }
}

async function singleBinding(pdf: Uint8Array, json: unknown): Promise<Binding> {
  const file = readPdfFile(pdf, singleLimits.objects)
  const parameters = parametersOf(file, marks.single)
  if (parameters === 'earlier') return { status: 'unbound', reason: 'earlier' }
  const proof = wellFormed(json)
  if (parameters === 'unknown' || proof === undefined) return { status: 'unbound', reason: 'later' }
  const certificate = certificateOf(proof, parameters)
  const expected = {
    proofs: [certificate.proof],
    madeAfter: proof.anchors[0]?.blockTime,
    pagesMax: singleLimits.pages,
  }
  return compared(file, pdf, certificate, expected)
}

async function combinedBinding(pdf: Uint8Array, json: readonly unknown[]): Promise<Binding> {
  const file = readPdfFile(pdf, combinedLimits.objects)
  const parameters = parametersOf(file, marks.combined)
  if (parameters === 'earlier') return { status: 'unbound', reason: 'earlier' }
  const proofs = json.map((one) => wellFormed(one))
  if (parameters === 'unknown' || !areWhole(proofs)) return { status: 'unbound', reason: 'later' }
  const combination = new Combination(parameters)
  // The words are about documents.
  if (proofs.some(({ kind }) => kind === 'change')) throw new NotAsWritten('the proof of a change')
  for (const proof of proofs) {
    if (combination.has(proof.code)) throw new NotAsWritten('two proofs of one code')
    combination.add(proof)
  }
  const expected = { proofs: attachedOf(proofs), madeAfter: combination.lastTime, pagesMax: combinedLimits.pages }
  return compared(file, pdf, combination.certificate(), expected)
}

/** Writes one after the other, so that not all are in memory as text. */
function* attachedOf(proofs: readonly ProofDocument[]): Generator<AttachedProof> {
  for (const proof of proofs) yield attachedProof(proof)
}

const areWhole = (proofs: readonly (ProofDocument | undefined)[]): proofs is ProofDocument[] =>
  !proofs.includes(undefined)

function parametersOf(file: PdfFile, mark: string): CertificateParameters | 'earlier' | 'unknown' {
  const line = parametersIn(file)
  return line.startsWith(`${mark} `) ? readParameters(line) : 'earlier'
}

async function compared(
  file: PdfFile,
  pdf: Uint8Array,
  certificate: Laid,
  expected: Parameters<typeof readDocument>[3],
): Promise<Binding> {
  const pages = await readDocument(file, pdf, certificate, expected)
  const isKnown = pages.every(({ lines }) => lines.every((line) => line.isKnown))
  const same: Binding = {
    status: 'same',
    form: 'pdf',
    shows: isKnown ? 'the-same' : 'unsure',
    ...issuersOwn(certificate),
  }
  return layoutDifference(pages, certificate) ?? same
}
