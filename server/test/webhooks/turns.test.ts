import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalParts, Turns } from '../../src/webhooks/sending/turns.js'

describe('turns', () => {
  it('go from account to account, however many members each has', () => {
    const turns = new Turns<{ accountId: string; name: string }>()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) turns.add({ accountId: name.charAt(0), name })
    const names = Array.from({ length: 8 }, () => turns.next()?.name)
    expect(names).toEqual(['a1', 'b1', 'a2', 'b1', 'a3', 'b1', 'a4', 'b1'])
  })

  it('put a newcomer first in its account, and skip members that left', () => {
    const turns = new Turns<{ accountId: string }>()
    expect(turns.next()).toBeUndefined()
    const [first, second] = [{ accountId: 'a' }, { accountId: 'a' }]
    turns.add(first)
    turns.next()
    turns.add(second)
    turns.add(first)
    turns.delete(first)
    expect(turns.next()).toBe(second)
    turns.delete(second)
    turns.delete(second)
    expect(turns.next()).toBeUndefined()
  })
})

describe('equal parts', () => {
  it('give what one does not need to the others', () => {
    expect(equalParts([10, 1, 10], 11)).toEqual([5, 1, 5])
    expect(equalParts([1, 1, 1], 1)).toEqual([1, 0, 0])
    expect(equalParts([5, 5], 0)).toEqual([0, 0])
    expect(equalParts([5], -3)).toEqual([0])
  })

  it('use up the total, and differ by at most one between those that need more', () => {
    const needs = fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(needs, fc.nat(5000), (wanted, total) => {
        const parts = equalParts(wanted, total)
        const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
        expect(sum(parts)).toBe(Math.min(total, sum(wanted)))
        const denied = parts.filter((part, i) => part < (wanted[i] ?? 0))
        expect(Math.max(0, ...parts) - Math.min(...denied, Math.max(0, ...parts))).toBeLessThanOrEqual(1)
      }),
    )
  })
})
