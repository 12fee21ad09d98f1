/** The time, as an argument: tests let it pass as they like. */
export interface Clock {
  /** Milliseconds since 1970; may jump when the machine's clock is set. */
  now(): number
  /** Milliseconds since some moment; only differences mean anything, and they never jump. */
  elapsed(): number
}

/** The machine's own. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }

/** Calls `then` after some milliseconds, unless the function it returns is called before. */
export type Timer = (ms: number, then: () => void) => () => void

/** The machine's own. */
export const systemTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}
