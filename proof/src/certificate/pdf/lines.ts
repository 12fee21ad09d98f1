import { type Binding, shortened } from '../binding.js'
import { escaped } from '../certificate.js'
import type { Style } from './layout-items.js'
import type { DrawnLine } from './page.js'

export type Change = Extract<Binding, { status: 'changed' }>

export const changed = (reason: Change['reason'], found: string, expected?: string): Change => ({
  status: 'changed',
  reason,
  found: shortened(found),
  ...(expected === undefined ? {} : { expected: shortened(expected) }),
})
export const structure = (found: string) => changed('structure', found)

/** Joins lines as they are read. */
export const textOf = (lines: readonly DrawnLine[]) => lines.map(({ text }) => text).join(' ')

export const isLike = (line: DrawnLine, { face, size, color }: Pick<Style, 'face' | 'size' | 'color'>) =>
  line.face === face && line.size === size && line.color === color
export const isClose = (one: number, other: number) => Math.abs(one - other) < 0.01

export const isNear = (box: { x: number; y: number; width: number; height: number }, other: typeof box) =>
  (['x', 'y', 'width', 'height'] as const).every((side) => isClose(box[side], other[side]))

/**
 * Takes a drawn line from the beginning of a text. Letters that the font lacks are drawn as their code points; any kind of space is
 * drawn as any other; where a line ends, spaces are left out. An accent may be a part of its letter or follow it: the shape is one.
 */
export function takeLine(rest: { text: string }, line: string): boolean {
  let left: string | undefined = line.trimEnd().normalize('NFC')
  const text = rest.text.normalize('NFC')
  let at = 0
  while (left !== '' && at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    left = withoutStart(left, [character]) ?? withoutStart(left, [...character.normalize('NFD')])
    if (left === undefined) return false
    at += character.length
  }
  rest.text = text.slice(at).trimStart()
  return left === ''
}

/** Takes characters from the beginning of what is drawn; undefined when others are. */
function withoutStart(drawn: string, characters: readonly string[]): string | undefined {
  let left = drawn
  for (const character of characters) {
    const isSpace = /\s/.test(character) && /^\s/.test(left)
    const shown = left.startsWith(character) || isSpace ? character : escaped(character)
    if (!isSpace && !left.startsWith(shown)) return undefined
    left = left.slice(shown.length)
  }
  return left
}
