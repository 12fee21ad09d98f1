/*
 * Reads the content of a page as far as what is painted after it depends on it: states of graphics would move and clip it, and a string
 * that never ends would swallow it.
 */

const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map((letter) => letter.charCodeAt(0)))
const isRegular = (byte: number | undefined) => byte !== undefined && !whitespace.has(byte) && !delimiters.has(byte)

/** Effects of a content on the content after it. */
export interface ContentEnd {
  /** States of graphics that it restores without having saved them. */
  readonly unsaved: number
  /** States of graphics that it saves and never restores. */
  readonly unrestored: number
  /** False when a string, a list or an image has no end: readers take what follows for a part of it. */
  readonly isWhole: boolean
}

/** Returns what a content leaves behind at its end. */
export function contentEnd(content: Uint8Array): ContentEnd {
  let [unsaved, unrestored, nested, isWhole] = [0, 0, 0, true]
  for (const word of words(content)) {
    if (word === 'q') unrestored++
    else if (word === 'Q' && unrestored > 0) unrestored--
    else if (word === 'Q') unsaved++
    else if (word === '<<' || word === '[') nested++
    else if ((word === '>>' || word === ']') && nested > 0) nested--
    else if (word === endless) isWhole = false
  }
  return { unsaved, unrestored, isWhole: isWhole && nested === 0 }
}

/** Stands for a string or an image without an end. */
const endless = '('

/** Yields operators, numbers and brackets: not the words in names, strings, comments and images. */
function* words(content: Uint8Array): Generator<string, void, undefined> {
  for (let at = 0; at < content.length; ) {
    const letter = String.fromCharCode(content[at] as number)
    const isDouble = content[at + 1] === content[at]
    if (isRegular(content[at])) {
      const end = afterWord(content, at)
      const word = String.fromCharCode(...content.subarray(at, Math.min(end, at + longest)))
      yield word
      const next = word === 'ID' ? afterImage(content, end) : end
      if (next === undefined) yield endless
      at = next ?? content.length
    } else if ((letter === '<' || letter === '>') && isDouble) {
      yield letter + letter
      at += 2
    } else if (letter === '(' || letter === '<') {
      const end = letter === '(' ? afterString(content, at) : after(content, at, (byte) => byte === 0x3e)
      if (end === undefined) yield endless
      at = end ?? content.length
    } else if (letter === '%') at = after(content, at, (byte) => byte === 10 || byte === 13) ?? content.length
    else if (letter === '/') at = afterWord(content, at + 1)
    else {
      if (letter === '[' || letter === ']') yield letter
      at++
    }
  }
}

/** Longer words are cut: no operator is as long. */
const longest = 8

function after(content: Uint8Array, start: number, isEnd: (byte: number) => boolean): number | undefined {
  const end = content.subarray(start).findIndex(isEnd)
  return end < 0 ? undefined : start + end + 1
}

function afterWord(content: Uint8Array, start: number): number {
  let end = start
  while (isRegular(content[end])) end++
  return end
}

/** Parentheses in a string are balanced, or escaped. */
function afterString(content: Uint8Array, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < content.length; at++) {
    const letter = String.fromCharCode(content[at] as number)
    if (letter === '\\') at++
    else if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) return at + 1
  }
  return undefined
}

/** The bytes of an image end at the first `EI` that stands alone. */
function afterImage(content: Uint8Array, start: number): number | undefined {
  for (let at = start; at + 2 < content.length; at++) {
    const stands = whitespace.has(content[at] as number) && !isRegular(content[at + 3])
    if (stands && content[at + 1] === 0x45 && content[at + 2] === 0x49) return at + 3
  }
  return undefined
}
