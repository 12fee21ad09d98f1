import { createHash, type Hash } from 'node:crypto'
import { SignPdf } from '@signpdf/signpdf'
import { Signer, SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import { formParts } from '../../base/internals.js'
import { type CmsSigner, signatureBytesMax } from './cms-signer.js'

/** Stands for the numbers of ByteRange until the file is complete. */
const rangePlace = '**********'

/**
 * Leaves room for a signature (ISO 32000-1 §12.8, PAdES baseline B-T, or B-B without a timestamp). It has no appearance, so the page shows the same with it. Call
 * before the first annotation of the first page.
 *
 * @returns the object with the room; ended last, little of a long file comes after it
 */
export function addSignaturePlace(doc: PDFKit.PDFDocument): { end(): void } {
  const { page, ref, root, acroform } = formParts(doc)
  const signature = ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ETSI_CADES_DETACHED,
    M: new Date(),
    ByteRange: [0, rangePlace, rangePlace, rangePlace],
    Contents: Buffer.alloc(signatureBytesMax),
  })
  const widget = ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    T: new String('Signature'),
    // Printed, as PDF/A wants it, though there is nothing to print.
    V: signature,
    F: 4,
    P: page.dictionary,
  })
  page.annotations.push(widget)
  // pdfkit ends the form with the document, and expects a font for fields with text.
  root.data.AcroForm = ref({ SigFlags: 3, Fields: [widget], DR: { Font: {} } })
  acroform.defaultFont = 'text'
  widget.end()
  return signature
}

/** Signs certificates with the service's own key. */
export class PdfSigner extends Signer {
  private readonly cms: CmsSigner
  private readonly signPdf = new SignPdf()

  constructor(cms: CmsSigner) {
    super()
    this.cms = cms
  }

  /** Signs a PDF drawn with room for a signature. */
  signed(pdf: Buffer): Promise<Buffer> {
    return this.signPdf.sign(pdf, this)
  }

  /**
   * Signs a PDF of which only the end is at hand, with the room for a signature in it.
   *
   * @param before SHA-256 of what comes before the end, not yet digested
   * @param at length of what comes before the end, in bytes
   * @returns the end with the signature
   */
  async signedEnd(before: Hash, at: number, end: Buffer): Promise<Buffer> {
    const place = `[0 ${Array(3).fill(`/${rangePlace}`).join(' ')}]`
    const rangeAt = end.indexOf(place)
    const from = end.indexOf('/Contents <', rangeAt) + '/Contents '.length
    const to = from + 2 * signatureBytesMax + 2
    if (rangeAt < 0 || end.at(from) !== 0x3c || end.at(to - 1) !== 0x3e) throw new Error('no room for a signature')
    const signed = Buffer.from(end)
    signed.write(`[0 ${at + from} ${at + to} ${end.length - to}]`.padEnd(place.length), rangeAt, 'latin1')
    before.update(signed.subarray(0, from)).update(signed.subarray(to))
    signed.write((await this.cms.sign(before.digest())).toString('hex'), from + 1, 'latin1')
    return signed
  }

  override sign(content: Buffer): Promise<Buffer> {
    return this.cms.sign(createHash('sha256').update(content).digest())
  }
}
