import { type PDF, type PDFPage, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core'
import { sha256, toHex } from '@tallystick/proof'
import { joined } from './bytes.js'
import { CopyError, type CopyLanguage } from './copy-error.js'
import { resolver } from './document.js'
import { numbers } from './mark-form.js'
import { addUnseenField } from './unseen-field.js'

/*
 * The seal: a signature of everything in the copy but itself (ISO 32000-1 §12.8, PAdES). It is made elsewhere, of a digest; here is the
 * room for it.
 */

/** Returns the signature (CMS, DER) of a SHA-256 digest. */
export type Seal = (digest: Uint8Array) => Promise<Uint8Array>

/** Room for a signature with its certificates and its timestamp, in bytes. Services return no more. */
const sealBytesMax = 24_576
/** Stands for the numbers of ByteRange, of up to ten digits, until the copy is complete. */
const rangePlace = `[0 ${Array(3).fill('9999999999').join(' ')}]`
const contentsPlace = `<${'0'.repeat(2 * sealBytesMax)}>`

const reasons: Readonly<Record<CopyLanguage, string>> = {
  EN: 'Stamped copy, sealed under the code',
  DE: 'Gestempelte Kopie, gesiegelt unter dem Code',
}

/** Adds room for a seal, as a field of a page that shows nothing. Call before the update is written. */
export function addSealPlace(
  pdf: PDF,
  page: PDFPage,
  { code, date, language }: { code: string; date: Date; language: CopyLanguage },
): void {
  const signature = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    M: PdfString.fromString(`D:${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`),
    Reason: PdfString.fromString(`${reasons[language]} ${code}`),
    ByteRange: numbers(0, 9999999999, 9999999999, 9999999999),
    Contents: PdfString.fromBytes(new Uint8Array(sealBytesMax)),
  })
  const field = addUnseenField(pdf, `Seal ${code}`)
  const widget = field.getDict()
  const ref = field.getRef()
  if (ref === null) throw new CopyError('damaged')
  widget.delete('Kids')
  widget.set('Type', PdfName.of('Annot'))
  widget.set('Subtype', PdfName.of('Widget'))
  widget.set('V', pdf.context.register(signature))
  // Printed, as PDF/A wants it, and locked, though there is nothing to see.
  widget.set('F', PdfNumber.of(132))
  widget.set('Rect', numbers(0, 0, 0, 0))
  widget.set('P', page.ref)
  const others = page.dict.getArray('Annots', resolver(pdf)) ?? []
  page.dict.set('Annots', PdfArray.of(...others, ref))
}

/**
 * Has a copy sealed that has room for it.
 *
 * @param from where to look for the room: the length of the original
 * @throws {CopyError} `seal` when the signature takes more than the room
 * @throws the error of `seal`
 */
export async function sealed(copy: Uint8Array, from: number, seal: Seal): Promise<Uint8Array> {
  const added = latin1.decode(copy.subarray(from))
  const rangeAt = added.lastIndexOf(rangePlace)
  const contentsAt = added.indexOf(contentsPlace, rangeAt)
  if (rangeAt < 0 || contentsAt < 0) throw new CopyError('damaged')
  const [start, end] = [from + contentsAt, from + contentsAt + contentsPlace.length]
  const range = `[0 ${start} ${end} ${copy.length - end}]`.padEnd(rangePlace.length)
  copy.set(ascii.encode(range), from + rangeAt)
  const signature = await seal(sha256(joined([copy.subarray(0, start), copy.subarray(end)])))
  if (signature.length > sealBytesMax) throw new CopyError('seal')
  copy.set(ascii.encode(toHex(signature)), start + 1)
  return copy
}

const latin1 = new TextDecoder('latin1')
const ascii = new TextEncoder()
