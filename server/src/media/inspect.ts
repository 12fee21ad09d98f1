import type { Facts } from './facts.js'
import { lookAtPdf, pageOfPdf } from './pdf.js'
import { pictureTypes, sizeOfPicture, thumbnailOfPicture } from './picture.js'
import { headBytes, sniff } from './sniff.js'

/** Content as it comes in. */
export interface Incoming {
  /** Reads on until there are so many bytes, or all. */
  upTo(bytes: number): Promise<{ bytes: Buffer; isWhole: boolean }>
}

/**
 * Looks at content, reading no more of it than its type asks for.
 *
 * @param contentBytesMax of what is larger, only the beginning is looked at
 * @param tell is told what is known, better from time to time, and waited for: what comes next may never end
 * @returns a thumbnail; null where there can be none
 */
export async function look(
  incoming: Incoming,
  contentBytesMax: number,
  tell: (facts: Facts) => Promise<void>,
): Promise<Buffer | null> {
  const head = await incoming.upTo(headBytes)
  const mimetype = await sniff(head.bytes)
  const facts = { mimetype, pages: 1, width: 0, height: 0 }
  await tell(facts)
  const isPicture = pictureTypes.has(mimetype)
  if (!isPicture && mimetype !== 'application/pdf') return null
  const { bytes, isWhole } = await incoming.upTo(contentBytesMax)
  if (isPicture) await tell({ ...facts, ...(await sizeOfPicture(bytes)) })
  if (!isWhole) return null
  try {
    if (isPicture) return await thumbnailOfPicture(bytes, mimetype)
    return await lookAtPdf(bytes, (seen) => tell({ ...facts, ...seen }))
  } catch {
    // Broken content is ordinary; what it breaks of ours ends the process, not the job alone.
    return null
  }
}

/**
 * Draws one page of a PDF.
 *
 * @param contentBytesMax what is larger is not drawn
 * @param page from 1
 * @returns the picture; null where there can be none
 */
export async function draw(incoming: Incoming, contentBytesMax: number, page: number): Promise<Buffer | null> {
  const { bytes, isWhole } = await incoming.upTo(contentBytesMax)
  if (!isWhole) return null
  try {
    return await pageOfPdf(bytes, page)
  } catch {
    return null
  }
}
