/** A range of bytes, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Parses a Range header (RFC 9110 §14.2).
 *
 * @param size bytes of the content
 * @returns null for the whole content: no range, an unknown form, or several ranges, which a server may ignore; `unsatisfiable`
 *   when the content has no such bytes
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, from, to] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  if (from === '') {
    const last = Math.min(Number(to), size)
    return last === 0 ? 'unsatisfiable' : { start: size - last, end: size - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/** Returns whether If-None-Match holds the entity tag. Weak comparison (RFC 9110 §13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** Returns whether If-Range allows a range (RFC 9110 §13.1.5). Only a strong tag can match. */
export function allowsRange(header: string | undefined, tag: string): boolean {
  return header === undefined || header.trim() === tag
}
