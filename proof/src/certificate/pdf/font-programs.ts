import { concat } from '../../encoding/hash.js'
import { NotAsWritten } from '../page-tokens.js'

/*
 * Takes a font's program apart, as our library writes a part of a font: CFF (Adobe technical note 5176) for Inter, TrueType
 * (ISO 14496-22) for DejaVu. Glyphs are kept as they are stored; the fonts have no subroutines that could change one.
 */

export interface FontProgram {
  /** Bytes that draw each glyph, by number: its outline and, in TrueType, its metrics. */
  readonly glyphs: readonly Uint8Array[]
  /** All else that changes how letters look. */
  readonly rest: Uint8Array
}

const differs = () => new NotAsWritten('a font of another kind')

function uint(bytes: Uint8Array, at: number, size: number): number {
  if (at < 0 || at + size > bytes.length) throw differs()
  let value = 0
  for (let i = at; i < at + size; i++) value = value * 256 + bytes[i]!
  return value
}

/** Reads a list of byte strings (INDEX). */
function readIndex(bytes: Uint8Array, at: number): { items: Uint8Array[]; end: number } {
  const count = uint(bytes, at, 2)
  if (count === 0) return { items: [], end: at + 2 }
  const size = uint(bytes, at + 2, 1)
  const base = at + 3 + (count + 1) * size - 1
  const offset = (index: number) => base + uint(bytes, at + 3 + index * size, size)
  const items = Array.from({ length: count }, (_, index) => bytes.subarray(offset(index), offset(index + 1)))
  const isInRow = items.every((item, index) => item.length === offset(index + 1) - offset(index))
  if (!isInRow || offset(0) !== base + 1) throw differs()
  return { items, end: offset(count) }
}

/** Operators that say where something is in the file, or how much there is: charset, CharStrings, FDArray, FDSelect, CIDCount. */
const places = { charset: 15, glyphs: 17, count: 0xc22, dictionaries: 0xc24, select: 0xc25 } as const

/** Splits a CFF font that has one dictionary of private settings and names its glyphs by their numbers. */
export function cffProgram(bytes: Uint8Array): FontProgram {
  const names = readIndex(bytes, 4)
  const tops = readIndex(bytes, names.end)
  const strings = readIndex(bytes, tops.end)
  const subroutines = readIndex(bytes, strings.end)
  const top = tops.items[0]
  if (top === undefined || tops.items.length !== 1 || subroutines.items.length > 0) throw differs()
  const { numbers, rest } = readTop(top)
  const place = (name: keyof typeof places) => numbers.get(places[name])
  const isAt = (at: number | undefined, start: number, expected: readonly number[]) =>
    at === start && expected.every((byte, i) => bytes[start + i] === byte)
  const charset = subroutines.end
  const glyphsAt = place('glyphs') ?? 0
  const { items: glyphs, end } = readIndex(bytes, glyphsAt)
  const isLong = glyphs.length > 255
  const last = [(glyphs.length - 2) >> 8, (glyphs.length - 2) & 255]
  const expectedCharset = isLong ? [2, 0, 1, ...last] : [1, 0, 1, ...last.slice(1)]
  const count = [glyphs.length >> 8, glyphs.length & 255]
  const dictionaries = end + 8
  const privates = dictionaries + 12
  const size = bytes.length - privates
  const isOurs =
    isAt(place('charset'), charset, expectedCharset) &&
    glyphsAt === charset + expectedCharset.length &&
    place('count') === glyphs.length &&
    isAt(place('select'), end, [3, 0, 1, 0, 0, 0, ...count]) &&
    isAt(place('dictionaries'), dictionaries, [0, 1, 1, 1, 8, 139 + size, 29]) &&
    uint(bytes, dictionaries + 7, 4) === privates &&
    bytes[dictionaries + 11] === 18
  if (!isOurs) throw differs()
  const around = [bytes.subarray(0, names.end), bytes.subarray(tops.end, charset), bytes.subarray(privates)]
  return { glyphs, rest: concat(rest, ...around) }
}

/** Reads a dictionary: the numbers of {@link places}, by operator, and the bytes of the others. */
function readTop(top: Uint8Array): { numbers: Map<number, number>; rest: Uint8Array } {
  const numbers = new Map<number, number>()
  const rest: Uint8Array[] = []
  const known = new Set<number>(Object.values(places))
  let start = 0
  let value = 0
  for (let at = 0; at < top.length; ) {
    const first = uint(top, at, 1)
    if (first > 21) {
      const size = first === 28 ? 3 : first === 29 ? 5 : first === 30 ? realSize(top, at) : first < 247 ? 1 : 2
      value =
        first === 29
          ? uint(top, at + 1, 4)
          : first < 247
            ? first - 139
            : (first - 247) * 256 + (uint(top, at, size) % 256) + 108
      at += size
      continue
    }
    const operator = first === 12 ? uint(top, at, 2) : first
    at += first === 12 ? 2 : 1
    if (!known.has(operator)) rest.push(top.subarray(start, at))
    else if (numbers.has(operator)) throw differs()
    else numbers.set(operator, value)
    start = at
  }
  return { numbers, rest: concat(...rest) }
}

function realSize(top: Uint8Array, at: number): number {
  let size = 1
  for (;;) {
    const byte = uint(top, at + size++, 1)
    if (byte % 16 === 15 || byte >> 4 === 15) return size
  }
}

const tags = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']

/** Splits a TrueType font that has metrics for each glyph. */
export function trueTypeProgram(bytes: Uint8Array): FontProgram {
  const tables = new Map<string, Uint8Array>()
  for (let i = 0; i < uint(bytes, 4, 2); i++) {
    const at = 12 + 16 * i
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4))
    const [offset, length] = [uint(bytes, at + 8, 4), uint(bytes, at + 12, 4)]
    if (tables.has(tag) || !tags.includes(tag) || offset + length > bytes.length) throw differs()
    tables.set(tag, bytes.subarray(offset, offset + length))
  }
  const table = (tag: string) => tables.get(tag) ?? new Uint8Array()
  const [outlines, places, metrics] = [table('glyf'), table('loca'), table('hmtx')]
  const count = metrics.length / 4
  const size = places.length / (count + 1)
  const isCounted = uint(table('maxp'), 4, 2) === count && uint(table('hhea'), 34, 2) === count
  if (!isCounted || size !== (uint(table('head'), 50, 2) === 0 ? 2 : 4)) throw differs()
  const place = (index: number) => uint(places, index * size, size) * (size === 2 ? 2 : 1)
  const glyphs = Array.from({ length: count }, (_, index) => {
    if (place(index) > place(index + 1) || place(index + 1) > outlines.length) throw differs()
    return concat(outlines.subarray(place(index), place(index + 1)), metrics.subarray(4 * index, 4 * index + 4))
  })
  const [limits, head, header] = [table('maxp'), table('head'), table('hhea')]
  return { glyphs, rest: concat(head, header.subarray(0, 34), limits.subarray(0, 4), limits.subarray(6)) }
}
