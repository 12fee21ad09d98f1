import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedMs, isFailing, retryDelaysMs, verdictOf } from '../../src/webhooks/deliveries/schedule.js'
import {
  type Concurrency,
  initialConcurrency,
  nextConcurrency,
  pauseMs,
} from '../../src/webhooks/sending/concurrency.js'
import { TokenBucket } from '../../src/webhooks/sending/token-bucket.js'

const now = new Date('2027-03-28T00:59:59Z')
const answer = (status: number | null, retryAfter: string | null = null) => ({ status, retryAfter })

describe('a delivery', () => {
  it('is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then no more', () => {
    const minutes = retryDelaysMs.map((_, step) => {
      const verdict = verdictOf(answer(500), step, now)
      return verdict.kind === 'retry' ? verdict.afterMs / 60_000 : null
    })
    expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440])
    expect(verdictOf(answer(500), 9, now)).toEqual({ kind: 'failed', gone: false })
    expect(verdictOf(answer(null), 9, now)).toEqual({ kind: 'failed', gone: false })
  })

  it('is accepted with any 2xx, and nothing else', () => {
    for (let status = 200; status <= 599; status++) {
      const { kind } = verdictOf(answer(status), 0, now)
      expect(kind, String(status)).toBe(status <= 299 ? 'delivered' : status === 410 ? 'failed' : 'retry')
    }
    expect(verdictOf(answer(null), 0, now).kind).toBe('retry')
  })

  it('ends at once on 410', () => {
    for (const step of [0, 4, 9]) expect(verdictOf(answer(410), step, now)).toEqual({ kind: 'failed', gone: true })
  })

  it('waits longer when a receiver asks for it with 429 or 503, a day at most, and never less than its own delay', () => {
    const after = (status: number, retryAfter: string, step = 0) => {
      const verdict = verdictOf(answer(status, retryAfter), step, now)
      return verdict.kind === 'retry' ? verdict.afterMs / 1000 : null
    }
    expect(after(429, '120')).toBe(120)
    expect(after(503, '120')).toBe(120)
    expect(after(500, '120')).toBe(5)
    expect(after(429, '1')).toBe(5)
    expect(after(429, '120', 3)).toBe(7200)
    expect(after(429, '9999999999')).toBe(86_400)
    expect(after(429, 'Sun, 28 Mar 2027 01:00:59 GMT')).toBe(60)
    for (const odd of ['', '-5', '1e9', 'soon', 'Sun, 28 Mar 2021 01:00:59 GMT', '99999999999999']) {
      expect(after(429, odd), odd).toBe(5)
    }
  })

  it('waits between its own delay and a day, whatever comes back and whatever the clock shows', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 200, max: 599 })),
        fc.option(
          fc.oneof(
            fc.string(),
            fc.nat().map(String),
            fc.date({ noInvalidDate: true }).map((at) => at.toUTCString()),
          ),
        ),
        fc.nat({ max: 8 }),
        fc.date({ noInvalidDate: true }),
        (status, retryAfter, step, at) => {
          const verdict = verdictOf({ status, retryAfter }, step, at)
          if (verdict.kind !== 'retry') return
          expect(verdict.afterMs).toBeGreaterThanOrEqual(retryDelaysMs[step] as number)
          expect(verdict.afterMs).toBeLessThanOrEqual(86_400_000)
        },
      ),
    )
  })
})

describe('a webhook', () => {
  const day = 86_400_000
  it('has failed for too long after five days, and not because the clock was set back', () => {
    expect(isFailing(null, now)).toBe(false)
    expect(isFailing(new Date(now.getTime() - 5 * day + 1), now)).toBe(false)
    expect(isFailing(new Date(now.getTime() - 5 * day), now)).toBe(true)
    expect(isFailing(new Date(now.getTime() + day), now)).toBe(false)
  })

  it('waits as asked only for 429 and 503', () => {
    expect(askedMs(answer(429, '7'), now)).toBe(7000)
    expect(askedMs(answer(502, '7'), now)).toBe(0)
    expect(askedMs(answer(null, '7'), now)).toBe(0)
  })
})

describe('the pace', () => {
  const after = (outcomes: readonly [boolean, number][], from: Concurrency = initialConcurrency) =>
    outcomes.reduce((pace, [accepted, ms]) => nextConcurrency(pace, accepted, ms, 8), from)

  it('rises with each quick success to what is allowed', () => {
    expect([1, 2, 3, 4].map((n) => after(Array(n).fill([true, 5])).limit)).toEqual([2, 4, 8, 8])
  })

  it('falls to one connection with failures and slow answers, and never below', () => {
    const full = { limit: 8, failures: 0 }
    expect([1, 2, 3, 4].map((n) => after(Array(n).fill([false, 5]), full).limit)).toEqual([4, 2, 1, 1])
    expect(after(Array(20).fill([true, 14_000]), full)).toEqual({ limit: 1, failures: 0 })
  })

  it('pauses after the second failure in a row, ever longer up to 10 s, and as long as it is asked to', () => {
    expect([0, 1, 2, 3, 8, 100].map((failures) => pauseMs({ limit: 1, failures }, 0))).toEqual([
      0, 0, 50, 100, 3200, 10_000,
    ])
    expect(pauseMs({ limit: 1, failures: 1 }, 60_000)).toBe(60_000)
    expect(pauseMs({ limit: 1, failures: 1 }, 86_400_000)).toBe(900_000)
  })
})

describe('an allowance', () => {
  it('lets through its rate, however often it is asked, and saves up no more than one burst', () => {
    for (const stepMs of [0.1, 1, 7]) {
      const allowance = new TokenBucket(1_000)
      let sent = 0
      for (let nowMs = 60_000; nowMs < 62_000; nowMs += stepMs) {
        for (; allowance.has(nowMs); sent++) allowance.use()
      }
      expect(sent).toBeGreaterThan(1_980)
      expect(sent).toBeLessThanOrEqual(2_100)
    }
  })
})
