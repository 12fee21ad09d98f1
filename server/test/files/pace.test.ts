import { expect, it } from 'vitest'
import { Pace, StoppedError } from '../../src/files/blobs/pace.js'
import { FakeTimer, turn } from '../base/fake-timer.js'

/** A pace of a kilobyte a second, on time that the test lets pass. */
function pacing() {
  const timer = new FakeTimer()
  let nowMs = 0
  const clock = { elapsed: () => nowMs }
  const pace = new Pace({ bytesPerSecond: 1000, clock, timer: timer.start })
  const pass = (ms: number) => {
    nowMs += ms
    return timer.pass(ms)
  }
  /** Takes bytes; says whether they were given by now. */
  const take = async (bytes: number) => {
    const taking = { isOver: false }
    const taken = pace.take(bytes).then(() => {
      taking.isOver = true
    })
    await turn()
    return { taken, taking }
  }
  return { pace, pass, take }
}

it('gives as many bytes as are due, after a second of credit', async () => {
  const { pass, take } = pacing()
  expect((await take(1000)).taking.isOver).toBe(true)
  const { taking, taken } = await take(500)
  expect(taking.isOver).toBe(false)
  await pass(499)
  expect(taking.isOver).toBe(false)
  await pass(1)
  await taken
  // A pause earns no more than a second.
  await pass(3_600_000)
  expect((await take(1000)).taking.isOver).toBe(true)
  expect((await take(500)).taking.isOver).toBe(false)
})

it('ends a wait, and all later ones, when it is stopped', async () => {
  const { pace } = pacing()
  await pace.take(1000)
  const waiting = pace.take(3_600_000)
  pace.stop()
  await expect(waiting).rejects.toThrow(StoppedError)
  await expect(pace.take(1)).rejects.toThrow(StoppedError)
})
