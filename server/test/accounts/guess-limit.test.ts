import { describe, expect, it } from 'vitest'
import { GuessLimit } from '../../src/accounts/proving/guess-limit.js'

describe('GuessLimit', () => {
  it('allows 30 failures per minute and address, and returns how long to wait', () => {
    let now = 1_000_000
    const limit = new GuessLimit({ clock: { elapsed: () => now } })
    for (let i = 0; i < 30; i++) {
      expect(limit.waitS('192.0.2.1')).toBe(0)
      expect(limit.fail('192.0.2.1')).toBe(true)
    }
    expect(limit.fail('192.0.2.1')).toBe(false)
    now += 10_500
    expect(limit.waitS('192.0.2.1')).toBe(50)
    expect(limit.waitS('192.0.2.2')).toBe(0)
    now += 49_500
    expect(limit.waitS('192.0.2.1')).toBe(0)
    expect(limit.fail('192.0.2.1')).toBe(true)
    expect(limit.waitS('192.0.2.1')).toBe(0)
  })

  it('counts a whole IPv6 /64 as one address', () => {
    const limit = new GuessLimit({ clock: { elapsed: () => 0 } })
    for (let i = 0; i < 30; i++) limit.fail(`2001:db8:1:2::${i.toString(16)}`)
    expect(limit.waitS('2001:db8:1:2:ffff::1')).toBeGreaterThan(0)
    expect(limit.waitS('2001:db8:1:3::1')).toBe(0)
  })

  it('stays bounded when every failure has a new address', () => {
    const limit = new GuessLimit({ addressesMax: 3, failuresMax: 1, clock: { elapsed: () => 0 } })
    for (let i = 0; i < 10; i++) limit.fail(`192.0.2.${i}`)
    expect(limit.waitS('192.0.2.0')).toBe(0)
    expect(limit.waitS('192.0.2.9')).toBeGreaterThan(0)
  })
})
