import { describe, expect, it } from 'vitest'
import { SessionCache, type Verified } from '../../src/accounts/session.js'

function verified(family: string): Verified {
  const session = { accountId: 'account', clientId: 'client', tokenId: family, family, name: '', username: '' }
  return { session: { ...session, emailVerified: false, expiresAtMs: 1 }, accountEpoch: 0, clientEpoch: 0 }
}

describe('remembered tokens', () => {
  const [a, b] = [verified('a'), verified('b')]
  const filled = () => {
    const cache = new SessionCache(4)
    cache.set('A', a)
    cache.set('B', b)
    expect(cache.get('A')).toBe(a)
    return cache
  }

  it('are found, the one asked for last and others', () => {
    const cache = filled()
    expect([cache.get('A'), cache.get('B'), cache.get('A')]).toEqual([a, b, a])
  })

  it('are forgotten when deleted, though asked for last, and no other key stands for them', () => {
    const cache = filled()
    cache.delete('A')
    expect([cache.get('A'), cache.get('')]).toEqual([undefined, undefined])
    expect(cache.get('B')).toBe(b)
  })

  it('are forgotten with their login, though asked for last', () => {
    const cache = filled()
    cache.forget(new Set(['a']))
    expect([cache.get('A'), cache.get('')]).toEqual([undefined, undefined])
  })

  it('that were not there are found once they are', () => {
    const cache = filled()
    expect(cache.get('C')).toBeUndefined()
    cache.set('C', a)
    expect(cache.get('C')).toBe(a)
  })

  it('are at most so many: the longest unused go', () => {
    const cache = filled()
    for (const key of ['C', 'D', 'E']) cache.set(key, b)
    expect(cache.get('B')).toBeUndefined()
    expect(cache.get('E')).toBe(b)
  })
})
