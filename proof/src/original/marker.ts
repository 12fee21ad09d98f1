/*
 * Where the original ends within a stamped copy. The copy is the original, then one line, then what was added: the line is a comment of
 * PDF and says how many bytes are before it. One that lies, or stands anywhere else, is none.
 */

const before = '\n%tallystick-original '

/** The line that follows an original of a length in bytes, as bytes. */
export function originalMarker(length: number): Uint8Array {
  return new TextEncoder().encode(`${before}${length}\n`)
}

/** A marker is looked for in this much of a file's end, in bytes: what is added to an original is smaller. */
export const ORIGINAL_TAIL_BYTES = 4 * 1024 * 1024

/**
 * Finds the original that a file begins with.
 * @param tail the last bytes of the file, at most {@link ORIGINAL_TAIL_BYTES}.
 * @param size of the whole file, in bytes.
 * @returns the original's length in bytes; undefined when the file has no marker.
 */
export function originalLength(tail: Uint8Array, size: number): number | undefined {
  const start = size - tail.length
  const text = new TextDecoder('latin1').decode(tail)
  // The last one counts: a copy of a copy begins with a copy.
  for (let at = text.lastIndexOf(before); at !== -1; at = at === 0 ? -1 : text.lastIndexOf(before, at - 1)) {
    const [, digits] = /^([1-9]\d{0,15})\n/.exec(text.slice(at + before.length, at + before.length + 18)) ?? []
    if (digits !== undefined && Number(digits) === start + at) return start + at
  }
  return undefined
}
