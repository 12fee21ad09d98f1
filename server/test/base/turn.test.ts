import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Turn } from '../../src/base/turns/turn.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const compute = (ms: number) => vi.advanceTimersByTime(ms)

it('is over for all work in a turn of the event loop once one part has used it up', async () => {
  const [proofs, lines] = [new Turn(), new Turn()]
  await proofs.next()
  expect([proofs.isOver(), lines.isOver()]).toEqual([false, false])
  compute(10)
  expect([proofs.isOver(), lines.isOver(), new Turn().isOver()]).toEqual([true, true, true])
  await lines.next()
  expect([proofs.isOver(), lines.isOver()]).toEqual([false, false])
})

it('begins with the first look in a later turn, however long ago the last one was', async () => {
  const turn = new Turn()
  await turn.next()
  compute(10)
  await new Promise((resolve) => setImmediate(resolve))
  expect(turn.isOver()).toBe(false)
})
