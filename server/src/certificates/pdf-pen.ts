import { escaped, pdfLook, qrBoxes } from '@tallystick/proof/certificate'
import { hasGlyph } from '../base/internals.js'
import type { FontName } from './pdf-document.js'

const { margin, ink, line } = pdfLook

/** How a text differs from the plain ones. `inset`: narrower by as much on both sides. */
interface Writing {
  width?: number
  inset?: number
  font?: FontName
  gap?: number
  align?: 'center'
}

/**
 * Draws what certificates consist of: lines of text, boxes, rules, areas and one picture, and nothing else, because verifiers read them
 * again (`pdf/page.ts` of package `proof`) and accept nothing else.
 */
export class PdfPen {
  readonly doc: PDFKit.PDFDocument
  /** Between the margins. */
  readonly width: number
  /** The document's logical structure, which screen readers follow. */
  readonly root: PDFKit.PDFStructureElement

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc
    this.width = doc.page.width - 2 * margin
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
  }

  /** Draws an element of the document's structure. */
  element(type: string, draw: () => void, parent = this.root, options: object = {}): void {
    const element = this.doc.struct(type, options, [draw])
    parent.add(element)
    element.end()
  }

  /** Draws a picture, which has a text for those who don't see it. */
  figure(alt: string, draw: () => void): void {
    this.root.add(this.doc.struct('Figure', { alt }, [draw]))
  }

  /** Draws what means nothing, so that screen readers skip it. */
  decoration(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  /** Draws a line across the page, where the text has come to. */
  rule(): void {
    this.decoration(() => this.line(margin, margin + this.width, this.doc.y))
  }

  line(from: number, to: number, y: number): void {
    this.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(line).stroke()
  }

  qr(link: string): void {
    const { doc } = this
    this.figure(link, () => {
      doc.fillColor(ink)
      for (const box of qrBoxes(link)) doc.rect(box.x, box.y, box.width, box.height)
      doc.fill()
    })
  }

  /** Writes a text where the last one ended. */
  write(text: string, size: number, color: string, writing: Writing = {}): void {
    const { doc } = this
    const { inset = 0, align } = writing
    const { shown, width, lineGap } = this.laid(text, size, writing)
    doc.fillColor(color).text(shown, doc.x + inset, doc.y, { width, lineGap, ...(align && { align }) })
    doc.x -= inset
  }

  /** Returns the height of a text as {@link write} draws it. */
  height(text: string, size: number, writing: Writing = {}): number {
    const { shown, width, lineGap } = this.laid(text, size, writing)
    return this.doc.heightOfString(shown, { width, lineGap })
  }

  /** Sets the font of a text, and returns what is drawn of it. */
  private laid(text: string, size: number, { inset = 0, font = 'text', gap = 2, width }: Writing) {
    const between = width ?? this.width - 2 * inset
    const printable = this.printable(text)
    this.doc.font(font).fontSize(size)
    return { shown: this.withWholeAddresses(printable, between), width: between, lineGap: gap }
  }

  /** Begins a line before an address that would be cut at the end of its line: people copy it as one. */
  private withWholeAddresses(text: string, width: number): string {
    const height = (some: string) => this.doc.heightOfString(some, { width })
    return text.split(/ (?=https?:\/\/)/).reduce((before, next) => {
      const [address = ''] = next.split(' ', 1)
      const isCut = height(`${before} ${address}`) > height(before)
      return `${before}${isCut ? '\n' : ' '}${next}`
    })
  }

  /** Escapes characters missing from the font: names must not look alike. */
  printable(text: string): string {
    this.doc.font('text')
    return [...text]
      .map((character) => (hasGlyph(this.doc, character.codePointAt(0) ?? 0) ? character : escaped(character)))
      .join('')
  }
}
