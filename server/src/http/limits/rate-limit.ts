/** Keys in memory at most; beyond that the oldest windows are dropped. */
const keysMax = 100_000
const windowMs = 60_000

/** Counts requests per key in windows of a minute, which begin with the first request. Each process counts its own. */
export class RateLimit {
  private readonly requestsMax: number
  private readonly now: () => number
  // In the order of their start, so the first ones expire first.
  private readonly windows = new Map<string, { startMs: number; requests: number }>()

  constructor(requestsMax: number, now: () => number = Date.now) {
    this.requestsMax = requestsMax
    this.now = now
  }

  /** Counts a request. Returns 0 within the limit, else the seconds until the next window. */
  waitS(key: string): number {
    const now = this.now()
    const window = this.windows.get(key)
    if (window === undefined || window.startMs + windowMs <= now) {
      this.windows.delete(key)
      this.windows.set(key, { startMs: now, requests: 1 })
      this.expire(now)
      return 0
    }
    window.requests++
    return window.requests <= this.requestsMax ? 0 : Math.ceil((window.startMs + windowMs - now) / 1000)
  }

  private expire(now: number): void {
    for (const [key, window] of this.windows) {
      if (window.startMs + windowMs > now && this.windows.size <= keysMax) break
      this.windows.delete(key)
    }
  }
}
