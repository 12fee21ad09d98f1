import type { CopyErrorCode } from '@tallystick/sdk/copy'

/**
 * A stamped copy. It begins with its document, which stays where it is on the disk: kept is only what comes after it. So any number of
 * copies needs little memory, and nothing is written anywhere before the copies are saved.
 */
export interface PdfCopy {
  readonly code: string
  readonly name: string
  /** SHA-256 of the copy, hex. */
  readonly hash: string
  /** CRC-32 of the copy. */
  readonly crc: number
  /** The bytes after the document's. */
  readonly tail: Blob
}

/** No copy was made of a document. */
export class CopyRefusal extends Error {
  override readonly name = 'CopyRefusal'
  readonly reason: CopyErrorCode | 'unreadable'

  constructor(reason: CopyErrorCode | 'unreadable') {
    super(`no copy: ${reason}`)
    this.reason = reason
  }

  /** Whether the document is the reason: it can be stamped as it is. */
  get isOfDocument(): boolean {
    return !otherReasons.has(this.reason)
  }
}

const otherReasons: ReadonlySet<CopyRefusal['reason']> = new Set(['timestamp', 'seal', 'code', 'letters', 'unreadable'])

/** Returns the content of a copy: the document, and what comes after it. */
export function contentOf(file: File, { tail }: PdfCopy): Blob {
  return new Blob([file, tail], { type: 'application/pdf' })
}
