import { uptime } from 'node:os'

/** The time, as an argument: tests let it pass as they like. */
export interface Clock {
  /** Milliseconds since 1970; may jump when the machine's clock is set. */
  now(): number
  /** Milliseconds since some moment; only differences mean anything, and they never jump. */
  elapsed(): number
}

/** The machine's own. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }

/** The machine's own, whose monotonic side counts the time that the machine slept, too, in hundredths of a second. */
export const wakingClock: Clock = { now: () => Date.now(), elapsed: () => uptime() * 1000 }

/** Calls `then` after some milliseconds, unless the function it returns is called before. */
export type Timer = (ms: number, then: () => void) => () => void

/** The machine's own. */
export const systemTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

/** Calls `look` every some milliseconds, until the function it returns is called. */
export function every(ms: number, look: () => void, timer: Timer): () => void {
  const again = () => {
    stop = timer(ms, again)
    look()
  }
  let stop = timer(ms, again)
  return () => stop()
}

declare const trusted: unique symbol

/**
 * A time that agreed, a moment ago, with everything that knows the time. Expiry takes one: what has expired by a clock that is ahead
 * can't be brought back.
 */
export type TrustedTime = Date & { readonly [trusted]: true }

/** The time, as far as it can be trusted. */
export interface TrustedClock {
  /** Runs work that can't be undone, unless the time is in doubt; then nothing happens, and the result is undefined. */
  whenTrusted<T>(work: (now: TrustedTime) => Promise<T>): Promise<T | undefined>
  /** Why the time is in doubt, in words for the operator; empty while it can be trusted. */
  doubts(): readonly string[]
}
