import { closeSync, openSync, readSync } from 'node:fs'
import { expect } from 'vitest'
import { presentFactor } from '../../test/machine.js'

/** The longest that a request or a loop may block the event loop, in milliseconds of the reference machine. */
const turnMsMax = 20

/**
 * Expects that nothing keeps the event loop longer than {@link turnMsMax} while `work` runs, or than this machine needs at the moment
 * for that. What the loop computed counts, not the time that passed: on a busy machine every process waits. The service runs in this
 * process, so `work` itself must hardly compute: requests are prepared before, answers only counted.
 *
 * A block comes back each time; a hiccup (the compiler, a garbage collection) doesn't, so the best of a few rounds counts.
 */
export async function expectShortTurns(work: () => Promise<unknown>, roundsMax = 4): Promise<void> {
  const rounds: number[] = []
  while (rounds.length < roundsMax && Math.min(...rounds, Number.POSITIVE_INFINITY) >= turnMsMax) {
    const turnMs = await longestTurnMs(work)
    rounds.push(turnMs < turnMsMax ? turnMs : turnMs / presentFactor())
  }
  expect(Math.min(...rounds), `milliseconds of the longest turn, by round: ${rounds.map(Math.round)}`).toBeLessThan(
    turnMsMax,
  )
}

/** Returns the longest time that the event loop computed without a break while `work` ran, in milliseconds. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const clock = threadClock()
  try {
    let longestMs = 0
    let lastMs = clock.ms()
    const look = () => {
      const nowMs = clock.ms()
      longestMs = Math.max(longestMs, nowMs - lastMs)
      lastMs = nowMs
    }
    const timer = setInterval(look, 1)
    try {
      await work()
      // The last computation counts too: the rest of the turn in which the work ended.
      await new Promise((resolve) => setImmediate(resolve))
      look()
    } finally {
      clearInterval(timer)
    }
    return longestMs
  } finally {
    clock.close()
  }
}

/** The processor time of this thread where the system has it (Linux), else of the whole process. */
function threadClock(): { ms(): number; close(): void } {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const text = Buffer.alloc(64)
    return {
      ms: () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ')[0]) / 1e6,
      close: () => closeSync(file),
    }
  } catch {
    return {
      ms() {
        const { user, system } = process.cpuUsage()
        return (user + system) / 1000
      },
      close: () => undefined,
    }
  }
}
