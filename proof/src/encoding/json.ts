import { ProofError } from '../errors.js'
import { MAX_DEPTH, MAX_FILE_BYTES, MAX_VALUE_BYTES } from '../limits.js'

/** JSON that was read, with the number of its values; or why it wasn't, without a reason when it isn't JSON at all. */
export type JsonReading = { readonly json: unknown; readonly values: number } | { readonly problem?: string }

/**
 * Parses JSON in UTF-8, with or without a byte order mark, that all readers understand alike: I-JSON (RFC 7493), the input RFC
 * 8785 is defined for. `JSON.parse` takes the last of two members with one name, other readers the first, so a proof could read
 * differently elsewhere.
 *
 * Looks at the bytes first, because the parser would take gigabytes for what a few megabytes of brackets describe.
 */
export function readJson(bytes: Uint8Array, maxValues: number): JsonReading {
  const outline = outlineOf(bytes, maxValues)
  if (!('members' in outline)) return outline
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return {}
  }
  // The parser keeps one of several members with the same name.
  if (countMembers(json) !== outline.members) return { problem: 'an object has a member twice' }
  return { json, values: outline.values }
}

/**
 * Returns the refusal of a text that names itself one of our documents but can't be read; undefined for any other text.
 * @param problem from {@link readJson}.
 */
export function unreadDocument(bytes: Uint8Array, problem: string | undefined): ProofError | undefined {
  if (problem === undefined || !isOurs(bytes)) return undefined
  return new ProofError('malformed', `the proof was not read: ${problem}`)
}

/** Only manifests are longer than other files, and they are known by their beginning. */
function isOurs(bytes: Uint8Array): boolean {
  return bytes.length > MAX_FILE_BYTES || mentions(bytes, '"tallystick-')
}

/** Whether bytes contain a text in ASCII. */
export function mentions(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('latin1').decode(bytes).includes(text)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Bytes that JSON has outside of strings: white space, signs and letters of numbers and names, and the punctuation. */
const outside = new Uint8Array(256)
for (const character of ' \t\n\r{}[]:,"+-.0123456789Eaeflnrstu') outside[character.charCodeAt(0)] = 1

/**
 * Counts the members of a JSON text, and its values by what separates them: commas and opening brackets. Stops at the first limit, or
 * at a byte that JSON cannot have there.
 */
export function outlineOf(
  bytes: Uint8Array,
  maxValues: number,
): { readonly members: number; readonly values: number } | { readonly problem?: string } {
  let members = 0
  let values = 0
  let level = 0
  // The white space before a value counts as well.
  let valueStart = hasMark(bytes) ? 3 : 0
  for (let at = valueStart; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (outside[byte] === 0) return {}
    switch (byte) {
      case QUOTE:
        at = endOfString(bytes, at, valueStart + MAX_VALUE_BYTES)
        break
      case 0x3a: // :
        members++
        valueStart = at + 1
        break
      case 0x2c: // ,
        values++
        valueStart = at + 1
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++level > MAX_DEPTH) return { problem: `it is nested more than ${MAX_DEPTH} deep` }
        values++
        valueStart = at + 1
        break
      case 0x5d: // ]
      case 0x7d: // }
        if (--level < 0) return {}
        valueStart = at + 1
    }
    if (at - valueStart >= MAX_VALUE_BYTES) return { problem: `it has a value of more than ${MAX_VALUE_BYTES} bytes` }
    if (values > maxValues) return { problem: `it has more than ${maxValues} values` }
  }
  return { members, values }
}

/** Returns the offset of the quotation mark that ends the string, or one after `max` or the last byte. */
function endOfString(bytes: Uint8Array, start: number, max: number): number {
  let end = start + 1
  while (end < bytes.length && end <= max && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1
  return end
}

const hasMark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const isArray = Array.isArray(value)
  const values: readonly unknown[] = isArray ? value : Object.values(value)
  let count = isArray ? 0 : values.length
  for (const inner of values) count += countMembers(inner)
  return count
}
