const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/** Deeper than any body that a route takes. */
const depthMax = 64
/** More names, objects and lists than any body that a route takes: metadata has at most 64 KiB. */
const partsMax = 22_000

/**
 * Finds what would make a JSON text take long to parse, which nothing can interrupt: a megabyte of brackets takes a tenth of a
 * second. Looks at the bytes once.
 *
 * @returns the problem, in words; null when there is none
 */
export function excessOf(json: Uint8Array): string | null {
  let depth = 0
  let parts = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (byte === quote) at = endOfString(json, at)
    else if (byte === colon) parts++
    // [ and {, ] and } differ from each other in one bit.
    else if ((byte | 0x20) === 0x7b) {
      parts++
      if (++depth > depthMax) return `it is nested deeper than ${depthMax} levels`
    } else if ((byte | 0x20) === 0x7d) depth--
  }
  return parts > partsMax ? `it has more than ${partsMax.toLocaleString('en')} names, objects and lists` : null
}

function endOfString(json: Uint8Array, start: number): number {
  let end = start + 1
  while (end < json.length && json[end] !== quote) end += json[end] === backslash ? 2 : 1
  return end
}
