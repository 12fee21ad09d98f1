import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { type ChainView, next, type Outcome, type TrackedTransaction } from '../../src/ledger/tracking/next.js'

const policy = { maxFeePerGasCap: 1_000, replaceAfterMs: 60_000 }
const fees = { maxFeePerGas: 100, maxPriorityFeePerGas: 10 }
const view: ChainView = {
  head: 50,
  finalized: 40,
  minedNonce: 7,
  pendingNonce: 9,
  heldMs: 0,
  isTaken: false,
  mined: null,
  stillCanonical: true,
  baseFee: 50,
  fees,
}
const submitted: TrackedTransaction = { state: 'submitted', nonce: 7, fees, ageMs: 0 }

describe('next', () => {
  const cases: [string, Partial<TrackedTransaction>, Partial<ChainView>, Outcome['do']][] = [
    ['waits while the node has it', {}, {}, 'wait'],
    ['sends what the node has not got', { nonce: 9 }, {}, 'rebroadcast'],
    ['sends again what the node forgot', { nonce: 7 }, { pendingNonce: 7 }, 'rebroadcast'],
    ['confirms what is in a block', {}, { mined: { number: 45 } }, 'confirm'],
    ['confirms in a final block too, in its own step', {}, { mined: { number: 3 } }, 'confirm'],
    ['raises the fee of the first in line when it is old', { ageMs: 60_000 }, {}, 'replace'],
    ['does not before', { ageMs: 59_999 }, {}, 'wait'],
    ['leaves the second in line alone', { nonce: 8, ageMs: 1e9 }, {}, 'wait'],
    ['sends an old one that the node forgot as it is', { ageMs: 1e9 }, { pendingNonce: 7 }, 'rebroadcast'],
    ['gives a new version of what the node misplaced', {}, { pendingNonce: 7, heldMs: 5_000 }, 'replace'],
    ['sends it again as it is before its time', {}, { pendingNonce: 7, heldMs: 4_999 }, 'rebroadcast'],
    ['leaves one behind it alone', { nonce: 8 }, { pendingNonce: 7, heldMs: 1e9 }, 'rebroadcast'],
    [
      'raises the fee of one that the node dropped as too cheap',
      { ageMs: 60_000 },
      { pendingNonce: 7, baseFee: 101 },
      'replace',
    ],
    ['sends it as it is before its time', { ageMs: 59_999 }, { pendingNonce: 7, baseFee: 101 }, 'rebroadcast'],
    ['waits when the cap leaves no room', { ageMs: 1e9, fees: { ...fees, maxFeePerGas: 900 } }, {}, 'wait'],
    ['is alarmed by a nonce that a block shows as used by another', { nonce: 6 }, { isTaken: true }, 'alarm'],
    ['sends again what the node calls used and does not show', { nonce: 6 }, {}, 'rebroadcast'],
    ['is not when one of our versions used it', { nonce: 6 }, { mined: { number: 45 } }, 'confirm'],
    ['keeps what is confirmed', { state: 'confirmed', block: { number: 45 } }, {}, 'wait'],
    ['finalizes at the depth asked for', { state: 'confirmed', block: { number: 40 } }, {}, 'finalize'],
    ['reopens what a reorg took', { state: 'confirmed', block: { number: 45 } }, { stillCanonical: false }, 'reopen'],
    ['reopens even what was final', { state: 'final', block: { number: 3 } }, { stillCanonical: false }, 'reopen'],
    ['keeps what is final', { state: 'final', block: { number: 3 } }, {}, 'wait'],
  ]
  it.each(cases)('%s', (_name, transaction, seen, outcome) => {
    expect(next({ ...submitted, ...transaction }, { ...view, ...seen }, policy).do).toBe(outcome)
  })
})

describe('next, for any view of the chain', () => {
  const number = fc.nat(60)
  const anyFees = fc
    .tuple(fc.integer({ min: 1, max: 1_000 }), fc.nat(1_000))
    .map(([max, tip]) => ({ maxFeePerGas: max, maxPriorityFeePerGas: Math.min(tip, max) }))
  const anyTransaction: fc.Arbitrary<TrackedTransaction> = fc.record({
    state: fc.constantFrom('submitted', 'confirmed', 'final'),
    nonce: number,
    fees: anyFees,
    ageMs: fc.nat(200_000),
    block: fc.record({ number }),
  })
  const anyView: fc.Arbitrary<ChainView> = fc.record({
    head: number,
    finalized: number,
    minedNonce: number,
    pendingNonce: number,
    heldMs: fc.nat(20_000),
    isTaken: fc.boolean(),
    mined: fc.option(fc.record({ number })),
    stillCanonical: fc.boolean(),
    baseFee: fc.nat(1_000),
    fees: anyFees,
  })
  const always = (law: (transaction: TrackedTransaction, view: ChainView, outcome: Outcome) => void) =>
    fc.assert(
      fc.property(anyTransaction, anyView, (transaction, seen) =>
        law(transaction, seen, next(transaction, seen, policy)),
      ),
      { numRuns: runs(5_000) },
    )

  it('confirms exactly the transactions found in a block', () => {
    always((transaction, seen, outcome) => {
      expect(outcome.do === 'confirm').toBe(transaction.state === 'submitted' && seen.mined !== null)
    })
  })

  it('finalizes only confirmed, canonical transactions in final blocks', () => {
    always((transaction, seen, outcome) => {
      if (outcome.do !== 'finalize') return
      expect(transaction.state).toBe('confirmed')
      expect(seen.stillCanonical).toBe(true)
      expect(transaction.block?.number).toBeLessThanOrEqual(seen.finalized)
    })
  })

  it('replaces only the lowest pending nonce, when it is stuck at the node, misplaced or below the base fee, with fees that nodes accept, within the cap', () => {
    always((transaction, seen, outcome) => {
      if (outcome.do !== 'replace') return
      expect(transaction.nonce).toBe(seen.minedNonce)
      const isStuck = transaction.nonce < seen.pendingNonce || transaction.fees.maxFeePerGas < seen.baseFee
      const isMisplaced = transaction.nonce >= seen.pendingNonce && seen.heldMs >= 5_000
      expect((isStuck && transaction.ageMs >= policy.replaceAfterMs) || isMisplaced).toBe(true)
      expect(outcome.fees.maxFeePerGas).toBeLessThanOrEqual(policy.maxFeePerGasCap)
      expect(outcome.fees.maxFeePerGas).toBeGreaterThanOrEqual(transaction.fees.maxFeePerGas * 1.125)
      expect(outcome.fees.maxPriorityFeePerGas).toBeGreaterThanOrEqual(transaction.fees.maxPriorityFeePerGas * 1.125)
    })
  })

  it('gives up a nonce only when a block shows that another used it, never for what the node says', () => {
    always((transaction, seen, outcome) => {
      const isShown = transaction.state === 'submitted' && seen.isTaken && seen.mined === null
      expect(outcome.do === 'alarm').toBe(isShown)
    })
  })

  it('returns the same outcome when repeated, and does not modify its input', () => {
    always((transaction, seen, outcome) => {
      const before = structuredClone([transaction, seen])
      expect(next(transaction, seen, policy)).toEqual(outcome)
      expect([transaction, seen]).toEqual(before)
    })
  })
})
