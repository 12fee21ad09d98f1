import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { pageOfPixels, pageSide, thumbnailOfPixels, thumbnailSide } from './picture.js'

// Read at the start, as long as the process may read files.
const program = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))

/** What is seen of a PDF at the first look. */
export interface PdfFacts {
  pages: number
  /** Of the first page, in points (1/72 inch). */
  width: number
  height: number
}

/**
 * Looks into a PDF and draws its first page, in a memory of its own that goes with it.
 *
 * @param tell is told the facts as soon as they are known, before the page is drawn
 * @throws Error for what is broken, or locked with a password
 */
export async function lookAtPdf(bytes: Uint8Array, tell: (facts: PdfFacts) => Promise<void>): Promise<Buffer> {
  const document = await open(bytes)
  const pages = document.getPageCount()
  await tell({ pages, width: 0, height: 0 })
  const page = document.getPage(0)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  if (!(width > 0 && height > 0)) throw new Error('a page without a size')
  await tell({ pages, width, height })
  // Twice as large as needed: letters get better that way.
  const drawn = await render(page, 2 * thumbnailSide)
  return thumbnailOfPixels(drawn.data, drawn.width, drawn.height)
}

/**
 * Draws one page of a PDF, large enough to be read.
 *
 * @param number from 1
 * @throws Error for what is broken, or locked with a password, and when there is no such page
 */
export async function pageOfPdf(bytes: Uint8Array, number: number): Promise<Buffer> {
  const document = await open(bytes)
  if (number > document.getPageCount()) throw new Error('no such page')
  const drawn = await render(document.getPage(number - 1), pageSide)
  return pageOfPixels(drawn.data, drawn.width, drawn.height)
}

async function open(bytes: Uint8Array): Promise<PDFiumDocument> {
  const { buffer, byteOffset, byteLength } = program
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  const library = await PDFiumLibrary.init({ wasmBinary })
  return library.loadDocument(bytes)
}

/** The pixels of a page whose longer side has so many of them. */
function render(page: PDFiumPage, side: number) {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = side / Math.max(originalWidth, originalHeight)
  const [width, height] = [originalWidth, originalHeight].map((length) => Math.max(1, Math.round(length * scale)))
  return page.render({ width: width as number, height: height as number, render: 'bitmap' })
}
