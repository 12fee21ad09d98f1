import { describe, expect, it } from 'vitest'
import { GuessLimit, networkOf } from '../../src/accounts/proving/guess-limit.js'

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3::', '1:2:3:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

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
