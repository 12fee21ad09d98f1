import type { PDF, PDFPage } from '@libpdf/core'
import { originalLength } from '@tallystick/proof'
import { CopyError, type CopyLanguage } from './copy-error.js'
import { asDocument, type OpenedDocument, openDocument, openOriginal } from './document.js'
import { type MarkText, markSize } from './mark.js'
import { addMarkForm } from './mark-form.js'
import { addPage, link, matrixOn, paint } from './pages.js'
import { lowerRight, type MarkPlace, onOwnPage, pageIndex } from './place.js'
import { addSealPlace, type Seal, sealed } from './seal.js'
import { addUnseenField } from './unseen-field.js'

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
   * Returns a detached signature (CMS, DER, at most 24,576 bytes) of a SHA-256 digest: the copy is then sealed with it (PAdES). Signed
   * documents get no seal.
   */
  readonly seal?: (digest: Uint8Array) => Promise<Uint8Array>
  /**
   * Returns a timestamp token (RFC 3161, DER) of a SHA-256 digest: the copy then ends with a timestamp of all of it, which PDF readers
   * show; null where the authority offers none. Signed documents take nothing else.
   */
  readonly timestamp?: (digest: Uint8Array) => Promise<Uint8Array | null>
}

/** Bytes kept free for the token with its certificates. */
const tokenBytesMax = 12 * 1024

/**
 * Makes a stamped copy of a PDF. The copy begins with the document, byte by byte; everything else is appended: a line that says where the
 * original ends, the mark, a seal and a timestamp. Nothing is sent but what `seal` and `timestamp` send.
 *
 * @param original the document, at most {@link COPY_BYTES_MAX} bytes; it stays as it is
 * @throws {CopyError} when no copy can be made
 * @throws the error of `seal` or `timestamp`
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
  { seal, timestamp, ...options }: CopyOptions,
): Promise<Uint8Array> {
  if (!/^[0-9A-Z]{10}$/.test(options.code)) throw new CopyError('code')
  const own = isSigned ? null : await markedCopy(original, pdf, seal, options)
  let timed: Uint8Array | null = null
  if (timestamp !== undefined) timed = await timestamped(own === null ? pdf : (await openDocument(own)).pdf, timestamp)
  const copy = timed ?? own
  if (copy === null) throw new CopyError('signed')
  return checked(copy, original)
}

type MarkOptions = Omit<CopyOptions, 'seal' | 'timestamp'>

/** Mark and seal are one update, so the seal covers all that was added. */
async function markedCopy(
  original: Uint8Array,
  pdf: PDF,
  seal: Seal | undefined,
  options: MarkOptions,
): Promise<Uint8Array> {
  const copy = await asDocument(async () => {
    const page = addMark(pdf, options)
    const { code, date, language = 'EN' } = options
    if (seal !== undefined) addSealPlace(pdf, page, { code, date, language })
    return pdf.save({ incremental: true, subsetFonts: true })
  })
  return seal === undefined ? copy : sealed(copy, original.length, seal)
}

/** @returns null when there is no timestamp */
async function timestamped(pdf: PDF, timestamp: NonNullable<CopyOptions['timestamp']>): Promise<Uint8Array | null> {
  let refusal: unknown = null
  const timestampAuthority = {
    timestamp: async (digest: Uint8Array) => {
      const token = await timestamp(digest).catch((error: unknown) => {
        refusal = error
        throw error
      })
      if (token !== null) return token
      refusal = none
      throw none
    },
  }
  const adding = () =>
    pdf.addTimestamp({ timestampAuthority, estimatedSize: tokenBytesMax, fieldName: addTimestampField(pdf) })
  return asDocument(async () => (await adding()).bytes).catch((error: unknown) => {
    if (refusal === none) return null
    throw refusal ?? error
  })
}

/** Adds the field of a timestamp, and returns its name. */
function addTimestampField(pdf: PDF): string {
  const form = pdf.getOrCreateForm()
  let name = 'Timestamp_1'
  for (let at = 2; form.hasField(name); at++) name = `Timestamp_${at}`
  addUnseenField(pdf, name)
  return name
}

/** Ends the library's work on a timestamp that isn't offered. */
const none = new Error('no timestamp')

/** Returns the page with the mark. */
function addMark(pdf: PDF, { place = lowerRight, language = 'EN', ...words }: MarkOptions): PDFPage {
  const text: MarkText = { ...words, language }
  const index = place === 'own page' ? pdf.getPageCount() : pageIndex(place, pdf.getPageCount())
  const page = place === 'own page' ? addPage(pdf) : pdf.getPage(index)
  if (!page) throw new CopyError('damaged')
  const matrix = matrixOn(pdf, index, place === 'own page' ? onOwnPage : place, markSize)
  paint(pdf, page, addMarkForm(pdf, text), matrix)
  link(pdf, page, text.url, matrix, markSize)
  return page
}

/** The law: a copy begins with its original, and says where that ends. */
function checked(copy: Uint8Array, original: Uint8Array): Uint8Array {
  const begins = original.every((byte, at) => copy[at] === byte)
  if (!begins || originalLength(copy.subarray(original.length), copy.length) !== original.length)
    throw new CopyError('damaged')
  return copy
}
