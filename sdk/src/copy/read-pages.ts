import { openOriginal } from './document.js'
import { boxOf } from './pages.js'
import { type Size, shownSize } from './place.js'

/** Pages of a document that a copy can be made of. */
export interface PdfPages {
  readonly count: number
  /** Sizes as they are shown, in points. */
  readonly first: Size
  readonly last: Size
  /** Signed or certified: its copy gets a timestamp alone, and no mark. */
  readonly isSigned: boolean
}

/**
 * Reads the pages of a PDF, to choose the place of the mark.
 *
 * @throws {CopyError} when no copy of it can be made
 */
export async function readPages(original: Uint8Array): Promise<PdfPages> {
  const { pdf, isSigned } = await openOriginal(original)
  const count = pdf.getPageCount()
  return { count, first: shownSize(boxOf(pdf, 0)), last: shownSize(boxOf(pdf, count - 1)), isSigned }
}
