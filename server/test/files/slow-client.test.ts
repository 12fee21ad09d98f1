import { describe, expect, it } from 'vitest'
import { watchForStall } from '../../src/files/upload/slow-client.js'
import { FakeTimer } from '../base/fake-timer.js'

/** A client that is watched; `pass` lets looks go by, each with as many bytes before it. */
function watched() {
  const time = new FakeTimer()
  const seen = { stalls: 0, isPaused: false }
  const watch = watchForStall({ isPaused: () => seen.isPaused }, () => seen.stalls++, time.start)
  const pass = async (looks: number, bytes = 0) => {
    for (let look = 0; look < looks; look++) {
      if (bytes > 0) watch.received(bytes)
      await time.pass(5000)
    }
    return seen.stalls
  }
  return { seen, time, watch, pass }
}

describe('a client that sends a file', () => {
  it('stalls when it sends nothing for half a minute', async () => {
    const { time, watch, pass } = watched()
    expect(await pass(6)).toBe(0)
    watch.received(16_384)
    expect(await pass(6)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(time.count).toBe(0)
  })

  it('stalls when it sends less than 16 KiB in a minute', async () => {
    const { pass } = watched()
    expect(await pass(24, 2048)).toBe(0)
    expect(await pass(11, 1024)).toBe(0)
    expect(await pass(1, 1024)).toBe(1)
  })

  it('is not blamed for what it could not send: while we paused it, and while the process was stopped', async () => {
    const { seen, time, pass } = watched()
    expect(await pass(5)).toBe(0)
    seen.isPaused = true
    expect(await pass(30)).toBe(0)
    seen.isPaused = false
    expect(await pass(5)).toBe(0)
    await time.pass(600_000)
    expect(seen.stalls).toBe(0)
  })

  it('is watched no longer once all has come', async () => {
    const { watch, pass } = watched()
    watch.stop()
    expect(await pass(30)).toBe(0)
  })
})
