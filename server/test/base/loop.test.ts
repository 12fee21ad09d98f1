import { beforeEach, describe, expect, it } from 'vitest'
import { backoff, startLoop } from '../../src/base/turns/loop.js'
import { FakeTimer, turn } from './fake-timer.js'

const logger = { warn: () => undefined }
let time: FakeTimer
beforeEach(() => {
  time = new FakeTimer()
})

describe('startLoop', () => {
  it('runs at once, after its idle time or when woken, and never twice at once', async () => {
    /** Ends a step, by the order in which they began. */
    const ends: (() => void)[] = []
    const step = () => new Promise<void>((resolve) => ends.push(resolve))
    const end = (at: number) => {
      ends[at]?.()
      return turn()
    }
    const loop = startLoop({ name: 'test', step, idleMs: 60_000, logger, timer: time.start })
    expect(ends).toHaveLength(1)
    loop.wake()
    loop.wake()
    await time.pass(60_000)
    expect(ends).toHaveLength(1)
    await end(0)
    expect(ends).toHaveLength(2)
    await end(1)
    await time.pass(59_999)
    expect(ends).toHaveLength(2)
    loop.wake()
    await turn()
    expect(ends).toHaveLength(3)
    await end(2)
    await time.pass(60_000)
    expect(ends).toHaveLength(4)

    let isStopped = false
    const stopped = loop.stop().then(() => {
      isStopped = true
    })
    await turn()
    expect(isStopped).toBe(false)
    await end(3)
    await stopped
    loop.wake()
    await time.pass(60_000)
    expect([ends.length, time.count]).toEqual([4, 0])
  })

  it('retries after errors, later each time, also when woken', async () => {
    const errors: unknown[] = []
    const step = () => Promise.reject(new Error('no'))
    const onError = (error: unknown) => errors.push(error)
    const loop = startLoop({ name: 'test', step, idleMs: 0, onError, logger, timer: time.start })
    await turn()
    for (const [failures, backoffMs] of [100, 200, 400, 800].entries()) {
      expect(errors).toHaveLength(failures + 1)
      loop.wake()
      await time.pass(backoffMs / 2 - 1)
      loop.wake()
      await turn()
      expect(errors).toHaveLength(failures + 1)
      await time.pass(backoffMs / 2 + 1)
    }
    await loop.stop()
    expect([errors.length, time.count]).toEqual([5, 0])
  })
})

describe('backoff', () => {
  it('doubles up to half a minute', () => {
    expect([1, 2, 3, 20].map((failures) => backoff(failures, () => 1))).toEqual([100, 200, 400, 30_000])
    expect(backoff(1, () => 0)).toBe(50)
  })
})
