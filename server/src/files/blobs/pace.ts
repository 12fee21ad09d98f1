import { type Clock, systemClock, systemTimer, type Timer } from '../../base/turns/clock.js'

/** Pauses shorter than this aren't worth a timer. */
const pauseMsMin = 20
/** A reader that was slower than its rate makes up for no more than this. */
const creditMsMax = 1000

/** Settings of a {@link Pace}. */
export interface PaceOptions {
  bytesPerSecond: number
  clock?: Pick<Clock, 'elapsed'>
  timer?: Timer
}

/** Thrown when a reader should end because the process stops. */
export class StoppedError extends Error {
  override name = 'StoppedError'
}

/** Lets a reader take only so many bytes a second. */
export class Pace {
  private readonly bytesPerMs: number
  private readonly clock: Pick<Clock, 'elapsed'>
  private readonly timer: Timer
  /** When what was read so far would have been read at the rate, in milliseconds of the clock. */
  private dueMs = Number.NEGATIVE_INFINITY
  private interrupt: (() => void) | null = null
  private isStopped = false

  constructor({ bytesPerSecond, clock = systemClock, timer = systemTimer }: PaceOptions) {
    this.bytesPerMs = bytesPerSecond / 1000
    this.clock = clock
    this.timer = timer
  }

  /** Waits until this many bytes are due. @throws {StoppedError} */
  async take(bytes: number): Promise<void> {
    if (this.isStopped) throw new StoppedError()
    const nowMs = this.clock.elapsed()
    this.dueMs = Math.max(this.dueMs, nowMs - creditMsMax) + bytes / this.bytesPerMs
    const waitMs = this.dueMs - nowMs
    if (waitMs >= pauseMsMin) await this.pause(waitMs)
    if (this.isStopped) throw new StoppedError()
  }

  /** Ends the running wait, and all later ones at once. */
  stop(): void {
    this.isStopped = true
    this.interrupt?.()
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.timer(ms, resolve)
      this.interrupt = () => {
        cancel()
        resolve()
      }
    })
  }
}
