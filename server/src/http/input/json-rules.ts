import { type ApiError, invalid, repeated } from '../errors.js'
import { fieldName } from './validation.js'

/*
 * JSON that the parser takes, but that means something else to another reader: a key twice in one object, of which some take the
 * first value and some the last; and numbers that would come back as other numbers.
 *
 * Other readers of JSON share the first rule, not the work. Package proof refuses a file by the limits of its format and needs no
 * names (`encoding/json`); a client has to learn which field is wrong, and where the text stops being JSON. A multi-stamp is never
 * in memory as a whole, so its keys are compared as they arrive (`stamps/multi/grammar`).
 */

/**
 * Checks a JSON text that was parsed.
 *
 * @param json what the parser made of it
 * @returns the error to answer, which names the first key or number that is at fault
 */
export function jsonFault(text: string, json: unknown): ApiError | null {
  const { members, isExact } = scan(text)
  // The parser keeps one of several members with the same key.
  if (isExact && members === countMembers(json)) return null
  return firstFault(text)
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/** Counts members, and looks for numbers that lose precision. Fast: it sees every body. */
function scan(text: string): { members: number; isExact: boolean } {
  let members = 0
  let isExact = true
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === colon) members++
    else if (isNumberStart(character)) {
      const end = endOfNumber(text, at)
      if (isExact) isExact = survives(text, at, end)
      at = end - 1
    }
  }
  return { members, isExact }
}

function countMembers(json: unknown): number {
  let count = 0
  const waiting = [json]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const one of value) if (typeof one === 'object') waiting.push(one)
      continue
    }
    for (const key in value) {
      count++
      const one = (value as Record<string, unknown>)[key]
      if (typeof one === 'object') waiting.push(one)
    }
  }
  return count
}

/** A container around the current place: an object with its keys so far, or a list with the current index. */
type Container = { keys: Set<string>; key: string } | { index: number }

/** Names the first key or number at fault. The text is valid JSON. */
function firstFault(text: string): ApiError | null {
  const open: Container[] = []
  const path = () => fieldName(open.map((one) => ('keys' in one ? one.key : String(one.index))))
  let isKey = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    const inner = open.at(-1)
    if (character === quote) {
      const end = endOfString(text, at)
      if (isKey && inner && 'keys' in inner) {
        const key = text.slice(at + 1, end)
        inner.key = key.includes('\\') ? (JSON.parse(text.slice(at, end + 1)) as string) : key
        if (inner.keys.has(inner.key)) return repeated(path())
        inner.keys.add(inner.key)
        isKey = false
      }
      at = end
    } else if (isNumberStart(character)) {
      const end = endOfNumber(text, at)
      if (!survives(text, at, end))
        return invalid(path() || 'body', `${imprecise} ${text.slice(at, end).slice(0, 40)}.`)
      at = end - 1
    } else if (character === 0x7b) {
      open.push({ keys: new Set(), key: '' })
      isKey = true
    } else if (character === 0x5b) {
      open.push({ index: 0 })
    } else if (character === 0x7d || character === 0x5d) {
      open.pop()
      isKey = false
    } else if (character === 0x2c && inner) {
      if ('keys' in inner) isKey = true
      else inner.index++
    }
  }
  return null
}

const imprecise =
  'expected a number that keeps its value (integers up to 9007199254740991, at most 17 digits). Send as a string:'

/** Returns the offset of the quotation mark that ends the string. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (text.charCodeAt(end) !== quote) end += text.charCodeAt(end) === backslash ? 2 : 1
  return end
}

const isDigit = (character: number) => character >= 0x30 && character <= 0x39
/** A minus sign or a digit. */
const isNumberStart = (character: number) => character === 0x2d || isDigit(character)

/** Returns the offset after the number. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1
  for (; end < text.length; end++) {
    const character = text.charCodeAt(end)
    // . + - e E
    const isPart = isDigit(character) || character === 0x2e || character === 0x2b || character === 0x2d
    if (!isPart && (character | 0x20) !== 0x65) break
  }
  return end
}

/** Digits that every number of this many survives as, and that no number needs more of. */
const safeDigits = 15
const digitsMax = 17

/** Returns whether the number between two offsets is still the one that was sent, once it is a number of IEEE 754. */
function survives(text: string, start: number, end: number): boolean {
  const sent = text.slice(start, end)
  if (sent.length <= safeDigits && !sent.includes('e') && !sent.includes('E')) return true
  const value = Number(sent)
  // Most writers send the shortest form.
  if (String(value) === sent) return true
  const exact = decimalOf(sent)
  if (exact.digits === '') return true
  if (exact.digits.length > digitsMax || !Number.isFinite(value)) return false
  return [String(value), value.toExponential(exact.digits.length - 1)].some((text) => {
    const kept = decimalOf(text)
    return kept.digits === exact.digits && kept.exponent === exact.exponent
  })
}

/** Returns a number's digits, without zeros at the ends, and its power of ten: 0.{digits} × 10^exponent. */
function decimalOf(number: string): { digits: string; exponent: number } {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(number) ?? []
  const all = whole + fraction
  const significant = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - significant.length)
  return { digits: significant.replace(/0+$/, ''), exponent }
}
