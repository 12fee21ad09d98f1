import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { backoff, startLoop } from '../../src/base/loop.js'

const logger = { warn: () => undefined }

describe('startLoop', () => {
  it('runs at once, when woken, and never twice at a time', async () => {
    let running = 0
    let most = 0
    let steps = 0
    const step = async () => {
      most = Math.max(most, ++running)
      steps++
      await sleep(10)
      running--
    }
    const loop = startLoop({ name: 'test', step, idleMs: 60_000, logger })
    expect(steps).toBe(1)
    loop.wake()
    loop.wake()
    await sleep(50)
    expect(steps).toBe(2)
    loop.wake()
    await sleep(5)
    expect(steps).toBe(3)
    await loop.stop()
    expect(running).toBe(0)
    loop.wake()
    await sleep(5)
    expect([steps, most]).toEqual([3, 1])
  })

  it('retries after errors, later each time, also when woken', async () => {
    const errors: unknown[] = []
    const step = () => Promise.reject(new Error('no'))
    const loop = startLoop({ name: 'test', step, idleMs: 0, onError: (error) => errors.push(error), logger })
    const waking = setInterval(() => loop.wake(), 1)
    await sleep(400)
    clearInterval(waking)
    await loop.stop()
    expect(errors.length).toBeGreaterThan(1)
    expect(errors.length).toBeLessThan(6)
  })
})

describe('backoff', () => {
  it('doubles up to half a minute', () => {
    expect([1, 2, 3, 20].map((failures) => backoff(failures, () => 1))).toEqual([100, 200, 400, 30_000])
    expect(backoff(1, () => 0)).toBe(50)
  })
})
