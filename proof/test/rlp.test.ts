import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/tier.js'
import { concat, fromHex } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { decodeRlp, encodeRlp, fromQuantity, type RlpItem, toBytes, toList, toQuantity } from '../src/ethereum/rlp.js'

const bytes = fc.oneof(fc.uint8Array({ maxLength: 80 }), fc.uint8Array({ minLength: 250, maxLength: 300 }))
const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof({ depthSize: 'small' }, bytes, fc.array(tie('item'), { maxLength: 6 })),
}))

/** Nested lists of one member each, with correct lengths. */
function nested(depth: number): string {
  let list = new Uint8Array([0xc0])
  for (let i = 0; i < depth; i++) list = new Uint8Array([0xc0 + list.length, ...list])
  return toHex(list)
}

describe('RLP', () => {
  // Examples from ethereum.org/developers/docs/data-structures-and-encoding/rlp
  test.each([
    ['83646f67', fromHex('646f67')],
    ['c88363617483646f67', [fromHex('636174'), fromHex('646f67')]],
    ['80', new Uint8Array(0)],
    ['c0', []],
    ['00', fromHex('00')],
    ['0f', fromHex('0f')],
    ['820400', fromHex('0400')],
    ['c7c0c1c0c3c0c1c0', [[], [[]], [[], [[]]]]],
    [`b838${'61'.repeat(56)}`, fromHex('61'.repeat(56))],
  ])('encodes and decodes %s', (hex, value) => {
    expect(toHex(encodeRlp(value))).toBe(hex)
    expect(decodeRlp(fromHex(hex))).toEqual(value)
  })

  test('decodes what it encodes, and nothing longer or shorter', () => {
    fc.assert(
      fc.property(item, (value) => {
        const encoded = encodeRlp(value)
        expect(decodeRlp(encoded)).toEqual(value)
        expect(() => decodeRlp(concat(encoded, new Uint8Array(1)))).toThrow(ProofError)
        expect(() => decodeRlp(encoded.subarray(0, -1))).toThrow(ProofError)
      }),
      { numRuns: runs(500) },
    )
  })

  test('accepts one encoding per value: whatever it decodes, it encodes to the same bytes', () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.tuple(item, fc.nat(400), fc.nat(255)).map(([value, at, byte]) => {
        const encoded = encodeRlp(value)
        return encoded.with(at % encoded.length, byte)
      }),
    )
    fc.assert(
      fc.property(noise, (data) => {
        let value: RlpItem
        try {
          value = decodeRlp(data)
        } catch (error) {
          expect(error).toBeInstanceOf(ProofError)
          return
        }
        expect(encodeRlp(value)).toEqual(data)
      }),
      { numRuns: runs(3000) },
    )
  })

  test.each([
    ['', 'missing'],
    ['8100', 'has no prefix'],
    ['817f', 'has no prefix'],
    ['b80161', 'short form'],
    [`b80037${'61'.repeat(55)}`, 'leading zeros'],
    [`b90038${'61'.repeat(56)}`, 'leading zeros'],
    ['b8', 'missing'],
    ['f801c0', 'short form'],
    ['c2c0', 'missing'],
    ['c180ff', 'left over'],
    ['c28161', 'has no prefix'],
    ['bfffffffffffffffff', 'out of range'],
    ['c7bfffffffffffff', 'missing|out of range'],
    [nested(40), 'nested'],
  ])('refuses %s', (hex, reason) => {
    expect(() => decodeRlp(fromHex(hex))).toThrow(ProofError)
    expect(() => decodeRlp(fromHex(hex))).toThrow(new RegExp(reason))
  })

  test('accepts quantities without leading zeros and up to 32 bytes', () => {
    fc.assert(fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (value) => toQuantity(fromQuantity(value)) === value))
    expect(fromQuantity(0n)).toHaveLength(0)
    expect(() => fromQuantity(-1n)).toThrow(ProofError)
    expect(() => toQuantity(fromHex('00'))).toThrow(ProofError)
    expect(() => toQuantity(fromHex('0001'))).toThrow(ProofError)
    expect(() => toQuantity(new Uint8Array(33).fill(1))).toThrow(ProofError)
    expect(() => toQuantity([])).toThrow(ProofError)
    expect(() => toBytes([])).toThrow(ProofError)
    expect(() => toBytes(fromHex('01'), 2)).toThrow(ProofError)
    expect(() => toList(fromHex('01'))).toThrow(ProofError)
  })
})
