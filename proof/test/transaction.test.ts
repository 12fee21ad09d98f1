import { type Hex, numberToHex, parseTransaction, keccak256 as viemKeccak } from 'viem'
import { serializeTransaction as serializeOpTransaction } from 'viem/op-stack'
import { describe, expect, test } from 'vitest'
import { seeded, sized } from '../../test/tier.js'
import { concat, equalBytes } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { decodeRlp, encodeRlp, type RlpItem, toList } from '../src/ethereum/rlp.js'
import { encodeRpcTransaction } from '../src/ethereum/rpc-transaction.js'
import { addressText, decodeTransaction } from '../src/ethereum/transaction.js'
import { accountOf, chainBytes, kinds, type Signed, sign } from './signed.js'

const hex = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`
const samples = await Promise.all(Array.from({ length: 66 }, (_, i) => sign(i)))
const typeOf: Record<Signed['kind'], number> = { legacy: 0, early: 0, eip2930: 1, eip1559: 2, eip4844: 3, eip7702: 4 }

/** Decodes a raw transaction, changes its list, and encodes it again. */
function rewritten(raw: Uint8Array, change: (list: RlpItem[]) => RlpItem): Uint8Array {
  const typed = raw[0]! < 0x80
  const list = [...toList(decodeRlp(typed ? raw.subarray(1) : raw))]
  return concat(typed ? raw.subarray(0, 1) : new Uint8Array(0), encodeRlp(change(list)))
}

describe('a raw transaction', () => {
  test.each(kinds)('of kind %s is decoded as viem decodes it', (kind) => {
    const ofKind = samples.filter((sample) => sample.kind === kind)
    expect(ofKind.length).toBeGreaterThan(5)
    for (const { raw, sender, nonce, chainId } of ofKind) {
      const transaction = decodeTransaction(raw)
      const expected = parseTransaction(hex(raw))
      expect(transaction.type).toBe(typeOf[kind])
      expect(addressText(transaction.sender)).toBe(sender)
      expect(transaction.nonce).toBe(BigInt(nonce))
      expect(transaction.chainId).toBe(chainId === undefined ? undefined : BigInt(chainId))
      expect(transaction.to && hex(transaction.to)).toBe(expected.to ?? undefined)
      expect(transaction.value).toBe(expected.value ?? 0n)
      expect(hex(transaction.input)).toBe(expected.data ?? '0x')
      expect(hex(transaction.hash)).toBe(viemKeccak(hex(raw)))
      expect(transaction.canonical).toEqual(raw)
    }
  })

  test.each(['eip4844', 'eip7594'] as const)('in the network form of %s is converted to block form', async (form) => {
    const { raw } = samples.find(({ kind }) => kind === 'eip4844')!
    const inner = toList(decodeRlp(raw.subarray(1)))
    const sidecar = [[new Uint8Array(131072)], [new Uint8Array(48)], [new Uint8Array(48)]]
    const version = form === 'eip7594' ? [Uint8Array.of(1)] : []
    const network = concat(Uint8Array.of(3), encodeRlp([inner, ...version, ...sidecar]))
    const transaction = decodeTransaction(network)
    expect(transaction.canonical).toEqual(raw)
    expect(transaction).toEqual(decodeTransaction(raw))
  })

  test.each(kinds)('of kind %s has another ID and sender, or is refused, when any byte changes', (kind) => {
    const { raw, sender } = samples.find((sample) => sample.kind === kind)!
    const { hash } = decodeTransaction(raw)
    // Each run tries other bytes, a long one all.
    const step = sized({ short: 4, long: 1 })
    for (let at = Math.floor(seeded(kind)() * step); at < raw.length; at += step) {
      const changed = raw.with(at, raw[at]! ^ (1 << (at % 8)))
      try {
        const other = decodeTransaction(changed)
        expect(equalBytes(other.hash, hash)).toBe(false)
        expect(addressText(other.sender)).not.toBe(sender)
      } catch (error) {
        expect(error).toBeInstanceOf(ProofError)
      }
    }
  })

  test('is refused with a high s, an invalid parity, a zero r, or too many or too few members', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    for (const { raw } of samples.slice(0, 6)) {
      const s = (list: RlpItem[]) => BigInt(hex(list.at(-1) as Uint8Array))
      const high = rewritten(raw, (list) => [
        ...list.slice(0, -1),
        chainBytes(`0x${(order - s(list)).toString(16).padStart(64, '0')}`),
      ])
      expect(() => decodeTransaction(high)).toThrow('EIP-2')
      const parity = rewritten(raw, (list) => list.with(-3, Uint8Array.of(2)))
      expect(() => decodeTransaction(parity)).toThrow(ProofError)
      const zero = rewritten(raw, (list) => list.with(-2, new Uint8Array(0)))
      expect(() => decodeTransaction(zero)).toThrow('signature is invalid')
      expect(() => decodeTransaction(rewritten(raw, (list) => list.slice(1)))).toThrow('members')
      expect(() => decodeTransaction(rewritten(raw, (list) => [...list, Uint8Array.of(1)]))).toThrow('members')
    }
  })

  test('is refused when empty or of an unknown type', () => {
    expect(() => decodeTransaction(new Uint8Array(0))).toThrow(ProofError)
    for (const type of [0, 5, 0x7e, 0x7f, 0xbf])
      expect(() => decodeTransaction(Uint8Array.of(type, 0xc0))).toThrow('not supported')
    expect(() => decodeTransaction(Uint8Array.of(2))).toThrow(ProofError)
    expect(() => decodeTransaction(Uint8Array.of(3, 0xc0))).toThrow(ProofError)
  })
})

/** A signed transaction as `eth_getTransactionByHash` shows it. */
function rpcForm(raw: Uint8Array, kind: Signed['kind'], from: string): Record<string, unknown> {
  const { type: _, data: input = '0x', ...members } = parseTransaction(hex(raw))
  const absent = { nonce: 0, value: 0n, gas: 0n, to: null, accessList: [] }
  const own = { type: typeOf[kind], hash: viemKeccak(hex(raw)), from, input }
  return JSON.parse(
    JSON.stringify({ ...absent, ...members, ...own }, (name, value) => {
      const isScalar = name === 'r' || name === 's'
      return isScalar || typeof value === 'number' || typeof value === 'bigint' ? numberToHex(BigInt(value)) : value
    }),
  )
}

describe("a node's JSON of a transaction", () => {
  const from = accountOf('depositor').address
  const deposit = {
    type: '0x7e',
    sourceHash: `0x${'ab'.repeat(32)}`,
    from: from.toLowerCase(),
    to: `0x${'12'.repeat(20)}`,
    value: '0x0',
    gas: '0xf4240',
    input: '0x015d8eb9',
  }

  test.each(kinds)('is encoded for kind %s as it was signed', (kind) => {
    for (const { raw, sender } of samples.filter((sample) => sample.kind === kind)) {
      expect(hex(encodeRpcTransaction(rpcForm(raw, kind, sender)))).toBe(hex(raw))
    }
  })

  test.each([
    ['plain', {}],
    ['minting', { mint: '0xde0b6b3a7640000' }],
    ['of the system', { isSystemTx: true }],
    ['creating a contract', { to: null }],
    ['with null for absent members', { mint: null, isSystemTx: false }],
  ])('is encoded for an OP-stack deposit, %s', (_, changes) => {
    const json: Record<string, unknown> = { ...deposit, ...changes }
    const raw = serializeOpTransaction({
      type: 'deposit',
      from,
      sourceHash: deposit.sourceHash as Hex,
      ...(json.to ? { to: json.to as Hex } : {}),
      gas: 1_000_000n,
      data: '0x015d8eb9',
      isSystemTx: json.isSystemTx === true,
      ...(json.mint ? { mint: BigInt(String(json.mint)) } : {}),
    })
    expect(hex(encodeRpcTransaction({ ...json, hash: viemKeccak(raw) }))).toBe(raw)
  })

  test('is refused when its hash differs, its type is unknown, or a member is missing', () => {
    expect(() => encodeRpcTransaction({ ...deposit, hash: `0x${'00'.repeat(32)}` })).toThrow('does not hash')
    expect(() => encodeRpcTransaction({ ...deposit, type: '0x55' })).toThrow('not supported')
    expect(() => encodeRpcTransaction({ ...deposit, type: 'x' })).toThrow(ProofError)
    expect(() => encodeRpcTransaction({ ...deposit, value: undefined })).toThrow('value')
    expect(() => encodeRpcTransaction({ ...deposit, sourceHash: '0x12' })).toThrow('sourceHash')
    expect(() => encodeRpcTransaction({ ...deposit, type: '0x1' })).toThrow(ProofError)
  })
})
