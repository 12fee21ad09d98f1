import type { Logger } from 'pino'

/** A running loop. */
export interface Loop {
  readonly name: string
  /** Runs the step at once, or again right after the one that is running. */
  wake(): void
  /** Lets the running step end, and starts no other. */
  stop(): Promise<void>
}

/** Settings of {@link startLoop}. */
export interface LoopOptions {
  name: string
  /** One round of work; never called while it is still running. */
  step: () => Promise<unknown>
  /** Milliseconds between the end of a step and the next, when nobody wakes it. */
  idleMs: number
  /** Told of each error, besides the log. */
  onError?: (error: unknown) => void
  logger: Pick<Logger, 'warn'>
}

const backoffMinMs = 100
const backoffMaxMs = 30_000

/** Runs `step` again and again: at once, then every `idleMs` or when woken; after errors ever later, up to 30 s. */
export function startLoop({ name, step, idleMs, onError, logger }: LoopOptions): Loop {
  let stopping = false
  let woken = false
  let failures = 0
  let interrupt: (() => void) | undefined

  /** Waits, unless something has happened meanwhile. */
  const pause = (ms: number, untilWoken: boolean) =>
    new Promise<void>((resolve) => {
      if (stopping || (untilWoken && woken)) return resolve()
      const done = () => {
        clearTimeout(timer)
        interrupt = undefined
        resolve()
      }
      const timer = setTimeout(done, ms)
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
      // While steps fail, waking must not turn the backoff into a busy loop.
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

/** Milliseconds before the next try: doubling, with jitter so that several processes do not try in step. */
export function backoff(failures: number, random: () => number = Math.random): number {
  const ms = Math.min(backoffMinMs * 2 ** (failures - 1), backoffMaxMs)
  return ms * (0.5 + random() / 2)
}
