import type { Clock } from '../../src/base/turns/clock.js'

/** A clock whose time of day can be set: it starts at `startMs`, and time passes only when a test says so. */
export class FakeClock implements Clock {
  private timeMs: number
  private elapsedMs = 0

  constructor(startMs: number) {
    this.timeMs = startMs
  }

  now(): number {
    return this.timeMs
  }

  elapsed(): number {
    return this.elapsedMs
  }

  pass(ms: number): void {
    this.timeMs += ms
    this.elapsedMs += ms
  }

  /** Sets the time of day so much later, or earlier; no time passes. */
  step(ms: number): void {
    this.timeMs += ms
  }
}
