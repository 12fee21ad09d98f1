import type { Logger } from 'pino'
import { systemTimer, type Timer } from './clock.js'

/** A running loop. */
export interface Loop {
  readonly name: string
  /** Runs the step now, or again right after the running one. */
  wake(): void
  /** Waits for the running step and starts no other. */
  stop(): Promise<void>
}

/** Settings of {@link startLoop}. */
export interface LoopOptions {
  name: string
  /** One round of work; rounds never overlap. */
  step: () => Promise<unknown>
  /** Milliseconds from the end of a step to the next, unless woken. */
  idleMs: number
  /** Called with each error, after it is logged. */
  onError?: (error: unknown) => void
  logger: Pick<Logger, 'warn'>
  timer?: Timer
}

const backoffMinMs = 100
const backoffMaxMs = 30_000

/** Runs `step` repeatedly: now, then every `idleMs` or when woken; after errors with a backoff of up to 30 s. */
export function startLoop({ name, step, idleMs, onError, logger, timer = systemTimer }: LoopOptions): Loop {
  let stopping = false
  let woken = false
  let failures = 0
  let interrupt: (() => void) | undefined

  /** Waits, unless stopped or woken meanwhile. */
  const pause = (ms: number, untilWoken: boolean) =>
    new Promise<void>((resolve) => {
      if (stopping || (untilWoken && woken)) return resolve()
      const done = () => {
        stopTimer()
        interrupt = undefined
        resolve()
      }
      const stopTimer = timer(ms, done)
      interrupt = () => {
        if (stopping || untilWoken) done()
      }
    })

  const run = async () => {
    while (!stopping) {
      woken = false
      try {
        await step()
        failures = 0
      } catch (error) {
        failures++
        logger.warn({ err: error, loop: name, failures }, 'a step failed, retrying')
        onError?.(error)
      }
      // Waking must not turn the backoff into a busy loop.
      if (failures > 0) await pause(backoff(failures), false)
      else await pause(idleMs, true)
    }
  }
  const ended = run()

  return {
    name,
    wake() {
      woken = true
      interrupt?.()
    },
    async stop() {
      stopping = true
      interrupt?.()
      await ended
    },
  }
}

/** Returns the backoff in milliseconds: doubling, with jitter so that processes don't retry in step. */
export function backoff(failures: number, random: () => number = Math.random): number {
  const ms = Math.min(backoffMinMs * 2 ** (failures - 1), backoffMaxMs)
  return ms * (0.5 + random() / 2)
}
