import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { concat, fromHex, keccak256 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { ProofError } from '../src/errors.js'
import { decodeHeader } from '../src/ethereum/header.js'
import { decodeRlp, encodeRlp, fromQuantity, type RlpItem, toList } from '../src/ethereum/rlp.js'
import type { RpcObject } from '../src/ethereum/rpc.js'
import { encodeRpcHeader } from '../src/ethereum/rpc-header.js'
import { encodeRpcTransaction } from '../src/ethereum/rpc-transaction.js'

const published = JSON.parse(readFileSync(new URL('./public-blocks.json', import.meta.url), 'utf8')) as {
  blocks: { chain: string; members: number; block: RpcObject }[]
  transactions: { chain: string; raw?: string; transaction: RpcObject }[]
}

const hex = (bytes: Uint8Array) => `0x${toHex(bytes)}`
const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill)
const quantity = (value: bigint) => `0x${value.toString(16)}`

describe('the header of a block', () => {
  test.each(published.blocks)('of $chain encodes to the bytes that its hash covers', ({ block, members }) => {
    const header = encodeRpcHeader(block)
    expect(hex(keccak256(header))).toBe(block.hash)
    expect(toList(decodeRlp(header))).toHaveLength(members)
    expect(decodeHeader(header)).toMatchObject({ number: Number(block.number), time: Number(block.timestamp) })
  })

  test.each(published.blocks)('of $chain is refused when a member was changed', ({ block }) => {
    for (const change of [{ timestamp: '0x1' }, { extraData: '0x00' }, { stateRoot: hex(bytes(32, 1)) }]) {
      expect(() => encodeRpcHeader({ ...block, ...change })).toThrow('does not hash')
    }
  })

  const { block: plain } = published.blocks.find(({ chain }) => chain.startsWith('Arbitrum'))!
  const members = toList(decodeRlp(encodeRpcHeader(plain))) as Uint8Array[]
  const outside = { l1BlockNumber: null, sendCount: null, sendRoot: null }

  /** Returns the node's answer for a block whose hash covers these members; `shown` differs from the hashed ones. */
  const answered = (hashed: readonly Uint8Array[], shown: RpcObject): RpcObject => ({
    ...plain,
    ...outside,
    ...shown,
    hash: hex(keccak256(encodeRlp(hashed))),
  })

  const vanity = bytes(32, 7)
  const validators = [bytes(20, 1), bytes(20, 2)]
  const seals = [bytes(65, 3), bytes(65, 4)]
  const none = new Uint8Array(0)
  const vote: RlpItem = [bytes(20, 9), bytes(1, 255)]
  const sealed: [string, RlpItem, RlpItem][] = [
    ['QBFT', [vanity, validators, [], bytes(1, 3), seals], [vanity, validators, [], none, []]],
    ['QBFT with a vote', [vanity, validators, [vote], none, seals], [vanity, validators, [vote], none, []]],
    ['IBFT 2.0', [vanity, validators, none, bytes(4, 0), seals], [vanity, validators, none]],
    ['IBFT 2.0 with a vote', [vanity, validators, vote, bytes(4, 1), seals], [vanity, validators, vote]],
  ]

  // The rules of Besu's QbftExtraDataCodec and IbftExtraDataCodec.
  test.each(sealed)('of %s is hashed without the commit seals', (_, shown, hashed) => {
    const encoded = members.with(12, encodeRlp(hashed))
    const header = encodeRpcHeader(answered(encoded, { extraData: hex(encodeRlp(shown)) }))
    expect(toList(decodeRlp(header))).toEqual(encoded)
  })

  const tails: [string, RpcObject, string[]][] = [
    ['an Avalanche L1', { blockGasCost: '0x0', timestampMilliseconds: '0x19e5635325e' }, ['blockGasCost']],
    [
      'a later fork of Ethereum',
      { slotNumber: '0x7', accessListHash: hex(bytes(32, 5)) },
      ['slotNumber', 'accessListHash'],
    ],
    ['an order of its own', { one: '0x0102', two: '0x0', three: '0x123', four: '0x' }, ['four', 'two', 'one']],
    ['fewer members than shown', { one: '0x01', two: '0x02' }, []],
  ]
  test.each(tails)('with %s is rebuilt to match its hash', (_, shown, order) => {
    const values = order.map((name) => {
      const digits = String(shown[name]).slice(2)
      return digits.length % 2 === 0 ? fromHex(digits) : fromQuantity(BigInt(`0x${digits}`))
    })
    const encoded = [...members, ...values]
    const header = encodeRpcHeader(answered(encoded, shown))
    expect(toList(decodeRlp(header))).toEqual(encoded)
    expect(decodeHeader(header).number).toBe(Number(plain.number))
  })

  test('is rebuilt to match its hash when the node gives neither mixHash nor a base fee', () => {
    const encoded = members.slice(0, 15).with(13, bytes(32, 0))
    expect(encodeRpcHeader(answered(encoded, { mixHash: null }))).toEqual(encodeRlp(encoded))
  })

  test('with step and signature instead of a nonce is rebuilt to match its hash', () => {
    const { block } = published.blocks.find(({ chain }) => chain.startsWith('Fuse'))!
    const header = encodeRpcHeader({ ...block, sealFields: undefined })
    expect(hex(keccak256(header))).toBe(block.hash)
  })

  test('with dozens of unknown members is refused without trying every order', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`own${at}`, quantity(BigInt(at + 1))]))
    expect(() => encodeRpcHeader({ ...plain, ...many, hash: hex(bytes(32, 0)) })).toThrow(ProofError)
  })
})

test('a header may end with any number of members, none of them a list', () => {
  const { block } = published.blocks[0]!
  const members = toList(decodeRlp(encodeRpcHeader(block)))
  expect(
    decodeHeader(encodeRlp([...members, ...Array.from({ length: 30 }, () => bytes(40, 0))])).number,
  ).toBeGreaterThan(0)
  expect(() => decodeHeader(encodeRlp([...members, []]))).toThrow('not a list')
})

describe('transactions that only some chains have', () => {
  test.each(published.transactions)('$chain', ({ transaction, raw }) => {
    const encoded = encodeRpcTransaction(transaction)
    expect(hex(keccak256(encoded))).toBe(transaction.hash)
    if (raw) expect(hex(encoded)).toBe(raw)
  })

  const from = hex(bytes(20, 1))
  const to = hex(bytes(20, 2))
  const id = hex(bytes(32, 3))
  const call = {
    chainId: '0xa4b1',
    from,
    to,
    value: '0x5',
    gas: '0x6',
    maxFeePerGas: '0x7',
    input: '0x08',
    nonce: '0x9',
  }
  const chain = fromHex('a4b1')
  const n = (value: number) => bytes(1, value)
  const a = (fill: number) => bytes(20, fill)
  const h = bytes(32, 3)
  // The order of Nitro's structs in arb_types.go, and of Scroll's L1MessageTx.
  const own: [string, RpcObject, RlpItem[]][] = [
    ['0x64', { ...call, requestId: id }, [chain, h, a(1), a(2), n(5)]],
    ['0x65', call, [chain, a(1), n(9), n(7), n(6), a(2), n(5), n(8)]],
    ['0x66', { ...call, requestId: id }, [chain, h, a(1), n(7), n(6), a(2), n(5), n(8)]],
    [
      '0x68',
      { ...call, ticketId: id, refundTo: hex(a(4)), maxRefund: '0x1', submissionFeeRefund: '0x2' },
      [chain, n(9), a(1), n(7), n(6), a(2), n(5), n(8), h, a(4), n(1), n(2)],
    ],
    [
      '0x69',
      {
        ...call,
        requestId: id,
        l1BaseFee: '0x1',
        depositValue: '0x2',
        retryTo: null,
        retryValue: '0x3',
        retryData: '0x04',
        beneficiary: hex(a(5)),
        maxSubmissionFee: '0x6',
        refundTo: hex(a(7)),
      },
      [chain, h, a(1), n(1), n(2), n(7), n(6), bytes(0, 0), n(3), a(5), n(6), a(7), n(4)],
    ],
    ['0x7e', { ...call, queueIndex: '0x1', sender: hex(a(8)) }, [n(1), n(6), a(2), n(5), n(8), a(8)]],
    [
      '0x7a',
      {
        ...call,
        maxPriorityFeePerGas: '0x1',
        feeCurrency: hex(a(3)),
        maxFeeInFeeCurrency: '0x4',
        yParity: '0x1',
        r: '0x2',
        s: '0x3',
      },
      [chain, n(9), n(1), n(7), n(6), a(2), n(5), n(8), [], a(3), n(4), n(1), n(2), n(3)],
    ],
  ]
  test.each(own)("of type %s are encoded in the chain's order of fields", (type, json, members) => {
    const raw = concat(fromHex(type.slice(2)), encodeRlp(members))
    expect(hex(encodeRpcTransaction({ ...json, type, hash: hex(keccak256(raw)) }))).toBe(hex(raw))
  })
})
