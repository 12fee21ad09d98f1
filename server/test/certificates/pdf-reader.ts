import { inflateSync } from 'node:zlib'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import jsqr from 'jsqr'

/** An independent program's findings in a PDF. */
export interface ReadPdf {
  pages: number
  /** The text of all pages, each run of white space collapsed to one space. */
  text: string
}

type Decode = (
  data: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: 'dontInvert' },
) => { data: string } | null

let library: Promise<PDFiumLibrary> | undefined

/** Opens a PDF with pdfium, which stays loaded. */
async function withDocument<T>(bytes: Uint8Array, read: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(bytes)
  try {
    return await read(document)
  } finally {
    document.destroy()
  }
}

/** Reads the text of a PDF with pdfium. */
export function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  return withDocument(bytes, (document) => {
    const texts = [...document.pages()].map((page) => page.getText())
    return { pages: document.getPageCount(), text: texts.join(' ').replace(/\s+/g, ' ') }
  })
}

/** Reads the QR code on the first page of a PDF as a camera sees it, with `dpi` dots an inch. */
export function readQr(bytes: Uint8Array, dpi = 144): Promise<string | undefined> {
  return withDocument(bytes, async (document) => {
    const { data, width, height } = await document.getPage(0).render({ scale: dpi / 72, render: 'bitmap' })
    const found = (jsqr as unknown as { default?: Decode }).default ?? (jsqr as unknown as Decode)
    return found(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data
  })
}

/** Returns the raw bytes of a PDF's only attachment (ISO 32000-1 §7.11.4). */
export function attachmentOf(bytes: Buffer): Buffer {
  const at = bytes.indexOf('/EmbeddedFile\n') < 0 ? bytes.indexOf('/EmbeddedFile') : bytes.indexOf('/EmbeddedFile\n')
  const start = bytes.indexOf('stream\n', at) + 'stream\n'.length
  return inflateSync(bytes.subarray(start, bytes.indexOf('\nendstream', start)))
}
