import { describe, expect, it } from 'vitest'
import { AddressShares } from '../../src/accounts/quotas/address-shares.js'

const limit = 100_000
const today = 20_783

/** An account whose stamps are counted here, and the day. */
function start(limit: number | null) {
  const state = { limit, left: limit ?? 0, day: today }
  const stampsLeft = () => {
    const { limit, left, day } = state
    return limit === null ? null : { left, limit, day, daySecondsLeft: 60 }
  }
  const shares = new AddressShares({ stampsLeft })
  /** Stamps as often as the address may. */
  const useUp = (address: string) => {
    for (let count = 0; ; count++) {
      try {
        shares.take('operator', address)
      } catch (error) {
        expect(error).toMatchObject({ code: 'address_share' })
        return count
      }
      state.left--
    }
  }
  return { shares, state, useUp }
}

describe('the share of an address', () => {
  it('shrinks with what is left, so that twelve leave most to the others', () => {
    const { state, useUp } = start(limit)
    const first = useUp('192.0.2.1')
    expect([first > 4_500, first < 4_600]).toEqual([true, true])
    for (let host = 2; host <= 12; host++) useUp(`192.0.2.${host}`)
    expect(state.left / limit).toBeCloseTo(20 / 32, 1)
    expect(useUp('192.0.2.13')).toBeGreaterThan(1_500)
  })

  it('is something even after a thousand', () => {
    const { state, useUp } = start(limit)
    for (let host = 0; host < 1000; host++) useUp(`10.0.${host >> 8}.${host & 255}`)
    expect(state.left / limit).toBeGreaterThan(1 / 60)
    expect(useUp('192.0.2.1')).toBeGreaterThan(1)
  })

  it('is one for all of an IPv6 network', () => {
    const { shares, useUp } = start(100)
    useUp('2001:db8::1')
    expect(() => shares.take('operator', '2001:db8::2')).toThrow()
    expect(() => shares.take('operator', '2001:db8:0:1::2')).not.toThrow()
  })

  it('is whole again for a stamp that was not made, and after midnight', () => {
    const { shares, state } = start(20)
    shares.take('operator', '192.0.2.1')()
    shares.take('operator', '192.0.2.1')
    expect(() => shares.take('operator', '192.0.2.1')).toThrow()
    state.day++
    expect(() => shares.take('operator', '192.0.2.1')).not.toThrow()
  })

  it('counts what was used before the limit was known, and is unlimited without one', () => {
    const { shares, state } = start(null)
    for (let count = 0; count < 1000; count++) shares.take('operator', '192.0.2.1')
    state.limit = state.left = 10_000
    expect(() => shares.take('operator', '192.0.2.1')).toThrow()
  })
})
