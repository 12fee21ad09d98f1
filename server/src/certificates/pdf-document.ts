import { readFileSync } from 'node:fs'
import type { CertificateFace } from '@tallystick/proof/certificate'
import { pdfLook } from '@tallystick/proof/certificate'
import PDFDocument from 'pdfkit'
import { type Layouts, type ParsedFont, parsedFont, registerParsed, shareLayouts } from '../base/internals.js'
import { ownFile } from '../base/own-files.js'

// Embedded, so that the certificate looks the same everywhere, even decades from now.
const fonts = { text: 'Inter-Regular.otf', bold: 'Inter-SemiBold.otf', exact: 'DejaVuSansMono.ttf' }
export type FontName = keyof typeof fonts
/** By name. */
const known = new Map<string, { font: ParsedFont; layouts: Layouts }>()
/** Words of a font that are remembered: those of both languages, and hashes, which don't come again. */
const wordsMax = 2_000

function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(fonts)) {
    let own = known.get(name)
    if (!own) {
      doc.registerFont(name, readFileSync(ownFile(`fonts/${file}`)))
      own = { font: parsedFont(doc.font(name)), layouts: Object.create(null) as Layouts }
      known.set(name, own)
    }
    registerParsed(doc, name, own.font)
  }
  shareWords(doc)
}

/** Has a PDF take words that others laid out, and forgets them when they are too many. Call it from time to time while drawing much. */
export function shareWords(doc: PDFKit.PDFDocument): void {
  for (const [name, own] of known) {
    if (Object.keys(own.layouts).length > wordsMax) own.layouts = Object.create(null) as Layouts
    shareLayouts(doc.font(name), own.layouts)
  }
}

/** Options of a certificate's PDF. */
export interface PdfOptions {
  /** Leaves room for a signature. */
  isSigned: boolean
  /** The issuer's logo: PNG, as {@link logoOf} writes it. */
  logo?: Uint8Array | undefined
}

/** Begins the PDF of a certificate: PDF/A-3b, tagged. The caller draws, and ends it. */
export function newDocument(language: string): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: pdfLook.margin,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: language.toLowerCase(),
    displayTitle: true,
  })
  registerFonts(doc)
  return doc
}

/** Tells programs what the PDF is. */
export function describe(doc: PDFKit.PDFDocument, { name, headline, parameters }: CertificateFace): void {
  Object.assign(doc.info, { Title: name, Author: 'Tallystick', Subject: headline, Keywords: parameters })
}

/** Attaches a proof. */
export function attach(doc: PDFKit.PDFDocument, { filename, json }: { filename: string; json: string }): void {
  doc.file(Buffer.from(json), { name: filename, type: 'application/json', relationship: 'Data' } as object)
}

/** Ends a PDF, and resolves once its last bytes were emitted. */
export function ended(doc: PDFKit.PDFDocument): Promise<void> {
  return new Promise((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
    doc.end()
  })
}
