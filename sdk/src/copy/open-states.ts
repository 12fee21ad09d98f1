/*
 * Counts how many states of graphics the content of a page leaves open. What is painted after it would be moved and clipped by them.
 */

const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((letter) => letter.charCodeAt(0)))
const isRegular = (byte: number | undefined) => byte !== undefined && !whitespace.has(byte) && !delimiters.has(byte)

/** Returns the number of `q` that no `Q` closes. A `Q` with nothing to close counts for nothing, as readers take it. */
export function openStates(content: Uint8Array): number {
  let open = 0
  for (const operator of words(content)) {
    if (operator === 'q') open++
    else if (operator === 'Q' && open > 0) open--
  }
  return open
}

/** Yields operators and numbers: not the words in names, strings, comments and images. */
function* words(content: Uint8Array): Generator<string, void, undefined> {
  for (let at = 0; at < content.length; ) {
    const letter = String.fromCharCode(content[at] as number)
    if (letter === '(') at = afterString(content, at)
    else if (letter === '<' && content[at + 1] !== 0x3c) at = after(content, at, (byte) => byte === 0x3e)
    else if (letter === '%') at = after(content, at, (byte) => byte === 10 || byte === 13)
    else if (letter === '/') at = afterWord(content, at + 1)
    else if (isRegular(content[at])) {
      const end = afterWord(content, at)
      const word = String.fromCharCode(...content.subarray(at, Math.min(end, at + longest)))
      yield word
      at = word === 'ID' ? afterImage(content, end) : end
    } else at++
  }
}

/** Longer words are cut: no operator is as long. */
const longest = 8

function after(content: Uint8Array, start: number, isEnd: (byte: number) => boolean): number {
  const end = content.subarray(start).findIndex(isEnd)
  return end < 0 ? content.length : start + end + 1
}

function afterWord(content: Uint8Array, start: number): number {
  let end = start
  while (isRegular(content[end])) end++
  return end
}

/** Parentheses in a string are balanced, or escaped. */
function afterString(content: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < content.length; at++) {
    const letter = String.fromCharCode(content[at] as number)
    if (letter === '\\') at++
    else if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) return at + 1
  }
  return content.length
}

/** The bytes of an image end at the first `EI` that stands alone. */
function afterImage(content: Uint8Array, start: number): number {
  for (let at = start; at + 2 < content.length; at++) {
    const stands = whitespace.has(content[at] as number) && !isRegular(content[at + 3])
    if (stands && content[at + 1] === 0x45 && content[at + 2] === 0x49) return at + 3
  }
  return content.length
}
