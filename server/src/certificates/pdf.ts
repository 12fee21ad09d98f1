import type { Certificate } from '@tallystick/proof/certificate'
import { attach, describe, ended, newDocument, type PdfOptions } from './pdf-document.js'
import { FrontPages } from './pdf-pages.js'
import { addSignaturePlace } from './signing/pdf-signature.js'

/** Draws a certificate as an A4 PDF with the proof attached. */
export async function certificatePdf(certificate: Certificate, { isSigned, logo }: PdfOptions): Promise<Buffer> {
  const doc = newDocument(certificate.language)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  describe(doc, certificate)
  attach(doc, certificate.proof)
  if (isSigned) addSignaturePlace(doc).end()
  const pages = new FrontPages(doc)
  pages.draw(certificate, logo && Buffer.from(logo))
  pages.end(certificate)
  await ended(doc)
  return Buffer.concat(chunks)
}
