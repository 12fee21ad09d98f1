import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { thumbnailOfPixels, thumbnailSide } from './picture.js'

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
  const { buffer, byteOffset, byteLength } = program
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  const library = await PDFiumLibrary.init({ wasmBinary })
  const document = await library.loadDocument(bytes)
  const pages = document.getPageCount()
  await tell({ pages, width: 0, height: 0 })
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('a page without a size')
  await tell({ pages, width: originalWidth, height: originalHeight })
  // Twice as large as needed: letters get better that way.
  const scale = (2 * thumbnailSide) / Math.max(originalWidth, originalHeight)
  const [width, height] = [originalWidth, originalHeight].map((side) => Math.max(1, Math.round(side * scale)))
  const drawn = await page.render({ width: width as number, height: height as number, render: 'bitmap' })
  return thumbnailOfPixels(drawn.data, drawn.width, drawn.height)
}
