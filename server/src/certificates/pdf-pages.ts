import { type CertificateFace, type Fact, fill, footTitle, pdfLook } from '@tallystick/proof/certificate'
import { drawLow, drawOpening } from './pdf-front.js'
import { PdfPen } from './pdf-pen.js'

const { margin, labelWidth, ink, pale } = pdfLook

/** Lays the pages of a certificate out from top to bottom: the first one certifies, the second says how to verify. */
export class FrontPages extends PdfPen {
  /** @param logo the issuer's logo, as PNG */
  draw(certificate: CertificateFace, logo?: Buffer): void {
    drawOpening(this, certificate, logo)
    this.rule()
    this.facts(certificate.what)
    drawLow(this, certificate)
    this.guide(certificate)
  }

  /** Ends all pages, with their numbers. */
  end(certificate: CertificateFace): void {
    this.root.end()
    this.footers(certificate)
  }

  private guide({ words, steps, where, verifier, look }: CertificateFace): void {
    const { doc } = this
    doc.addPage()
    doc.x = margin
    this.element('H2', () => this.write(words.sections.check, 24, ink, { font: 'bold', gap: 0 }))
    doc.y += 8
    this.element('P', () => this.write(words.steps.intro, 13, ink, { width: 400, gap: 3 }))
    doc.y += 14
    this.steps(steps, look.color)
    this.section(words.sections.where)
    this.facts([...where, ...verifier])
  }

  /** Draws a heading, on a new page unless some of its section fits below it. */
  private section(title: string): void {
    const { doc } = this
    if (doc.y + 70 > doc.page.height - margin - 10) doc.addPage()
    else doc.y += 14
    this.element('H2', () => doc.font('bold').fontSize(11).fillColor(ink).text(title, margin, doc.y))
    doc.y += 4
    this.rule()
  }

  /** Draws facts with a line below each. Another line is above them. */
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
    const top = doc.y + 4
    const item = doc.struct('LI')
    list.add(item)
    const labelled = () => {
      doc
        .font('text')
        .fontSize(8.5)
        .fillColor(pale)
        .text(label, margin, top + 1, { width: labelWidth - 10 })
    }
    this.element('Lbl', labelled, item)
    const labelEnd = doc.y
    const body = () => {
      const options = { width: textWidth }
      doc
        .font(face)
        .fontSize(size)
        .fillColor(ink)
        .text(text, left, top + (isExact ? 2 : 0), options)
    }
    this.element('LBody', body, item)
    item.end()
    doc.x = margin
    doc.y = Math.max(labelEnd, doc.y) + 3
    this.rule()
  }

  private steps(steps: readonly string[], color: string): void {
    const { doc, width } = this
    const textWidth = width - 44
    const list = doc.struct('L')
    this.root.add(list)
    for (const [at, text] of steps.entries()) {
      const height = this.height(text, 10, { width: textWidth, gap: 2.5 })
      if (doc.y + height > doc.page.height - margin - 20) doc.addPage()
      const top = doc.y
      const item = doc.struct('LI')
      list.add(item)
      const number = () =>
        doc
          .font('bold')
          .fontSize(11)
          .fillColor(color)
          .text(String(at + 1), margin, top - 1)
      this.element('Lbl', number, item)
      doc.x = margin + 24
      doc.y = top
      this.element('LBody', () => this.write(text, 10, ink, { width: textWidth, gap: 2.5 }), item)
      item.end()
      doc.x = margin
      doc.y += 9
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
}
