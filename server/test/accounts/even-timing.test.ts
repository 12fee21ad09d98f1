import { expect, it } from 'vitest'
import { EvenTiming } from '../../src/accounts/proving/even-timing.js'

/** Runs work that takes some milliseconds. Returns when its outcome came, in milliseconds after the start. */
async function outcomeAt(how: 'hide' | 'hideFailure', tookMs: number, fails = false): Promise<number> {
  let at = 1000
  const sleep = async (ms: number) => {
    at += ms
  }
  const timing = new EvenTiming({ clock: { elapsed: () => at }, sleep })
  const work = async () => {
    at += tookMs
    if (fails) throw new Error('refused')
  }
  await timing[how](work).catch(() => undefined)
  return at - 1000
}

it.each([
  [0, 500],
  [1, 500],
  [499, 500],
  [500, 500],
  [501, 1000],
  [1700, 2000],
])('work of %i ms has its outcome after %i ms, whether it succeeds or fails', async (tookMs, expected) => {
  expect(await outcomeAt('hide', tookMs)).toBe(expected)
  expect(await outcomeAt('hide', tookMs, true)).toBe(expected)
  expect(await outcomeAt('hideFailure', tookMs, true)).toBe(expected)
})

it('does not delay success that says nothing', async () => {
  expect(await outcomeAt('hideFailure', 30)).toBe(30)
})
