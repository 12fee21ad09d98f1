import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import jsqr from 'jsqr'

/** What an independent program finds in a PDF. */
export interface ReadPdf {
  pages: number
  /** The text of all pages, each run of white space collapsed to one space. */
  text: string
  /** The content of the QR code on the first page. */
  qr: string | undefined
}

type Decode = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null

/** Reads a PDF with pdfium: its text, and the QR code as a camera sees it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const texts: string[] = []
  for (const page of document.pages()) texts.push(page.getText())
  const { data, width, height } = await document.getPage(0).render({ scale: 2, render: 'bitmap' })
  const found = (jsqr as unknown as { default?: Decode }).default ?? (jsqr as unknown as Decode)
  const qr = found(new Uint8ClampedArray(data), width, height)?.data
  const pages = document.getPageCount()
  document.destroy()
  library.destroy()
  return { pages, text: texts.join(' ').replace(/\s+/g, ' '), qr }
}

/** Returns the raw bytes of a PDF's only attachment (ISO 32000-1 §7.11.4). */
export function attachmentOf(bytes: Buffer): Buffer {
  const at = bytes.indexOf('/EmbeddedFile\n') < 0 ? bytes.indexOf('/EmbeddedFile') : bytes.indexOf('/EmbeddedFile\n')
  const start = bytes.indexOf('stream\n', at) + 'stream\n'.length
  return inflateSync(bytes.subarray(start, bytes.indexOf('\nendstream', start)))
}
