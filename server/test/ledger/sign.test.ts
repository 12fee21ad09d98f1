import { createRequire } from 'node:module'
import { decodeTransaction } from '@tallystick/proof/ethereum'
import fc from 'fast-check'
import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { native, noble, type Secp256k1 } from '../../src/base/secp256k1.js'
import { anchorCall } from '../../src/chain/chain.js'
import { signAgain, signerOf, signTransaction } from '../../src/chain/sign.js'

const bytes = (min: number, max = min) => fc.uint8Array({ minLength: min, maxLength: max })
const key = bytes(32).filter((key) => key.some((byte) => byte !== 0) && (key[0] as number) < 0xff)
const fee = fc.integer({ min: 0, max: 2 ** 46 })
const fees = fc
  .tuple(fee, fee)
  .map(([a, b]) => ({ maxFeePerGas: Math.max(a, b), maxPriorityFeePerGas: Math.min(a, b) }))
const transaction = fc
  .record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    nonce: fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1)),
    gas: fc.integer({ min: 0, max: 2 ** 31 }),
    to: fc.option(bytes(20)),
    data: bytes(0, 200),
  })
  .chain((rest) => fees.map((fees) => ({ ...rest, ...fees })))

describe('signTransaction', () => {
  it('returns the same bytes as viem', async () => {
    await fc.assert(
      fc.asyncProperty(transaction, key, async (unsigned, key) => {
        const { maxFeePerGas, maxPriorityFeePerGas, gas, to, data, ...rest } = unsigned
        const signed = signTransaction(unsigned, signerOf(key))
        const account = privateKeyToAccount(toHex(key))
        const expected = await account.signTransaction({
          type: 'eip1559',
          ...rest,
          gas: BigInt(gas),
          maxFeePerGas: BigInt(maxFeePerGas),
          maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
          ...(to && { to: toHex(to) }),
          data: toHex(data),
        })
        expect(`0x${signed.raw.toString('hex')}`).toBe(expected)
        expect(`0x${signed.hash.toString('hex')}`).toBe(keccak256(expected))
      }),
      { numRuns: runs(300) },
    )
  })

  it('returns the same legacy transaction as viem, for chains without EIP-1559', async () => {
    await fc.assert(
      fc.asyncProperty(transaction, key, async (unsigned, key) => {
        const { maxFeePerGas, gas, to, data, chainId, nonce } = unsigned
        const signer = signerOf(key)
        const signed = signTransaction({ ...unsigned, isLegacy: true }, signer)
        const expected = await privateKeyToAccount(toHex(key)).signTransaction({
          type: 'legacy',
          chainId,
          nonce,
          gas: BigInt(gas),
          gasPrice: BigInt(maxFeePerGas),
          data: toHex(data),
          ...(to && { to: toHex(to) }),
        })
        expect(`0x${signed.raw.toString('hex')}`).toBe(expected)
        const { type, sender } = decodeTransaction(signed.raw)
        expect([type, toHex(sender)]).toEqual([0, toHex(signer.address)])
      }),
      { numRuns: runs(100) },
    )
  })

  it('returns the same address as viem', () => {
    fc.assert(
      fc.property(key, (key) => {
        const { address } = signerOf(key)
        expect(`0x${address.toString('hex')}`).toBe(privateKeyToAccount(toHex(key)).address.toLowerCase())
      }),
      { numRuns: runs(50) },
    )
  })

  it('rejects an invalid key', () => {
    expect(() => signerOf(new Uint8Array(32))).toThrow('SIGNER_KEY')
    expect(() => signerOf(new Uint8Array(31).fill(1))).toThrow('SIGNER_KEY')
  })
})

describe('signAgain', () => {
  it('changes only the fees', () => {
    fc.assert(
      fc.property(transaction, fees, key, fc.boolean(), (unsigned, fees, key, isLegacy) => {
        const signer = signerOf(key)
        const first = signTransaction({ ...unsigned, isLegacy }, signer)
        const again = signAgain(first.raw, fees, signer)
        expect(again).toEqual(signTransaction({ ...unsigned, ...fees, isLegacy }, signer))
        const [before, after] = [decodeTransaction(first.raw), decodeTransaction(again.raw)]
        for (const name of ['type', 'chainId', 'nonce', 'to', 'value', 'input', 'sender'] as const) {
          expect(after[name]).toEqual(before[name])
        }
      }),
      { numRuns: runs(200) },
    )
  })
})

it('calls `anchor(bytes32)` by its selector', () => {
  const root = Buffer.alloc(32, 7)
  expect(toHex(anchorCall(root))).toBe(
    `${keccak256(Buffer.from('anchor(bytes32)')).slice(0, 10)}${root.toString('hex')}`,
  )
})

describe.skipIf(!native)(
  'secp256k1 without a compiled library, beside libsecp256k1 (skipped where it was not compiled)',
  () => {
    const keys = () => fc.uint8Array({ minLength: 32, maxLength: 32 })

    it('has the same keys, points and signatures as libsecp256k1', () => {
      const of = (one: Secp256k1, key: Uint8Array, digest: Uint8Array) => {
        if (!one.isKey(key)) return null
        const { signature, parity } = one.sign(digest, key)
        return [one.publicKeyOf(key), signature, parity].map((value) =>
          typeof value === 'number' ? value : Buffer.from(value).toString('hex'),
        )
      }
      fc.assert(
        fc.property(keys(), keys(), (key, digest) => {
          expect(of(noble, key, digest)).toEqual(of(native as Secp256k1, key, digest))
        }),
        { numRuns: 200 },
      )
      for (const key of [new Uint8Array(32), new Uint8Array(32).fill(255)]) expect(noble.isKey(key)).toBe(false)
    })
  },
)

it('never loads elliptic', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  expect(loaded.filter((path) => /[\\/]elliptic([\\/.]|$)/.test(path))).toEqual([])
})
