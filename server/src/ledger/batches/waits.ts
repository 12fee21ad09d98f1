import { type Clock, systemClock } from '../../base/turns/clock.js'

/** Submissions without an answer yet, and since when: whatever holds one up, readiness sees it. */
export class Waits {
  private readonly clock: Pick<Clock, 'elapsed'>
  /** In the order in which they came, so the first waits longest. */
  private readonly since = new Map<object, number>()

  constructor(clock: Pick<Clock, 'elapsed'> = systemClock) {
    this.clock = clock
  }

  /** Notes that a submission waits from now on. */
  begin(one: object): void {
    this.since.set(one, this.clock.elapsed())
  }

  /** Notes that it was answered. */
  end(one: object): void {
    this.since.delete(one)
  }

  /** How many wait. */
  get count(): number {
    return this.since.size
  }

  /** Returns how long the oldest has been waiting, in milliseconds; 0 when none waits. */
  get longestMs(): number {
    for (const sinceMs of this.since.values()) return this.clock.elapsed() - sinceMs
    return 0
  }
}
