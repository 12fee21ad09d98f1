import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, systemClock } from '../../base/turns/clock.js'

/** Longer than the work takes, unless the machine is overloaded. */
const stepMs = 500

/** Settings of {@link EvenTiming}. */
export interface EvenTimingOptions {
  clock?: Pick<Clock, 'elapsed'>
  sleep?: (ms: number) => Promise<unknown>
}

/**
 * Hides how long work took. What a request does for an address depends on whether it has an account: rows are written, a mail is
 * queued. So its answer waits until a whole number of half seconds has passed.
 */
export class EvenTiming {
  private readonly clock: Pick<Clock, 'elapsed'>
  private readonly sleep: (ms: number) => Promise<unknown>

  constructor({ clock = systemClock, sleep = pause }: EvenTimingOptions = {}) {
    this.clock = clock
    this.sleep = sleep
  }

  /** Runs work. Its result, or its error, comes at a whole number of half seconds after the start. */
  async hide<T>(work: () => Promise<T>): Promise<T> {
    const begun = this.clock.elapsed()
    return work().finally(() => this.wait(begun))
  }

  /** Runs work of which only the failure says something about an account. */
  async hideFailure<T>(work: () => Promise<T>): Promise<T> {
    const begun = this.clock.elapsed()
    return work().catch(async (error: unknown) => {
      await this.wait(begun)
      throw error
    })
  }

  private async wait(begun: number): Promise<void> {
    const took = this.clock.elapsed() - begun
    await this.sleep(Math.max(1, Math.ceil(took / stepMs)) * stepMs - took)
  }
}
