import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { pageOfPixels, pageSide, thumbnailOfPixels, thumbnailSide } from './picture.js'

// Read on load: later the process may no longer open files.
const program = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))

/** Facts of a PDF. */
export interface PdfFacts {
  pages: number
  /** Of the first page, in points (1/72 inch). */
  width: number
  height: number
}

/**
 * Inspects a PDF and draws its first page, in a WebAssembly instance used for this PDF only.
 *
 * @param report called with the facts as soon as they are known, before the page is drawn
 * @throws {Error} when the PDF is damaged or password-protected
 */
export async function inspectPdf(bytes: Uint8Array, report: (facts: PdfFacts) => Promise<void>): Promise<Buffer> {
  const document = await open(bytes)
  const pages = document.getPageCount()
  await report({ pages, width: 0, height: 0 })
  const page = document.getPage(0)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  if (!(width > 0 && height > 0)) throw new Error('the page has no size')
  await report({ pages, width, height })
  // Rendered at twice the size for sharper text.
  const drawn = await render(page, 2 * thumbnailSide)
  return thumbnailOfPixels(drawn.data, drawn.width, drawn.height)
}

/**
 * Draws one page of a PDF, large enough to read.
 *
 * @param number from 1
 * @throws {Error} when the PDF is damaged or password-protected, or doesn't have the page
 */
export async function pageOfPdf(bytes: Uint8Array, number: number): Promise<Buffer> {
  const document = await open(bytes)
  if (number > document.getPageCount()) throw new Error('the page does not exist')
  const drawn = await render(document.getPage(number - 1), pageSide)
  return pageOfPixels(drawn.data, drawn.width, drawn.height)
}

async function open(bytes: Uint8Array): Promise<PDFiumDocument> {
  const { buffer, byteOffset, byteLength } = program
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  const library = await PDFiumLibrary.init({ wasmBinary })
  return library.loadDocument(bytes)
}

/** Renders a page to a bitmap. @param side pixels of the longer side */
function render(page: PDFiumPage, side: number) {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = side / Math.max(originalWidth, originalHeight)
  const [width, height] = [originalWidth, originalHeight].map((length) => Math.max(1, Math.round(length * scale)))
  return page.render({ width: width as number, height: height as number, render: 'bitmap' })
}
