import { describe, expect, it } from 'vitest'
import { SessionCache, type Verified } from '../../src/accounts/tokens/session.js'

function verified(family: string): Verified {
  const session = {
    accountId: 'account',
    clientId: 'client',
    tokenId: family,
    family,
    name: '',
    username: '',
    loginAtMs: 0,
  }
  return { session: { ...session, emailVerified: false, expiresAtMs: 1 }, accountEpoch: 0, clientEpoch: 0 }
}

describe('cached tokens', () => {
  const [a, b] = [verified('a'), verified('b')]
  const filled = () => {
    const cache = new SessionCache(4)
    cache.set('A', a)
    cache.set('B', b)
    expect(cache.get('A')).toBe(a)
    return cache
  }

  it('are found, whether looked up last or earlier', () => {
    const cache = filled()
    expect([cache.get('A'), cache.get('B'), cache.get('A')]).toEqual([a, b, a])
  })

  it('are gone once deleted, even the last one looked up, and found by no other key', () => {
    const cache = filled()
    cache.delete('A')
    expect([cache.get('A'), cache.get('')]).toEqual([undefined, undefined])
    expect(cache.get('B')).toBe(b)
  })

  it('are gone once their login is revoked, even the last one looked up', () => {
    const cache = filled()
    cache.invalidate(new Set(['a']))
    expect([cache.get('A'), cache.get('')]).toEqual([undefined, undefined])
  })

  it('are found after an earlier miss', () => {
    const cache = filled()
    expect(cache.get('C')).toBeUndefined()
    cache.set('C', a)
    expect(cache.get('C')).toBe(a)
  })

  it('are bounded: the least recently used go first', () => {
    const cache = filled()
    for (const key of ['C', 'D', 'E']) cache.set(key, b)
    expect(cache.get('B')).toBeUndefined()
    expect(cache.get('E')).toBe(b)
  })
})
