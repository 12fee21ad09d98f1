import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { newFees, raisedFees } from '../../src/ledger/fee.js'

const gwei = fc.integer({ min: 0, max: 1e13 })
const policy = fc.record({ maxFeePerGasCap: fc.integer({ min: 1, max: 1e14 }) })
const fees = fc
  .tuple(fc.integer({ min: 1, max: 1e13 }), gwei)
  .map(([max, tip]) => ({ maxFeePerGas: max, maxPriorityFeePerGas: Math.min(tip, max) }))

describe('newFees', () => {
  it('lets the base fee double', () => {
    expect(newFees(30e9, 2e9, { maxFeePerGasCap: 500e9 })).toEqual({ maxFeePerGas: 62e9, maxPriorityFeePerGas: 2e9 })
  })

  it('never offers more than the cap, a tip above the total, or zero', () => {
    fc.assert(
      fc.property(gwei, gwei, policy, (base, tip, policy) => {
        const made = newFees(base, tip, policy)
        expect(made.maxFeePerGas).toBeLessThanOrEqual(policy.maxFeePerGasCap)
        expect(made.maxPriorityFeePerGas).toBeLessThanOrEqual(made.maxFeePerGas)
        expect(made.maxFeePerGas).toBeGreaterThan(0)
      }),
    )
  })
})

describe('raisedFees', () => {
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
