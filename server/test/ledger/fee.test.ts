import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { FeeGauge, newFees, pricesNow, raisedFees } from '../../src/chain/fee.js'

const gwei = fc.integer({ min: 0, max: 1e13 })
const policy = fc.record({ maxFeePerGasCap: fc.integer({ min: 1, max: 1e14 }) })
const fees = fc
  .tuple(fc.integer({ min: 1, max: 1e13 }), gwei)
  .map(([max, tip]) => ({ maxFeePerGas: max, maxPriorityFeePerGas: Math.min(tip, max) }))

describe('newFees', () => {
  it('lets the base fee double', () => {
    const prices = { baseFee: 30e9, tip: 2e9 }
    expect(newFees(prices, { maxFeePerGasCap: 500e9 })).toEqual({ maxFeePerGas: 62e9, maxPriorityFeePerGas: 2e9 })
  })

  it('offers nothing where base fee and tip are zero', () => {
    expect(newFees({ baseFee: 0, tip: 0 }, { maxFeePerGasCap: 5 })).toEqual({
      maxFeePerGas: 0,
      maxPriorityFeePerGas: 0,
    })
  })

  it('offers one price, within the cap, where EIP-1559 is not active', () => {
    const legacy = (fee: number) => ({ maxFeePerGas: fee, maxPriorityFeePerGas: fee, isLegacy: true })
    expect(newFees({ gasPrice: 20 }, { maxFeePerGasCap: 500 })).toEqual(legacy(20))
    expect(newFees({ gasPrice: 20 }, { maxFeePerGasCap: 5 })).toEqual(legacy(5))
    expect(newFees({ gasPrice: 0 }, { maxFeePerGasCap: 5 })).toEqual(legacy(0))
  })

  it('never offers more than the cap, or a tip above the total', () => {
    fc.assert(
      fc.property(gwei, gwei, policy, (base, tip, policy) => {
        const made = newFees({ baseFee: base, tip }, policy)
        expect(made.maxFeePerGas).toBeLessThanOrEqual(policy.maxFeePerGasCap)
        expect(made.maxPriorityFeePerGas).toBeLessThanOrEqual(made.maxFeePerGas)
        expect(made.maxFeePerGas > 0).toBe(base > 0 || tip > 0)
      }),
    )
  })
})

const node = (balance: bigint) => ({
  gasPrice: async () => 7,
  tip: async () => 3,
  balance: async () => balance,
})
const payer = Buffer.alloc(20)

describe('pricesNow', () => {
  it.each([
    ['a base fee', 5, 0n, { baseFee: 5, tip: 3 }],
    ['no base fee to pay', 0, 1n, { baseFee: 0, tip: 3 }],
    ['no base fee to pay, and an empty account', 0, 0n, { baseFee: 0, tip: 0 }],
    ['no EIP-1559', null, 1n, { gasPrice: 7 }],
    ['no EIP-1559, and an empty account', null, 0n, { gasPrice: 0 }],
  ])('with %s', async (_, baseFeePerGas, balance, prices) => {
    expect(await pricesNow(node(balance), { baseFeePerGas }, payer)).toEqual(prices)
  })
})

describe('FeeGauge', () => {
  const refreshed = async (...baseFees: (number | null)[]) => {
    const gauge = new FeeGauge({ maxFeePerGasCap: 500 }, payer)
    for (const baseFeePerGas of baseFees) await gauge.refresh(node(1n), { baseFeePerGas })
    return gauge.current()
  }
  const legacy = { maxFeePerGas: 7, maxPriorityFeePerGas: 7, isLegacy: true }

  it('keeps the fees of a chain with a base fee when a block comes without one', async () => {
    const fees = { maxFeePerGas: 13, maxPriorityFeePerGas: 3 }
    expect(await refreshed(5, null)).toEqual(fees)
    expect(await refreshed(9, null, null, 5, null)).toEqual(fees)
    expect(await refreshed(0, null)).toEqual({ maxFeePerGas: 3, maxPriorityFeePerGas: 3 })
  })

  it('follows a chain that has no base fee, until it has one', async () => {
    expect(await refreshed(null, null)).toEqual(legacy)
    expect(await refreshed(null, 5)).toEqual({ maxFeePerGas: 13, maxPriorityFeePerGas: 3 })
  })
})

describe('raisedFees', () => {
  it('raises nothing where nothing is paid', () => {
    const free = { maxFeePerGas: 0, maxPriorityFeePerGas: 0 }
    expect(raisedFees(free, free, { maxFeePerGasCap: 100 })).toBeNull()
    const priced = { maxFeePerGas: 9, maxPriorityFeePerGas: 2 }
    expect(raisedFees(free, priced, { maxFeePerGasCap: 100 })).toEqual(priced)
  })

  it("takes today's fees when they are higher than the raise", () => {
    const today = { maxFeePerGas: 900, maxPriorityFeePerGas: 90 }
    expect(raisedFees({ maxFeePerGas: 100, maxPriorityFeePerGas: 10 }, today, { maxFeePerGasCap: 1000 })).toEqual(today)
  })

  it('raises both fees by at least an eighth within the cap, or returns null', () => {
    fc.assert(
      fc.property(fees, fees, policy, (last, today, policy) => {
        const raised = raisedFees(last, today, policy)
        if (raised === null) {
          expect(policy.maxFeePerGasCap).toBeLessThan(last.maxFeePerGas * 1.125 + 3)
          return
        }
        for (const name of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
          expect(raised[name] * 8).toBeGreaterThanOrEqual(last[name] * 9)
          expect(Number.isSafeInteger(raised[name])).toBe(true)
        }
        expect(raised.maxFeePerGas).toBeLessThanOrEqual(policy.maxFeePerGasCap)
        expect(raised.maxPriorityFeePerGas).toBeLessThanOrEqual(raised.maxFeePerGas)
      }),
      { numRuns: runs(2_000) },
    )
  })
})
