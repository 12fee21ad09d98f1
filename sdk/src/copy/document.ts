import { PDF, type PdfDict } from '@libpdf/core'
import { originalMarker } from '@tallystick/proof'
import { joined } from './bytes.js'
import { CopyError } from './copy-error.js'

/*
 * Opens the document that a copy is made from. Everything is appended to it: an update that would rewrite the original is refused.
 */

/** Larger documents are refused: a copy takes up to six times their size in memory. */
export const COPY_BYTES_MAX = 100 * 1024 * 1024

/** A document, opened for one update. */
export interface OpenedDocument {
  readonly pdf: PDF
  /** Signed or certified: nothing visible may be added. */
  readonly isSigned: boolean
}

/**
 * Opens a document, with the line after it that says where it ends.
 *
 * @throws {CopyError} when no copy of it can be made
 */
export async function openOriginal(original: Uint8Array): Promise<OpenedDocument> {
  if (original.length > COPY_BYTES_MAX) throw new CopyError('too_large')
  if (!startsAsPdf(original)) throw new CopyError('not_a_pdf')
  const opened = await openDocument(joined([original, originalMarker(original.length)]))
  const { pdf } = opened
  await asDocument(async () => {
    if (pdf.getPageCount() === 0) throw new CopyError('no_pages')
    if (formOf(pdf)?.has('XFA') && !opened.isSigned) throw new CopyError('dynamic_form')
  })
  return opened
}

/** Opens bytes to be appended to. @throws {CopyError} `encrypted` or `damaged` when they can't be */
export async function openDocument(bytes: Uint8Array): Promise<OpenedDocument> {
  const pdf = await PDF.load(bytes, { lenient: false }).catch((error: unknown) => {
    throw new CopyError(names(bytes, 'Encrypt') ? 'encrypted' : 'damaged', error)
  })
  if (pdf.isEncrypted) throw new CopyError('encrypted')
  if (pdf.recoveredViaBruteForce) throw new CopyError('damaged')
  // An update may follow a file that was ordered for the web. The library would rewrite it, since it then is no longer ordered.
  Object.defineProperty(pdf, 'isLinearized', { value: false })
  return { pdf, isSigned: await asDocument(async () => isSigned(pdf, bytes)) }
}

/**
 * Works on a document whose objects are read as they are needed, so that damage shows at any step.
 *
 * @throws {CopyError} what `work` throws, or else `damaged`
 */
export async function asDocument<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CopyError ? error : new CopyError('damaged', error)
  }
}

function isSigned(pdf: PDF, bytes: Uint8Array): boolean {
  if (pdf.getCatalog().has('Perms')) return true
  const flags = formOf(pdf)?.getNumber('SigFlags', resolver(pdf))?.value ?? 0
  // Bit 2: only appending leaves its signatures valid. Not every program sets it, and some set it before there is a signature.
  if ((flags & 2) !== 0 && names(bytes, 'ByteRange')) return true
  return (pdf.getForm()?.getSignatureFields() ?? []).some((field) => field.isSigned())
}

/** Tells whether a name is in the bytes of a document. Compressed objects may name it, too. */
function names(bytes: Uint8Array, name: string): boolean {
  const length = 1 + name.length
  for (let at = bytes.indexOf(slash); at >= 0; at = bytes.indexOf(slash, at + 1))
    if (latin1.decode(bytes.subarray(at, at + length + 1)).replace(/\W$/, '') === `/${name}`) return true
  return false
}

const slash = 0x2f
const latin1 = new TextDecoder('latin1')

function formOf(pdf: PDF): PdfDict | undefined {
  return pdf.getCatalog().getDict('AcroForm', resolver(pdf))
}

/** Returns the function that looks references of a document up. */
export function resolver(pdf: PDF) {
  return pdf.context.resolve.bind(pdf.context)
}

/** Only at its start: offsets in a file that begins with something else have two readings. */
function startsAsPdf(bytes: Uint8Array): boolean {
  return latin1.decode(bytes.subarray(0, 5)) === '%PDF-'
}
