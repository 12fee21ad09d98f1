import { type Clock, systemClock } from '../../base/turns/clock.js'

/** Settings of {@link Windows}. */
export interface WindowsOptions {
  windowMs: number
  /** Keys in memory at most; beyond that the oldest windows are dropped. */
  keysMax?: number
  clock?: Pick<Clock, 'elapsed'>
}

interface Window {
  startMs: number
  count: number
}

/** Counts per key in windows of time, which begin with the first event. Each process counts its own. */
export class Windows {
  private readonly windowMs: number
  private readonly keysMax: number
  private readonly clock: Pick<Clock, 'elapsed'>
  // In the order of their start, so the first ones expire first.
  private readonly windows = new Map<string, Window>()

  constructor({ windowMs, keysMax = 100_000, clock = systemClock }: WindowsOptions) {
    this.windowMs = windowMs
    this.keysMax = keysMax
    this.clock = clock
  }

  /** Counts an event. */
  add(key: string): void {
    const now = this.clock.elapsed()
    const window = this.windows.get(key)
    if (window && this.leftMs(window, now) > 0) {
      window.count++
      return
    }
    this.windows.delete(key)
    this.windows.set(key, { startMs: now, count: 1 })
    this.expire(now)
  }

  /** Returns the seconds until the key's window ends if it has more than `max` events; 0 otherwise. */
  waitS(key: string, max: number): number {
    const window = this.windows.get(key)
    if (!window || window.count <= max) return 0
    return Math.max(0, Math.ceil(this.leftMs(window, this.clock.elapsed()) / 1000))
  }

  private leftMs({ startMs }: Window, now: number): number {
    // In this order: a sum of a fraction rounds, and a whole window would be a second longer.
    return this.windowMs - (now - startMs)
  }

  private expire(now: number): void {
    for (const [key, window] of this.windows) {
      if (this.leftMs(window, now) > 0 && this.windows.size <= this.keysMax) break
      this.windows.delete(key)
    }
  }
}
