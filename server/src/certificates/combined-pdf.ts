import type { ProofDocument } from '@tallystick/proof'
import {
  attachedProof,
  type CertificateParameters,
  Combination,
  type CombinedCertificate,
  combinedComment,
  pdfLook,
  type TableRow,
  tableColumns,
  tableSizes,
} from '@tallystick/proof/certificate'
import { compactPage, writeComment, writtenBytes } from '../base/internals.js'
import { attach, describe, ended, newDocument, type PdfOptions, shareWords } from './pdf-document.js'
import { FrontPages } from './pdf-pages.js'
import { addSignaturePlace } from './signing/pdf-signature.js'

const { ink, margin } = pdfLook
/** Digits of a hash on one line of the table. */
const lineDigits = 32
/** Room below the last row of a page. */
const footRoom = 30
/** Between two rows, and around the head's rule. */
const gap = 5
/** Rows drawn at a time: a tenth of a second, so that other certificates are drawn in between. */
const rowsAtATime = 50

/** The end of a combined certificate. */
export interface CombinedEnd {
  bytes: Uint8Array
  /** The rest, with the room for a signature; null without one. */
  signable: Uint8Array | null
}

/**
 * Draws a certificate of many proofs in portions: {@link add} proofs, then {@link drawSome} until nothing is left, then {@link end}.
 * Each returns the bytes of the PDF that are ready; what it keeps are the rows of the table and where objects are.
 */
export class CombinedPdf {
  private readonly doc: PDFKit.PDFDocument
  private readonly combination: Combination
  private readonly logo: Buffer | undefined
  private readonly signature: { end(): void } | null
  private chunks: Buffer[] = []
  private drawing: { pages: FrontPages; certificate: CombinedCertificate; at: number } | null = null

  constructor(parameters: CertificateParameters, { isSigned, logo }: PdfOptions) {
    this.logo = logo && Buffer.from(logo)
    this.combination = new Combination(parameters)
    this.doc = newDocument(parameters.language)
    writeComment(this.doc, combinedComment)
    this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk))
    this.signature = isSigned ? addSignaturePlace(this.doc) : null
  }

  /**
   * Attaches proofs. Verify them first; this method doesn't.
   *
   * @throws {Error} when one was added before
   */
  add(proofs: readonly ProofDocument[]): Uint8Array {
    for (const proof of proofs) {
      if (this.combination.has(proof.code)) throw new Error(`the proof of ${proof.code} is there already`)
      attach(this.doc, attachedProof(proof))
      this.combination.add(proof)
    }
    return this.taken()
  }

  /** Draws the first pages, then some rows with each call. */
  drawSome(): { bytes: Uint8Array; isDone: boolean } {
    this.drawing ??= this.begun()
    const { pages, certificate, at } = this.drawing
    const { rows, head } = certificate.table
    const some = rows.slice(at, at + rowsAtATime)
    this.drawing.at += some.length
    this.drawRows(pages, head, some)
    return { bytes: this.taken(), isDone: this.drawing.at >= rows.length }
  }

  /** Ends the PDF. */
  async end(): Promise<CombinedEnd> {
    const { doc, drawing, signature } = this
    if (drawing === null) throw new Error('a certificate is drawn before it ends')
    this.closeTable()
    drawing.pages.end(drawing.certificate)
    doc.flushPages()
    const start = writtenBytes(doc)
    signature?.end()
    await ended(doc)
    const ofEnd = writtenBytes(doc) - start
    const bytes = this.taken()
    if (signature === null) return { bytes, signable: null }
    return { bytes: bytes.subarray(0, bytes.length - ofEnd), signable: bytes.slice(bytes.length - ofEnd) }
  }

  private begun(): { pages: FrontPages; certificate: CombinedCertificate; at: number } {
    const certificate = this.combination.certificate()
    describe(this.doc, certificate)
    const pages = new FrontPages(this.doc)
    pages.draw(certificate, this.logo)
    return { pages, certificate, at: 0 }
  }

  /** A page has a table of its own, whose head screen readers read with it. */
  private table: PDFKit.PDFStructureElement | null = null

  private drawRows(pages: FrontPages, head: TableRow, rows: readonly TableRow[]): void {
    const { doc } = this
    for (const row of rows) {
      const shown = row.map((text) => pages.printable(text))
      const height = this.heightOf(shown)
      if (this.table === null || doc.y + height > doc.page.height - margin - footRoom) {
        this.closeTable()
        doc.addPage()
        shareWords(doc)
        this.table = doc.struct('Table')
        pages.root.add(this.table)
        this.drawRow(pages, this.table, head, 'TH')
        doc.y += gap
        pages.rule()
        doc.y += gap
      }
      this.drawRow(pages, this.table, shown, 'TD')
      doc.y += gap
    }
  }

  private closeTable(): void {
    if (this.table === null) return
    this.table.end()
    compactPage(this.doc)
    this.table = null
  }

  /** Returns the height of a row: names wrap, and hashes have a number of lines. The rest has one line. */
  private heightOf([, name = '', fingerprint = '']: readonly string[]): number {
    const { doc } = this
    const ofName = doc.font('text').fontSize(tableSizes.text).heightOfString(name, { width: tableColumns[1].width })
    return Math.max(ofName, Math.ceil(fingerprint.length / lineDigits) * this.exactLine())
  }

  private exactLine(): number {
    return this.doc.font('exact').fontSize(tableSizes.exact).currentLineHeight()
  }

  /** Draws a row, and leaves off below its tallest cell. */
  private drawRow(pages: FrontPages, table: PDFKit.PDFStructureElement, row: readonly string[], kind: 'TH' | 'TD') {
    const { doc } = this
    const top = doc.y
    let bottom = top
    const element = doc.struct('TR')
    table.add(element)
    for (const [at, text] of row.entries()) {
      const { x, width, isExact } = tableColumns[at]!
      const draw = () => {
        if (isExact && kind === 'TD') return this.drawExact(text, x, top)
        doc
          .font(kind === 'TH' ? 'bold' : 'text')
          .fontSize(tableSizes.text)
          .fillColor(ink)
          .text(text, x, top, { width })
      }
      pages.element(kind, draw, element, kind === 'TH' ? { scope: 'Column' } : {})
      bottom = Math.max(bottom, doc.y)
    }
    element.end()
    doc.x = margin
    doc.y = bottom
  }

  /** Draws a hash or a code in lines of equal length. pdfkit would look for the longest part that fits, which takes much longer. */
  private drawExact(text: string, x: number, top: number): void {
    const { doc } = this
    const height = this.exactLine()
    doc.fillColor(ink)
    for (let at = 0; at < text.length; at += lineDigits)
      doc.text(text.slice(at, at + lineDigits), x, top + (at / lineDigits) * height, { lineBreak: false })
    doc.y = top + Math.ceil(text.length / lineDigits) * height
  }

  private taken(): Uint8Array {
    const bytes = Buffer.concat(this.chunks)
    this.chunks = []
    return bytes
  }
}
