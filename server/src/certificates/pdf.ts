import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { type Certificate, escaped, type Fact } from './certificate.js'
import { fill } from './messages.js'

const font = (name: string) => readFileSync(fileURLToPath(new URL(`../../fonts/${name}`, import.meta.url)))
// Embedded, so that the certificate looks the same everywhere, even decades from now.
const fonts = { text: font('Inter-Regular.otf'), bold: font('Inter-SemiBold.otf'), exact: font('DejaVuSansMono.ttf') }

const margin = 52
const labelWidth = 120
const qrSide = 92
const ink = '#1c1917'
const pale = '#6b6560'
const line = '#ddd8d2'
const accent = '#8a4b16'

/** Draws a certificate as an A4 PDF with the proof attached. */
export async function certificatePdf(certificate: Certificate): Promise<Buffer> {
  const { words, code, proof } = certificate
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: words.html,
    displayTitle: true,
    info: { Title: `${words.title} ${code}`, Author: 'Tallystick', Subject: certificate.headline },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  for (const [name, data] of Object.entries(fonts)) doc.registerFont(name, data)
  const attachment = { name: proof.filename, type: 'application/json', relationship: 'Data' }
  doc.file(Buffer.from(proof.json), attachment)
  new Page(doc).draw(certificate)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** Lays a certificate out from top to bottom. */
class Page {
  private readonly doc: PDFKit.PDFDocument
  private readonly width: number

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc
    this.width = doc.page.width - 2 * margin
  }

  draw(certificate: Certificate): void {
    const { doc } = this
    const { words, warnings, notes } = certificate
    this.header(certificate)
    for (const warning of warnings) this.warning(warning)
    this.section(words.sections.what)
    for (const fact of certificate.what) this.fact(fact)
    this.section(words.sections.where)
    for (const fact of certificate.where) this.fact(fact)
    doc.moveDown(0.8)
    for (const note of notes) {
      this.keepTogether(note, 8.5)
      this.write(note, 8.5, pale)
      doc.moveDown(0.4)
    }
    this.section(words.sections.check, this.heightOfSteps(certificate))
    this.write(words.steps.intro, 9.5, ink)
    doc.moveDown(0.5)
    certificate.steps.forEach((step, at) => {
      this.step(at + 1, step)
    })
    this.footers(certificate)
  }

  private header({ words, headline, clock, link, isProven }: Certificate): void {
    const { doc, width } = this
    const top = margin
    this.qr(link, margin + width - qrSide, top)
    const textWidth = width - qrSide - 28
    doc.font('bold').fontSize(9).fillColor(accent).text('TALLYSTICK', margin, top, { characterSpacing: 1.6 })
    doc.moveDown(0.3)
    doc.fontSize(22).fillColor(ink).text(words.title, { width: textWidth })
    doc.moveDown(0.5)
    this.write(headline, 13.5, isProven ? ink : accent, { width: textWidth, font: 'bold', gap: 2.5 })
    doc.moveDown(0.35)
    this.write(clock, 9.5, pale, { width: textWidth })
    doc.x = margin
    doc.y = Math.max(doc.y, top + qrSide + 26) + 14
  }

  /** Draws each row of the QR code in runs, so that no seams show between adjacent modules. */
  private qr(link: string, left: number, top: number): void {
    const { doc } = this
    const { data, size } = encode(link, { ecc: 'M', border: 0 })
    const side = qrSide / size
    doc.fillColor(ink)
    data.forEach((row, y) => {
      for (let x = 0; x < size; x++) {
        if (!row[x]) continue
        let end = x
        while (row[end]) end++
        doc.rect(left + x * side, top + y * side, (end - x) * side, side + 0.05)
        x = end
      }
    })
    doc.fill()
    const printable = this.printable(link)
    doc.font('text').fontSize(6.5).fillColor(pale)
    doc.text(printable, left - 20, top + qrSide + 6, { width: qrSide + 20, align: 'right', link })
  }

  private warning(text: string): void {
    const { doc, width } = this
    const inner = width - 28
    const height = doc.font('text').fontSize(9.5).heightOfString(text, { width: inner, lineGap: 2 }) + 18
    const top = doc.y
    doc.rect(margin, top, width, height).fill('#fbf3e7')
    doc.rect(margin, top, 3, height).fill(accent)
    doc.x = margin + 16
    doc.y = top + 9
    this.write(text, 9.5, ink, { width: inner })
    doc.x = margin
    doc.y = top + height + 10
  }

  /** Returns the height of the verification steps, which are kept on one page. */
  private heightOfSteps({ words, steps }: Certificate): number {
    const texts = [words.steps.intro, ...steps]
    const { doc, width } = this
    doc.font('text').fontSize(9.5)
    return texts.reduce((sum, text) => sum + doc.heightOfString(text, { width: width - 20, lineGap: 2 }) + 6, 44)
  }

  /** Draws a heading, on a new page unless `heightMin` points of its section fit below it. */
  private section(title: string, heightMin = 60): void {
    const { doc, width } = this
    if (doc.y + heightMin > doc.page.height - margin - 10) doc.addPage()
    else doc.moveDown(0.6)
    doc.font('bold').fontSize(11).fillColor(ink).text(title, margin, doc.y)
    doc.moveDown(0.25)
    doc
      .moveTo(margin, doc.y)
      .lineTo(margin + width, doc.y)
      .lineWidth(0.6)
      .strokeColor(line)
      .stroke()
    doc.moveDown(0.5)
  }

  private fact({ label, value, isExact }: Fact): void {
    const { doc, width } = this
    const left = margin + labelWidth
    const textWidth = width - labelWidth
    // Break SHA-512 hashes in the middle, where readers pause.
    const [face, size] = isExact ? (['exact', 7.9] as const) : (['text', 9.5] as const)
    const text = isExact && value.length > 80 ? `${value.slice(0, 64)}\n${value.slice(64)}` : this.printable(value)
    const height = doc.font(face).fontSize(size).heightOfString(text, { width: textWidth })
    if (doc.y + height > doc.page.height - margin - 30) doc.addPage()
    const top = doc.y
    doc
      .font('text')
      .fontSize(9)
      .fillColor(pale)
      .text(label, margin, top, { width: labelWidth - 10 })
    const labelEnd = doc.y
    doc
      .font(face)
      .fontSize(size)
      .fillColor(ink)
      .text(text, left, top + (isExact ? 1 : 0), { width: textWidth })
    doc.x = margin
    doc.y = Math.max(labelEnd, doc.y) + 4.5
  }

  private step(number: number, text: string): void {
    const { doc, width } = this
    const textWidth = width - 20
    this.keepTogether(text, 9.5, textWidth)
    const top = doc.y
    doc.font('bold').fontSize(9.5).fillColor(accent).text(String(number), margin, top)
    doc.x = margin + 20
    doc.y = top
    this.write(text, 9.5, ink, { width: textWidth })
    doc.x = margin
    doc.moveDown(0.5)
  }

  private footers({ words, code }: Certificate): void {
    const { doc, width } = this
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      const { bottom } = doc.page.margins
      // Text below the margin would start a new page.
      doc.page.margins.bottom = 0
      const top = doc.page.height - margin + 8
      const text = `${words.title} ${code}  ·  ${fill(words.page, { page: page + 1, pages: count })}`
      doc.font('text').fontSize(8).fillColor(pale).text(text, margin, top, { width, align: 'center', lineBreak: false })
      doc.page.margins.bottom = bottom
    }
  }

  private write(
    text: string,
    size: number,
    color: string,
    {
      width = this.width,
      font: face = 'text',
      gap = 2,
    }: { width?: number; font?: keyof typeof fonts; gap?: number } = {},
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
  private printable(text: string): string {
    this.doc.font('text')
    const { font: face } = (
      this.doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } }
    )._font
    return [...text]
      .map((character) => (face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : escaped(character)))
      .join('')
  }
}
