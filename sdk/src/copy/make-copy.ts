import { type PDF, PdfDict, PdfName, PdfStream } from '@libpdf/core'
import { originalLength } from '@tallystick/proof'
import { CopyError, type CopyLanguage } from './copy-error.js'
import { asDocument, type OpenedDocument, openDocument, openOriginal } from './document.js'
import { type MarkText, markSize } from './mark.js'
import { addMarkForm, numbers } from './mark-form.js'
import { addPage, link, matrixOn, paint } from './pages.js'
import { lowerRight, type MarkPlace, onOwnPage, pageIndex } from './place.js'

/** Contents of a copy's mark, and its place. */
export interface CopyOptions {
  /** Code of the stamp that the copy gets: reserved before, since it is part of what is hashed. */
  readonly code: string
  /** Address of the stamp's page, which the QR code leads to. */
  readonly url: string
  readonly date: Date
  /** Of a person or organisation, in Latin letters. Without it, the mark has no name. */
  readonly name?: string
  readonly language?: CopyLanguage
  /** At the lower right corner of the last page by default. `own page`: on one that is added, so that nothing is covered. */
  readonly place?: MarkPlace | 'own page'
  /**
   * Returns a timestamp token (RFC 3161, DER) of a SHA-256 digest: the copy then ends with a timestamp of all of it, which PDF readers
   * show. Signed documents take nothing else.
   */
  readonly timestamp?: (digest: Uint8Array) => Promise<Uint8Array>
}

/** Bytes kept free for the token with its certificates. */
const tokenBytesMax = 12 * 1024

/**
 * Makes a stamped copy of a PDF. The copy begins with the document, byte by byte; everything else is appended: a line that says where the
 * original ends, the mark, and a timestamp. Nothing is sent but what `timestamp` sends.
 *
 * @param original the document, at most {@link COPY_BYTES_MAX} bytes; it stays as it is
 * @throws {CopyError} when no copy can be made
 * @throws the error of `timestamp`
 * @example
 * const copy = await makeCopy(bytes, { code, url: `https://notary.example/s/${code}`, date: new Date() })
 */
export async function makeCopy(original: Uint8Array, options: CopyOptions): Promise<Uint8Array> {
  return copyOf(original, await openOriginal(original), options)
}

/** Makes the copy of a document that is opened: for callers who need a code only once they know that it can be. */
export async function copyOf(
  original: Uint8Array,
  { pdf, isSigned }: OpenedDocument,
  { timestamp, ...options }: CopyOptions,
): Promise<Uint8Array> {
  if (!/^[0-9A-Z]{10}$/.test(options.code)) throw new CopyError('code')
  if (isSigned && timestamp === undefined) throw new CopyError('signed')
  let copy: Uint8Array | undefined
  if (!isSigned) copy = await asDocument(async () => marked(pdf, options))
  if (timestamp !== undefined) {
    const whole = copy === undefined ? pdf : (await openDocument(copy)).pdf
    copy = await timestamped(whole, timestamp)
  }
  return checked(copy as Uint8Array, original)
}

function marked(pdf: PDF, options: Omit<CopyOptions, 'timestamp'>): Promise<Uint8Array> {
  addMark(pdf, options)
  return pdf.save({ incremental: true, subsetFonts: true })
}

async function timestamped(pdf: PDF, timestamp: NonNullable<CopyOptions['timestamp']>): Promise<Uint8Array> {
  let refusal: unknown
  const timestampAuthority = {
    timestamp: (digest: Uint8Array) =>
      timestamp(digest).catch((error: unknown) => {
        refusal = error
        throw error
      }),
  }
  const adding = () =>
    pdf.addTimestamp({ timestampAuthority, estimatedSize: tokenBytesMax, fieldName: addTimestampField(pdf) })
  return asDocument(async () => (await adding()).bytes).catch((error: unknown) => {
    throw refusal ?? error
  })
}

/**
 * Adds the field of a timestamp, and returns its name. It has an appearance, though there is nothing to see: PDF/A-1 has no field
 * without one (ISO 19005-1, 6.9).
 */
function addTimestampField(pdf: PDF): string {
  const form = pdf.getOrCreateForm()
  let name = 'Timestamp_1'
  for (let at = 2; form.hasField(name); at++) name = `Timestamp_${at}`
  const nothing = { Type: PdfName.of('XObject'), Subtype: PdfName.of('Form'), BBox: numbers(0, 0, 0, 0) }
  const appearance = pdf.context.register(PdfStream.fromDict(nothing, new Uint8Array()))
  form
    .createSignatureField(name)
    .getDict()
    .set('AP', PdfDict.of({ N: appearance }))
  return name
}

function addMark(pdf: PDF, { place = lowerRight, language = 'EN', ...words }: Omit<CopyOptions, 'timestamp'>): void {
  const text: MarkText = { ...words, language }
  const index = place === 'own page' ? pdf.getPageCount() : pageIndex(place, pdf.getPageCount())
  const page = place === 'own page' ? addPage(pdf) : pdf.getPage(index)
  if (!page) throw new CopyError('damaged')
  const matrix = matrixOn(pdf, index, place === 'own page' ? onOwnPage : place, markSize)
  paint(pdf, page, addMarkForm(pdf, text), matrix)
  link(pdf, page, text.url, matrix, markSize)
}

/** The law: a copy begins with its original, and says where that ends. */
function checked(copy: Uint8Array, original: Uint8Array): Uint8Array {
  const begins = original.every((byte, at) => copy[at] === byte)
  if (!begins || originalLength(copy.subarray(original.length), copy.length) !== original.length)
    throw new CopyError('damaged')
  return copy
}
