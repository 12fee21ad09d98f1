import {
  type CertificateFace,
  fill,
  headingSize,
  logoBox,
  lowTop,
  pdfLook,
  sealAreas,
  sealBox,
} from '@tallystick/proof/certificate'
import type { PdfPen } from './pdf-pen.js'

const { margin, ink, pale, accent, qrSide, scanLeft, signLeft } = pdfLook

/** Draws the upper part of a certificate: whose it is, the seal, and in large letters what it says. */
export function drawOpening(pen: PdfPen, certificate: CertificateFace, logo: Buffer | undefined): void {
  const { doc, width } = pen
  const { words, kind, heading, headline, local, clock, seal, look, isRecorded, warnings } = certificate
  if (look.logo !== undefined && logo !== undefined) {
    const { x, y, ...size } = logoBox(look.logo)
    pen.figure(words.pictures.logo, () => doc.image(logo, x, y, size))
  }
  const right = { width: 100, align: 'right' } as const
  pen.element('P', () =>
    doc
      .font('bold')
      .fontSize(9)
      .fillColor(ink)
      .text('Tallystick', margin + width - 100, 44, right),
  )
  pen.figure(fill(words.pictures.seal, { fingerprint: seal.slice(0, 8) }), () => drawSeal(pen, certificate))
  const place = sealBox(certificate)
  doc.x = margin
  doc.y = place.y + place.height + 12
  const centered = { align: 'center' } as const
  pen.element('P', () => pen.write(kind, 9, pale, centered))
  doc.moveDown(0.2)
  pen.element('H1', () => pen.write(heading, headingSize(heading), ink, { ...centered, font: 'bold', gap: 0 }))
  doc.y += 6
  pen.element('P', () => pen.write(headline, 13.5, isRecorded ? ink : accent, { ...centered, inset: 45, gap: 3 }))
  doc.y += 4
  if (local !== undefined) pen.element('P', () => pen.write(local, 9, pale, { ...centered, gap: 2 }))
  pen.element('P', () => pen.write(clock, 9, pale, { ...centered, inset: 45, gap: 2 }))
  doc.y += 14
  for (const warning of warnings) drawWarning(pen, warning)
  doc.y += 3
}

function drawSeal({ doc }: PdfPen, certificate: CertificateFace): void {
  for (const { color, outlines } of sealAreas(certificate.seal, certificate.look.color, certificate)) {
    for (const [[x, y], ...rest] of outlines as [[number, number], ...[number, number][]][]) {
      doc.moveTo(x, y)
      for (const corner of rest) doc.lineTo(...corner)
      doc.closePath()
    }
    doc.fill(color, 'even-odd')
  }
}

function drawWarning(pen: PdfPen, text: string): void {
  const { doc, width } = pen
  const inner = width - 28
  const height = pen.height(text, 9.5, { width: inner }) + 10
  const top = doc.y
  pen.decoration(() => {
    doc.rect(margin, top, width, height).fill(pdfLook.warning)
    doc.rect(margin, top, pdfLook.bar, height).fill(accent)
  })
  doc.x = margin + 16
  doc.y = top + 6
  pen.element('P', () => pen.write(text, 9.5, ink, { width: inner }))
  doc.x = margin
  doc.y = top + height + 5
}

/** Draws the small print and, at the foot of the page, the QR code and the line for a signature. */
export function drawLow(pen: PdfPen, { notes, words, link, look }: CertificateFace): void {
  const { doc, width } = pen
  const height = notes.reduce((sum, note) => sum + pen.height(note, 8, { gap: 1.5 }) + 3, 0)
  if (doc.y + height + 10 > lowTop) doc.addPage()
  doc.x = margin
  doc.y = lowTop - height - 8
  for (const note of notes) {
    pen.element('P', () => pen.write(note, 8, pale, { gap: 1.5 }))
    doc.y += 3
  }
  pen.qr(link)
  pen.element('P', () =>
    doc
      .font('bold')
      .fontSize(9)
      .fillColor(ink)
      .text(words.scan, scanLeft, lowTop + 14),
  )
  const printable = pen.printable(link)
  pen.element('Link', () => {
    const beside = { width: signLeft - scanLeft - 12, link }
    doc
      .font('text')
      .fontSize(8)
      .fillColor(pale)
      .text(printable, scanLeft, lowTop + 28, beside)
  })
  if (look.signature === '') return
  const end = margin + width
  pen.decoration(() => pen.line(signLeft, end, lowTop + qrSide - 14))
  const size = { width: end - signLeft, lineBreak: false } as const
  const top = lowTop + qrSide - 10
  pen.element('P', () => doc.font('text').fontSize(8).fillColor(pale).text(words.signature, signLeft, top, size))
  pen.element('P', () => doc.text(look.signature, signLeft, top, { ...size, align: 'right' }))
}
