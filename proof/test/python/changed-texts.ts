import { concat, utf8 } from '../../src/encoding/hash.js'
import type { Dice } from './dice.js'

const mark = Uint8Array.of(0xef, 0xbb, 0xbf)
const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}[]${'}'.repeat(depth)}`

/** Values as a text may write them, in the place of another value. */
const spellings = [
  '-0',
  '-0.0',
  '0e0',
  '1e0',
  '1.0',
  '1E+00',
  '10e-1',
  '01',
  '+1',
  '1.',
  '.5',
  '1e',
  '--1',
  '0x1',
  '1_000',
  '9007199254740991.4',
  '9007199254740993',
  '9'.repeat(400),
  `${'1'.repeat(5000)}.5e-4990`,
  '1e400',
  '-1e999',
  '5e-324',
  '1e-400',
  '333333333.33333329',
  '1e21',
  '123456789012345680000',
  '0.000001',
  '1.5e-7',
  'NaN',
  'Infinity',
  '-Infinity',
  'True',
  'undefined',
  "'a'",
  '"\\u0041"',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"\\ude00\\ud83d"',
  '"\\uD83D\\u0041"',
  '"\\x41"',
  '"\\u00g0"',
  '"\\u 041"',
  '"\\u+041"',
  '"\\/"',
  '"\\a"',
  '"a\tb"',
  '"a\nb"',
  '"\u007f\u2028"',
  '"\u0000"',
  '"open',
  '[1,]',
  '[,1]',
  '{"a":1,}',
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"a":{"b":1},"c":{"b":2}}',
  '{"__proto__":{"code":"x"},"b":[]}',
  '{"10":1,"9":2,"a":3,"\\ud83d\\ude00":4,"\\uffff":5}',
  '{a:1}',
  '{"a" 1}',
  '{"toJSON":1}',
  '/**/1',
  ...[253, 254, 255, 256, 257, 300, 5000, 100_000].map(nested),
  ...[252, 253, 254, 255, 256, 2000].map(nestedObjects),
]

const gaps = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u000b',
  '\u000c',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u0000',
  ',',
  '//x\n',
  'x',
]

/** The texts that every run tries: all spellings of a member of the details, of an index, and around the document. */
export function* everyText(json: { readonly details?: object }): Generator<Uint8Array> {
  const { details, ...rest } = json
  const text = JSON.stringify(rest)
  const known = JSON.stringify({ ...details, z: 0 }).replace(/0}$/, '')
  for (const spelling of spellings) {
    yield utf8(`${text.slice(0, -1)},"details":${known}${spelling}}}`)
    yield utf8(`${text.slice(0, -1)},"details":${spelling}}`)
    yield utf8(JSON.stringify(json).replace(/"leafIndex":\d+/, `"leafIndex":${spelling}`))
    yield utf8(JSON.stringify(json).replace('"version":1', `"version":${spelling}`))
    yield utf8(spelling)
  }
  for (const gap of gaps) yield utf8(`${gap}${JSON.stringify(json)}${gap}`)
  const whole = utf8(JSON.stringify(json))
  yield concat(mark, whole)
  yield concat(mark, mark, whole)
  yield concat(whole, mark)
  yield Buffer.from(`\ufeff${JSON.stringify(json)}`, 'utf16le')
  yield concat(whole, whole)
  yield new Uint8Array()
}

/** Changes a document's text in one place. */
export function changeBytes(text: string, dice: Dice): Uint8Array {
  // Where a value, a name or a gap begins.
  const places = [...text.matchAll(/[[\]{}:,]|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g)]
  const place = dice.pick(places)
  const after = place.index + place[0].length
  if (dice.chance(0.3)) return utf8(text.slice(0, place.index) + dice.pick(spellings) + text.slice(after))
  if (dice.chance(0.3)) return utf8(text.slice(0, place.index) + dice.pick(gaps) + text.slice(place.index))
  if (dice.chance(0.2)) return utf8(text.slice(0, place.index) + text.slice(after))
  if (dice.chance(0.2)) return utf8(text.slice(0, after) + place[0] + text.slice(after))
  const bytes = utf8(text)
  const at = dice.below(bytes.length)
  if (dice.chance(0.5)) return concat(bytes.subarray(0, at), dice.pick(wrongUtf8), bytes.subarray(at))
  bytes[at] = dice.below(256)
  return bytes
}

/** Lone bytes, an overlong slash, a surrogate, a code point too large, half a character. */
const wrongUtf8 = [[0x80], [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]].map(
  (bytes) => Uint8Array.from(bytes),
)
