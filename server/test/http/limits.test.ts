import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/base/turns/clock.js'
import { RateLimit } from '../../src/http/limits/rate-limit.js'
import { someHash, useOwnService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'

const service = useOwnService({
  RATE_LIMIT_ACCOUNT: '6',
  RATE_LIMIT_ADDRESS: '30',
  METRICS_TOKEN: 'let-me-in',
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('limits from the settings', () => {
  it('apply to sizes, and /metrics requires its token', async () => {
    const ada = await service.account()
    const items = (count: number, size = 1) =>
      Array.from({ length: count }, () => ({ hash: someHash(), filename: 'x'.repeat(size) }))
    const large = { hash: someHash(), filename: 'x'.repeat(1 << 20) }
    expectError(
      await service.call('POST', '/hash', large, ada.auth),
      413,
      'too_large',
      'The body is larger than 1048576 bytes',
    )
    const long = JSON.stringify(items(1)).padEnd((16 << 20) + 1)
    expectError(
      await service.call('POST', '/multi-stamp', long, ada.auth),
      413,
      'too_large',
      'The body is larger than 16777216 bytes',
    )
    expect(dataOf(await service.call('POST', '/multi-stamp', items(3_500, 255), ada.auth))).toHaveLength(3_500)
    const metrics = (authorization: string) => service.call('GET', '/metrics', undefined, { authorization })
    expectError(await metrics('Bearer no'), 401, 'token_invalid', 'Invalid auth token')
    const answer = await metrics('Bearer let-me-in')
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/^tallystick_requests_total\{/m)
  })

  it('429 with Retry-After: over the request limit of an account, then of an address', async () => {
    // Windows don't end meanwhile.
    vi.spyOn(systemClock, 'elapsed').mockReturnValue(systemClock.elapsed())
    const ada = await service.account()
    const ask = () => service.call('GET', '/hash?page=1&limit=1', undefined, ada.auth)
    const answers = []
    for (let asked = 0; asked < 7; asked++) answers.push(await ask())
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200, 429])
    const [last] = answers.slice(-1)
    if (last) expectError(last, 429, 'rate_limited', 'Too many requests. Try again later.')
    expect(Number(last?.headers.get('retry-after'))).toSatisfy((wait: number) => wait > 0 && wait <= 60)

    const bea = await service.account()
    expect((await service.call('GET', '/hash?page=1&limit=1', undefined, bea.auth)).status).toBe(200)
    const many = await Promise.all(Array.from({ length: 30 }, () => service.call('GET', '/nothing')))
    expect(many.map((answer) => answer.status)).toContain(429)
    expect((await service.call('GET', '/openapi.json')).status).toBe(429)
    expect((await service.call('GET', '/healthz')).status).toBe(200)
  })
})

it('a window begins with the first request and ends after a minute', () => {
  let now = 0
  const limit = new RateLimit(2, { elapsed: () => now })
  expect([limit.waitS('a'), limit.waitS('a'), limit.waitS('a'), limit.waitS('b')]).toEqual([0, 0, 60, 0])
  now = 59_500
  expect(limit.waitS('a')).toBe(1)
  now = 60_000
  expect([limit.waitS('a'), limit.waitS('a'), limit.waitS('a')]).toEqual([0, 0, 60])
})

it('a window is no longer than a minute by a clock with fractions of a millisecond', () => {
  for (let now = 0.1; now < 10_000; now += 7.3) {
    const limit = new RateLimit(1, { elapsed: () => now })
    expect([limit.waitS('a'), limit.waitS('a')]).toEqual([0, 60])
  }
})
