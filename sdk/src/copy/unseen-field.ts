import { type PDF, PdfDict, PdfName, PdfStream, type SignatureField } from '@libpdf/core'
import { numbers } from './mark-form.js'

/**
 * Adds the field of a signature that shows nothing. It has an appearance all the same: PDF/A-1 has no field without one (ISO 19005-1,
 * 6.9).
 */
export function addUnseenField(pdf: PDF, name: string): SignatureField {
  const field = pdf.getOrCreateForm().createSignatureField(name)
  const nothing = { Type: PdfName.of('XObject'), Subtype: PdfName.of('Form'), BBox: numbers(0, 0, 0, 0) }
  const appearance = pdf.context.register(PdfStream.fromDict(nothing, new Uint8Array()))
  field.getDict().set('AP', PdfDict.of({ N: appearance }))
  return field
}
