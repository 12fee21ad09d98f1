import { expect, it } from 'vitest'
import { Waits } from '../../src/ledger/batches/waits.js'
import { FakeClock } from '../clock/fake-clock.js'

it('knows how long the oldest has been waiting, whatever the time of day', () => {
  const clock = new FakeClock(0)
  const waits = new Waits(clock)
  const [first, second] = [{}, {}]
  expect(waits.longestMs).toBe(0)
  waits.begin(first)
  clock.pass(3000)
  waits.begin(second)
  clock.step(-3_600_000)
  clock.pass(2000)
  expect(waits.longestMs).toBe(5000)
  waits.end(first)
  expect(waits.longestMs).toBe(2000)
  waits.end(second)
  expect(waits.longestMs).toBe(0)
})
