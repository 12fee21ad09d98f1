import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../test/tier.js'
import { Items } from '../../src/stamps/multi/items.js'
import { someHash } from '../service.js'

const random = seeded('items')
const [first, second] = [someHash(), someHash()]
const good = `{"hash":"${first}","filename":"a"}`

/** Reads a body in pieces. */
function read(body: string | Buffer, pieceMax = 7, key = false): { items: Items; fingerprint: Buffer | undefined } {
  const items = new Items({ itemsMax: 3, fingerprintOf: key ? ['POST', '/multi-stamp'] : undefined })
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + Math.floor(random() * pieceMax)
    items.read(bytes.subarray(at, end))
    at = end
  }
  return { items, fingerprint: items.end() }
}

it('reads items wherever the body is cut, and gives repeated hashes one stamp', () => {
  const names = ['Bericht „Ä“ 😀.pdf', 'a"\\/\n'.slice(0, 4), '🙂'.repeat(255)]
  const body = names.map((filename, at) => ({
    filename,
    hash: at === 1 ? second : first.toUpperCase(),
    isPrivate: at === 1,
  }))
  for (const text of [
    JSON.stringify(body),
    JSON.stringify(body, null, '\t'),
    JSON.stringify(body).replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ]) {
    const { items } = read(text)
    expect([items.length, items.stampOf(0), items.stampOf(1), items.stampOf(2)]).toEqual([3, 0, 1, 0])
    expect([items.hashes.at(0).toString('hex'), items.hashes.at(1).toString('hex')]).toEqual([first, second])
    expect([items.names.at(0).toString(), items.names.at(1).toString()]).toEqual(names.slice(0, 2))
    expect([items.isPrivate(0), items.isPrivate(1)]).toEqual([false, true])
  }
})

it('computes the fingerprint of a request as for parsed bodies', () => {
  const body = [
    { filename: 'ä', hash: first },
    { hash: second, filename: 'b', isPrivate: true },
  ]
  const expected = createHash('sha256')
    .update(JSON.stringify(['POST', '/multi-stamp', body]))
    .digest()
  expect(read(JSON.stringify(body, null, 2), 9, true).fingerprint).toEqual(expected)
})

const item = (fields: string) => `[${good},{${fields}}]`
const hash = `"hash":"${second}"`
describe('400, naming the item', () => {
  it.each([
    ['an empty body', '', 'The body is missing. Expected JSON.'],
    ['no list', '{"a":[]}', 'body: expected a list'],
    ['a text', '"[]"', 'body: expected a list'],
    ['no items', ' [ ] ', 'body: expected at least 1 item'],
    ['too many, whatever is in them', `[${good},5,{},[],${good}]`, 'body: expected at most 3 items'],
    ['a repeated key', item(`${hash},"filename":"a","hash":"${second}"`), 'item 2: hash: expected once, not repeated'],
    ['an unknown key', item(`${hash},"filename":"a","colour":{"hash":1}`), 'item 2: colour: unknown field'],
    ['a missing key', item(hash), 'item 2: filename: this field is required'],
    ['a number for a hash', item('"hash":5,"filename":"a"'), 'item 2: hash: expected a string'],
    ['a list for a hash', item('"hash":["a"],"filename":"a"'), 'item 2: hash: expected a string'],
    ['null for a filename', item(`${hash},"filename":null`), 'item 2: filename: expected a string'],
    ['an object for a filename', item(`${hash},"filename":{}`), 'item 2: filename: expected a string'],
    ['an empty filename', item(`${hash},"filename":""`), 'item 2: filename: must not be empty'],
    [
      'a long filename',
      item(`${hash},"filename":"${'x'.repeat(256)}"`),
      'item 2: filename: expected at most 255 characters',
    ],
    [
      'half a character',
      item(`${hash},"filename":"\\ud83d"`),
      'item 2: filename: contains characters that are not allowed',
    ],
    [
      'a control character',
      item(`${hash},"filename":"\\u0000"`),
      'item 2: filename: contains characters that are not allowed',
    ],
    ['isPrivate as text', item(`${hash},"filename":"a","isPrivate":"no"`), 'item 2: isPrivate: expected true or false'],
    ['the first of several', `[5,${item('')}]`, 'item 1: expected an object'],
    ['a list for an item', `[${good},[${good}]]`, 'item 2: expected an object'],
    ['a bad hash', item('"hash":"xyz","filename":"a"'), /^item 2: hash: expected the hex of/],
  ])('%s', (_, body, message) => expect(() => read(body)).toThrow(message))
})

describe('400: not JSON, whatever else is wrong', () => {
  it.each([
    ['ends early', `[${good}`, 'Unexpected end of JSON input'],
    ['ends in a text', '["a', 'Unexpected end of JSON input'],
    ['only blanks', '  ', 'Unexpected end of JSON input'],
    ['more after the end', '[5] x', 'Unexpected "x" at position 4'],
    ['two values', '[] []', 'Unexpected "[" at position 3'],
    ['a comma too many', `[${good},]`, /Unexpected "]" at position \d+$/],
    ['no comma', '[{} {}]', 'Unexpected "{" at position 4'],
    ['no colon', '[{"a" 1}]', 'Unexpected 1 at position 6'],
    ['a key without quotes', '[{a:1}]', 'Unexpected "a" at position 2'],
    ['a wrong bracket', '[{"a":1]', 'Unexpected "]" at position 7'],
    ['a bracket too many', '[]]', 'Unexpected "]" at position 2'],
    ['the prototype', '[{"__proto__":{}}]', 'the keys __proto__ and constructor.prototype are not taken'],
    ['a thousand brackets', '['.repeat(2000), 'it is nested too deeply'],
    ['no UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 'it is not UTF-8'],
  ])('%s', (_, body, message) => {
    const run = () => read(body)
    expect(run).toThrow(typeof message === 'string' ? `The body is not valid JSON: ${message}` : message)
    expect(run).toThrow(expect.objectContaining({ code: 'malformed_json', status: 400 }))
  })
})
