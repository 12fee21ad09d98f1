/** Bytes, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The range that a request asks for (RFC 9110 §14.2).
 *
 * @param header the Range header
 * @param size bytes there are
 * @returns null for all of it: no range, one in a form that is not understood, or several, which a server may ignore;
 *   `unsatisfiable` when there are no such bytes
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

/** Is one of the entity tags of If-None-Match this one? Weak comparison (RFC 9110 §13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** Does the range still belong to what the client has (If-Range, RFC 9110 §13.1.5)? Only a strong tag can say so. */
export function allowsRange(header: string | undefined, tag: string): boolean {
  return header === undefined || header.trim() === tag
}
