import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { type ChainView, next, type PendingTransaction, type Step } from '../../src/ledger/tracking/next.js'

const policy = { maxFeePerGasCap: 1_000, replaceAfterMs: 60_000 }
const fees = { maxFeePerGas: 100, maxPriorityFeePerGas: 10 }
const view: ChainView = { minedNonce: 7, pendingNonce: 9, heldMs: 0, baseFee: 50, fees }
const pending: PendingTransaction = { nonce: 7, max_fee_per_gas: 100, max_priority_fee_per_gas: 10, age_ms: 0 }

describe('next', () => {
  const cases: [string, Partial<PendingTransaction>, Partial<ChainView>, Step['do']][] = [
    ['waits while the node has it', {}, {}, 'wait'],
    ['sends what the node has not got', { nonce: 9 }, {}, 'rebroadcast'],
    ['sends again what the node forgot', { nonce: 7 }, { pendingNonce: 7 }, 'rebroadcast'],
    ['raises the fee of the first in line when it is old', { age_ms: 60_000 }, {}, 'replace'],
    ['does not before', { age_ms: 59_999 }, {}, 'wait'],
    ['leaves the second in line alone', { nonce: 8, age_ms: 1e9 }, {}, 'wait'],
    ['sends an old one that the node forgot as it is', { age_ms: 1e9 }, { pendingNonce: 7 }, 'rebroadcast'],
    ['gives a new version of what the node misplaced', {}, { pendingNonce: 7, heldMs: 5_000 }, 'replace'],
    ['sends it again as it is before its time', {}, { pendingNonce: 7, heldMs: 4_999 }, 'rebroadcast'],
    ['leaves one behind it alone', { nonce: 8 }, { pendingNonce: 7, heldMs: 1e9 }, 'rebroadcast'],
    [
      'raises the fee of one that the node dropped as too cheap',
      { age_ms: 60_000 },
      { pendingNonce: 7, baseFee: 101 },
      'replace',
    ],
    ['sends it as it is before its time', { age_ms: 59_999 }, { pendingNonce: 7, baseFee: 101 }, 'rebroadcast'],
    ['waits when the cap leaves no room', { age_ms: 1e9, max_fee_per_gas: 900 }, {}, 'wait'],
    ['sends again what the node calls used and does not show', { nonce: 6 }, {}, 'rebroadcast'],
  ]
  it.each(cases)('%s', (_name, transaction, seen, step) => {
    expect(next({ ...pending, ...transaction }, { ...view, ...seen }, policy).do).toBe(step)
  })
})

describe('next, for any view of the chain', () => {
  const number = fc.nat(60)
  const anyFees = fc
    .tuple(fc.integer({ min: 1, max: 1_000 }), fc.nat(1_000))
    .map(([max, tip]) => ({ maxFeePerGas: max, maxPriorityFeePerGas: Math.min(tip, max) }))
  const anyTransaction: fc.Arbitrary<PendingTransaction> = fc
    .tuple(number, anyFees, fc.nat(200_000))
    .map(([nonce, { maxFeePerGas, maxPriorityFeePerGas }, age_ms]) => {
      return { nonce, max_fee_per_gas: maxFeePerGas, max_priority_fee_per_gas: maxPriorityFeePerGas, age_ms }
    })
  const anyView: fc.Arbitrary<ChainView> = fc.record({
    minedNonce: number,
    pendingNonce: number,
    heldMs: fc.nat(20_000),
    baseFee: fc.nat(1_000),
    fees: anyFees,
  })
  const always = (law: (transaction: PendingTransaction, view: ChainView, step: Step) => void) =>
    fc.assert(
      fc.property(anyTransaction, anyView, (transaction, seen) =>
        law(transaction, seen, next(transaction, seen, policy)),
      ),
      { numRuns: runs(5_000) },
    )

  it('replaces only the lowest pending nonce, when it is stuck at the node, misplaced or below the base fee, with fees that nodes accept, within the cap', () => {
    always((transaction, seen, step) => {
      if (step.do !== 'replace') return
      expect(transaction.nonce).toBe(seen.minedNonce)
      const isStuck = transaction.nonce < seen.pendingNonce || transaction.max_fee_per_gas < seen.baseFee
      const isMisplaced = transaction.nonce >= seen.pendingNonce && seen.heldMs >= 5_000
      expect((isStuck && transaction.age_ms >= policy.replaceAfterMs) || isMisplaced).toBe(true)
      expect(step.fees.maxFeePerGas).toBeLessThanOrEqual(policy.maxFeePerGasCap)
      expect(step.fees.maxFeePerGas).toBeGreaterThanOrEqual(transaction.max_fee_per_gas * 1.125)
      expect(step.fees.maxPriorityFeePerGas).toBeGreaterThanOrEqual(transaction.max_priority_fee_per_gas * 1.125)
    })
  })

  it('never waits for a transaction that the node has not got', () => {
    always((transaction, seen, step) => {
      if (step.do === 'wait') expect(transaction.nonce).toBeLessThan(seen.pendingNonce)
    })
  })

  it('returns the same step when repeated, and does not modify its input', () => {
    always((transaction, seen, step) => {
      const before = structuredClone([transaction, seen])
      expect(next(transaction, seen, policy)).toEqual(step)
      expect([transaction, seen]).toEqual(before)
    })
  })
})
