import {
  type CertificateFace,
  escaped,
  type Fact,
  fill,
  footTitle,
  pdfLook,
  qrBoxes,
} from '@tallystick/proof/certificate'
import { hasGlyph } from '../base/internals.js'
import type { FontName } from './pdf-document.js'

const { margin, labelWidth, qrSide, ink, pale, line, accent } = pdfLook

/**
 * Lays the first pages of a certificate out from top to bottom. Draws lines of text, boxes and rules and nothing else, because verifiers
 * read them again (`pdf/page.ts` of package `proof`) and accept nothing else.
 */
export class FrontPages {
  private readonly doc: PDFKit.PDFDocument
  private readonly width: number
  /** The document's logical structure, which screen readers follow. */
  readonly root: PDFKit.PDFStructureElement

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc
    this.width = doc.page.width - 2 * margin
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
  }

  draw(certificate: CertificateFace): void {
    const { doc } = this
    const { words, warnings, notes } = certificate
    this.header(certificate)
    for (const warning of warnings) this.warning(warning)
    this.section(words.sections.what)
    this.facts(certificate.what)
    this.section(words.sections.where)
    this.facts(certificate.where)
    doc.moveDown(0.8)
    for (const note of notes) {
      this.keepTogether(note, 8.5)
      this.element('P', () => this.write(note, 8.5, pale))
      doc.moveDown(0.4)
    }
    this.section(words.sections.check, this.heightOfSteps(certificate))
    this.element('P', () => this.write(words.steps.intro, 9.5, ink))
    doc.moveDown(0.5)
    this.steps(certificate.steps)
    this.facts(certificate.verifier)
  }

  /** Ends all pages, with their numbers. */
  end(certificate: CertificateFace): void {
    this.root.end()
    this.footers(certificate)
  }

  private header({ words, headline, clock, link, isRecorded }: CertificateFace): void {
    const { doc, width } = this
    const top = margin
    this.qr(link, top)
    const textWidth = width - qrSide - 28
    this.element('P', () => {
      doc.font('bold').fontSize(9).fillColor(accent).text('TALLYSTICK', margin, top, { characterSpacing: 1.6 })
    })
    doc.moveDown(0.3)
    this.element('H1', () => doc.fontSize(22).fillColor(ink).text(words.title, { width: textWidth }))
    doc.moveDown(0.5)
    this.element('P', () => {
      this.write(headline, 13.5, isRecorded ? ink : accent, { width: textWidth, font: 'bold', gap: 2.5 })
    })
    doc.moveDown(0.35)
    this.element('P', () => this.write(clock, 9.5, pale, { width: textWidth }))
    doc.x = margin
    doc.y = Math.max(doc.y, top + qrSide + 26) + 14
  }

  private qr(link: string, top: number): void {
    const { doc, width } = this
    const left = margin + width - qrSide
    const draw = () => {
      doc.fillColor(ink)
      for (const box of qrBoxes(link)) doc.rect(box.x, box.y, box.width, box.height)
      doc.fill()
    }
    this.root.add(doc.struct('Figure', { alt: link }, [draw]))
    const printable = this.printable(link)
    this.element('Link', () => {
      doc.font('text').fontSize(6.5).fillColor(pale)
      doc.text(printable, left - 20, top + qrSide + 6, { width: qrSide + 20, align: 'right', link })
    })
  }

  private warning(text: string): void {
    const { doc, width } = this
    const inner = width - 28
    const height = doc.font('text').fontSize(9.5).heightOfString(text, { width: inner, lineGap: 2 }) + 18
    const top = doc.y
    this.decoration(() => {
      doc.rect(margin, top, width, height).fill(pdfLook.warning)
      doc.rect(margin, top, pdfLook.bar, height).fill(accent)
    })
    doc.x = margin + 16
    doc.y = top + 9
    this.element('P', () => this.write(text, 9.5, ink, { width: inner }))
    doc.x = margin
    doc.y = top + height + 10
  }

  /** Returns the height of the verification steps, which are kept on one page. */
  private heightOfSteps({ words, steps, verifier }: CertificateFace): number {
    const texts = [words.steps.intro, ...steps]
    const { doc, width } = this
    doc.font('text').fontSize(9.5)
    const facts = 16 * verifier.length
    return (
      texts.reduce((sum, text) => sum + doc.heightOfString(text, { width: width - 20, lineGap: 2 }) + 6, 44) + facts
    )
  }

  /** Draws a heading, on a new page unless `heightMin` points of its section fit below it. */
  private section(title: string, heightMin = 60): void {
    const { doc } = this
    if (doc.y + heightMin > doc.page.height - margin - 10) doc.addPage()
    else doc.moveDown(0.6)
    this.element('H2', () => doc.font('bold').fontSize(11).fillColor(ink).text(title, margin, doc.y))
    doc.moveDown(0.25)
    this.rule()
    doc.moveDown(0.5)
  }

  /** Draws the line below a heading. */
  rule(): void {
    const { doc, width } = this
    this.decoration(() => {
      doc
        .moveTo(margin, doc.y)
        .lineTo(margin + width, doc.y)
        .lineWidth(0.6)
        .strokeColor(line)
        .stroke()
    })
  }

  private facts(facts: readonly Fact[]): void {
    const { doc } = this
    const list = doc.struct('L')
    this.root.add(list)
    for (const fact of facts) this.fact(list, fact)
    list.end()
  }

  private fact(list: PDFKit.PDFStructureElement, { label, value, isExact }: Fact): void {
    const { doc, width } = this
    const left = margin + labelWidth
    const textWidth = width - labelWidth
    // Break SHA-512 hashes in the middle, where readers pause.
    const [face, size] = isExact ? (['exact', 7.9] as const) : (['text', 9.5] as const)
    const text = isExact && value.length > 80 ? `${value.slice(0, 64)}\n${value.slice(64)}` : this.printable(value)
    const height = doc.font(face).fontSize(size).heightOfString(text, { width: textWidth })
    if (doc.y + height > doc.page.height - margin - 30) doc.addPage()
    const top = doc.y
    const item = doc.struct('LI')
    list.add(item)
    this.element(
      'Lbl',
      () => {
        const options = { width: labelWidth - 10 }
        doc.font('text').fontSize(9).fillColor(pale).text(label, margin, top, options)
      },
      item,
    )
    const labelEnd = doc.y
    this.element(
      'LBody',
      () => {
        const options = { width: textWidth }
        doc
          .font(face)
          .fontSize(size)
          .fillColor(ink)
          .text(text, left, top + (isExact ? 1 : 0), options)
      },
      item,
    )
    item.end()
    doc.x = margin
    doc.y = Math.max(labelEnd, doc.y) + 4.5
  }

  private steps(steps: readonly string[]): void {
    const { doc, width } = this
    const textWidth = width - 20
    const list = doc.struct('L')
    this.root.add(list)
    for (const [at, text] of steps.entries()) {
      this.keepTogether(text, 9.5, textWidth)
      const top = doc.y
      const item = doc.struct('LI')
      list.add(item)
      const number = () =>
        doc
          .font('bold')
          .fontSize(9.5)
          .fillColor(accent)
          .text(String(at + 1), margin, top)
      this.element('Lbl', number, item)
      doc.x = margin + 20
      doc.y = top
      this.element('LBody', () => this.write(text, 9.5, ink, { width: textWidth }), item)
      item.end()
      doc.x = margin
      doc.moveDown(0.5)
    }
    list.end()
  }

  private footers({ words, name }: CertificateFace): void {
    const { doc, width } = this
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      const { bottom } = doc.page.margins
      // Text below the margin would start a new page.
      doc.page.margins.bottom = 0
      const top = doc.page.height - margin + 8
      const text = footTitle(name) + fill(words.page, { page: page + 1, pages: count })
      doc.markContent('Artifact', { type: 'Pagination' })
      doc.font('text').fontSize(8).fillColor(pale).text(text, margin, top, { width, align: 'center', lineBreak: false })
      doc.endMarkedContent()
      doc.page.margins.bottom = bottom
    }
  }

  /** Draws an element of the document's structure. */
  element(type: string, draw: () => void, parent = this.root, options: object = {}): void {
    const element = this.doc.struct(type, options, [draw])
    parent.add(element)
    element.end()
  }

  /** Draws what means nothing, so that screen readers skip it. */
  decoration(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  private write(
    text: string,
    size: number,
    color: string,
    { width = this.width, font: face = 'text', gap = 2 }: { width?: number; font?: FontName; gap?: number } = {},
  ): void {
    const printable = this.printable(text)
    this.doc.font(face).fontSize(size).fillColor(color).text(printable, { width, lineGap: gap })
  }

  private keepTogether(text: string, size: number, width = this.width): void {
    const { doc } = this
    const height = doc.font('text').fontSize(size).heightOfString(text, { width, lineGap: 2 })
    if (doc.y + height > doc.page.height - margin - 20) doc.addPage()
  }

  /** Escapes characters missing from the font: names must not look alike. */
  printable(text: string): string {
    this.doc.font('text')
    return [...text]
      .map((character) => (hasGlyph(this.doc, character.codePointAt(0) ?? 0) ? character : escaped(character)))
      .join('')
  }
}
