import type { ProofAnchor, ProofDocument } from '../format.js'
import { timeProblem } from './stated-times.js'

/** A block whose time can't be, as far as the issuer's clock was right. */
export type MisdatedBlock = {
  readonly anchor: ProofAnchor
  readonly blockTime: string
  /** When the issuer says that it received the entry. */
  readonly received: string
}

/** The details of an entry, if the proof has them. */
type Details = { readonly details?: ProofDocument['details'] | undefined }

/** Returns when the issuer says that it received the entry, as `Date.toISOString` writes it; undefined when the proof doesn't say. */
export function receivedAt({ details }: Details): string | undefined {
  return [details?.createdAt, details?.at].find((text) => typeof text === 'string' && isTime(text)) as
    | string
    | undefined
}

/**
 * Finds a block of a proof that is dated before its entry was received, as the issuer says: one of the two clocks was wrong.
 *
 * @param anchors anchors of the proof or of its witnesses
 */
export function misdatedBlock(proof: Details, anchors: readonly ProofAnchor[]): MisdatedBlock | undefined {
  const received = receivedAt(proof)
  if (received === undefined) return undefined
  const notBeforeMs = Date.parse(received)
  for (const anchor of anchors) {
    const { blockTime } = anchor
    if (blockTime === undefined) continue
    if (timeProblem({ timeMs: Date.parse(blockTime) }, { notBeforeMs }) === 'early')
      return { anchor, blockTime, received }
  }
  return undefined
}

function isTime(text: string): boolean {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString() === text
}
