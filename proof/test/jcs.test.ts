import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/tier.js'
import { commitment } from '../src/commitment.js'
import { concat, sha256, utf8 } from '../src/encoding/hash.js'
import { canonicalize, type JsonValue } from '../src/encoding/jcs.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { MAX_DEPTH } from '../src/limits.js'

const json = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<JsonValue>

/** Reverses the members of every object. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member as JsonValue)]),
  )
}

describe('canonical JSON', () => {
  test('is the same from the fast writer and the slow one', () => {
    // Ordered keys take the runtime's own writer; one key out of order sends the whole value through ours.
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<JsonValue>, (value) => {
        expect(canonicalize({ a: ordered(value), b: 1 })).toBe(canonicalize({ b: 1, a: ordered(value) }))
      }),
    )
  })

  test('matches the examples of RFC 8785 §3.2.2 and §3.2.4', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    const text =
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    expect(canonicalize(value)).toBe(text)
    expect(toHex(utf8(canonicalize(value)))).toBe(
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e412742' +
        '5c225c5c5c5c5c222f227d',
    )
  })

  test('sorts keys by UTF-16 code units (RFC 8785 §3.2.3)', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
    expect(
      Object.values(
        JSON.parse(
          `[${canonicalize(value)
            .replace(/"(?:[^"\\]|\\.)*":/g, '')
            .slice(1, -1)}]`,
        ),
      ),
    ).toEqual([2, 4, 6, 7, 1, 5, 3])
  })

  test.each([
    [0x0000000000000000n, '0'],
    [0x8000000000000000n, '0'],
    [0x0000000000000001n, '5e-324'],
    [0x8000000000000001n, '-5e-324'],
    [0x7fefffffffffffffn, '1.7976931348623157e+308'],
    [0xffefffffffffffffn, '-1.7976931348623157e+308'],
    [0x4340000000000000n, '9007199254740992'],
    [0xc340000000000000n, '-9007199254740992'],
    [0x4430000000000000n, '295147905179352830000'],
    [0x44b52d02c7e14af5n, '9.999999999999997e+22'],
    [0x44b52d02c7e14af6n, '1e+23'],
    [0x44b52d02c7e14af7n, '1.0000000000000001e+23'],
    [0x444b1ae4d6e2ef4en, '999999999999999700000'],
    [0x444b1ae4d6e2ef4fn, '999999999999999900000'],
    [0x444b1ae4d6e2ef50n, '1e+21'],
    [0x3eb0c6f7a0b5ed8cn, '9.999999999999997e-7'],
    [0x3eb0c6f7a0b5ed8dn, '0.000001'],
    [0x41b3de4355555553n, '333333333.3333332'],
    [0x41b3de4355555557n, '333333333.33333343'],
    [0xbecbf647612f3696n, '-0.0000033333333333333333'],
    [0x43143ff3c1cb0959n, '1424953923781206.2'],
  ])('writes number %s as in RFC 8785, appendix B', (bits, text) => {
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, bits)
    expect(canonicalize(view.getFloat64(0))).toBe(text)
  })

  test('keeps the value, is stable, and ignores the order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalize(value)
        expect(canonicalize(JSON.parse(text))).toBe(text)
        expect(canonicalize(reversed(value))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: runs(500) },
    )
  })

  test.each([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a key', { a: { '\udc00x': 1 } }],
    ['undefined in a list', [undefined]],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a map', new Map()],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalize(value as JsonValue)).toThrow(ProofError)
  })

  test('refuses cycles and values nested too deeply, accepts the maximum depth', () => {
    const nest = (depth: number, inside?: object) =>
      JSON.parse('['.repeat(depth) + (inside ? JSON.stringify(inside) : '') + ']'.repeat(depth)) as JsonValue
    expect(() => canonicalize(nest(MAX_DEPTH + 1))).toThrow(ProofError)
    expect(canonicalize(nest(MAX_DEPTH))).toHaveLength(2 * MAX_DEPTH)
    const inner = (members: object) => nest(MAX_DEPTH - 1, members)
    for (const members of [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]) {
      expect(canonicalize(inner(members))).toContain('{"a":1,"b":2}')
      expect(() => canonicalize([inner(members)])).toThrow(ProofError)
    }
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(() => canonicalize(cycle as JsonValue)).toThrow(ProofError)
  })

  test('omits undefined members', () => {
    expect(canonicalize({ a: undefined, b: 1, c: undefined })).toBe('{"b":1}')
  })
})

describe('a commitment', () => {
  const salt = new Uint8Array(16).fill(7)

  test('is SHA-256 of salt and canonical details', () => {
    expect(commitment(salt, { b: 1, a: 'ü' })).toEqual(sha256(concat(salt, utf8('{"a":"ü","b":1}'))))
    expect(commitment(salt, { a: 'ü', b: 1 })).toEqual(commitment(salt, { b: 1, a: 'ü' }))
    expect(commitment(new Uint8Array(16), { b: 1, a: 'ü' })).not.toEqual(commitment(salt, { b: 1, a: 'ü' }))
  })

  test('refuses a salt of the wrong length', () => {
    expect(() => commitment(new Uint8Array(15), {})).toThrow(ProofError)
  })
})

/** Sorts the keys of every object. */
function ordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, ordered(v as JsonValue)]),
  )
}
