import { describe, expect, it } from 'vitest'
import { Burst } from '../../src/webhooks/thread/burst.js'

/** Observes each quarter of a second while stamps arrive at these rates, one rate per second. */
function seen(perSecond: readonly number[], burst = new Burst(0, 0)): boolean[] {
  let taken = 0
  let nowMs = 0
  return perSecond.flatMap((rate) =>
    [1, 2, 3, 4].map(() => {
      taken += rate / 4
      nowMs += 250
      return burst.observe(taken, nowMs)
    }),
  )
}
const seconds = (count: number, rate: number) => Array.from({ length: count }, () => rate)

describe('a burst of stamps', () => {
  it('is more than a thousand a second, from the first look to the first calm one', () => {
    expect(seen([0, 1000, 1004, 5000, 1000])).toEqual(
      [false, false, true, true, false].flatMap((is) => [is, is, is, is]),
    )
  })

  it('ends after twenty seconds', () => {
    const looks = seen(seconds(60, 4000))
    expect(looks.slice(0, 79)).not.toContain(false)
    expect(looks.slice(79)).not.toContain(true)
  })

  it('may follow another after a calm moment', () => {
    const looks = seen([...seconds(30, 4000), 0, 4000])
    expect(looks.slice(-4)).toEqual([true, true, true, true])
  })

  it('is measured by the clock, not by the number of looks', () => {
    const burst = new Burst(100, 0)
    expect(burst.observe(1100, 2000)).toBe(false)
    expect(burst.observe(1200, 2020)).toBe(true)
    expect(burst.observe(1200, 2020)).toBe(false)
  })
})
