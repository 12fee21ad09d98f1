import type { Clock } from '../../src/base/turns/clock.js'

/** The clock of a process's machine: beside the true time it is set, and goes too fast or too slow. */
export class MachineClock implements Clock {
  /** How far it was set from the true time. */
  aheadMs = 0
  private readonly time: { now(): number; readonly elapsedMs: number }
  /** Milliseconds that it gains in each. */
  private readonly drift: number

  constructor(time: { now(): number; readonly elapsedMs: number }, drift: number) {
    this.time = time
    this.drift = drift
  }

  now(): number {
    return Math.floor(this.time.now() + this.aheadMs + this.time.elapsedMs * this.drift)
  }

  elapsed(): number {
    return this.time.elapsedMs
  }
}
