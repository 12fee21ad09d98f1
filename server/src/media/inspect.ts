import type { Facts } from './facts.js'
import { inspectPdf, pageOfPdf } from './pdf.js'
import { pictureTypes, sizeOfPicture, thumbnailOfPicture } from './picture.js'
import { headBytes, sniff } from './sniff.js'

/** Content that is being received. */
export interface Incoming {
  /** Reads until there are more than this many bytes, or all of them. Returns everything read so far. */
  upTo(bytes: number): Promise<{ bytes: Buffer; isWhole: boolean }>
}

/**
 * Inspects content, reading no more of it than its type requires.
 *
 * @param contentBytesMax larger content gets its type and size inspected from its beginning, but no thumbnail
 * @param report called with the facts known so far, and awaited, because the next step may hang or crash
 * @returns a thumbnail, or null when there can't be one
 */
export async function inspect(
  incoming: Incoming,
  contentBytesMax: number,
  report: (facts: Facts) => Promise<void>,
): Promise<Buffer | null> {
  const head = await incoming.upTo(headBytes)
  const mimetype = await sniff(head.bytes)
  const facts = { mimetype, pages: 1, width: 0, height: 0 }
  await report(facts)
  const isPicture = pictureTypes.has(mimetype)
  if (!isPicture && mimetype !== 'application/pdf') return null
  const { bytes, isWhole } = await incoming.upTo(contentBytesMax)
  if (isPicture) await report({ ...facts, ...(await sizeOfPicture(bytes)) })
  if (!isWhole) return null
  try {
    if (isPicture) return await thumbnailOfPicture(bytes, mimetype)
    return await inspectPdf(bytes, (found) => report({ ...facts, ...found }))
  } catch {
    // Damaged content is ordinary. If it damages this process too, the process dies, not just the job.
    return null
  }
}

/**
 * Draws one page of a PDF.
 *
 * @param contentBytesMax larger content isn't drawn
 * @param page from 1
 * @returns the picture, or null when there can't be one
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
