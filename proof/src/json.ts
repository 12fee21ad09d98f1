import { MAX_DEPTH } from './jcs.js'

/**
 * Parses JSON that all readers understand alike: I-JSON (RFC 7493), the input RFC 8785 is defined for. `JSON.parse` takes the
 * last of two members with one name, other readers the first, so a proof could read differently elsewhere.
 * @throws SyntaxError when it isn't JSON, a member appears twice, or it is nested more than {@link MAX_DEPTH} deep.
 */
export function parseJson(text: string): unknown {
  const { members, depth } = outlineOf(text)
  if (depth > MAX_DEPTH) throw new SyntaxError(`nested more than ${MAX_DEPTH} deep`)
  const value: unknown = JSON.parse(text)
  if (countMembers(value) !== members) throw new SyntaxError('a member appears twice')
  return value
}

/** Counts the members of a JSON text and the arrays and objects inside each other. */
function outlineOf(text: string): { members: number; depth: number } {
  let members = 0
  let level = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === ':') members++
    else if (character === '{' || character === '[') depth = Math.max(depth, ++level)
    else if (character === '}' || character === ']') level--
  }
  return { members, depth }
}

/** Returns the offset of the quotation mark that ends the string, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** The parser keeps one of several members with the same name, so fewer members than written means a repeated one. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const isArray = Array.isArray(value)
  const values: readonly unknown[] = isArray ? value : Object.values(value)
  return values.reduce<number>((count, inner) => count + countMembers(inner), isArray ? 0 : values.length)
}
