/** How many may be remembered at once; beyond that those whose minute began first are forgotten. */
const keysMax = 100_000
const windowMs = 60_000

/** Counts requests by whom they come from, in windows of a minute that begin with the first of them. Each process counts its own. */
export class RateLimit {
  private readonly requestsMax: number
  private readonly now: () => number
  // In order of their window's start, so that the first ones end first.
  private readonly windows = new Map<string, { startMs: number; requests: number }>()

  constructor(requestsMax: number, now: () => number = Date.now) {
    this.requestsMax = requestsMax
    this.now = now
  }

  /** Counts a request. Returns 0 when it is within the limit, else the seconds until the next window. */
  waitS(key: string): number {
    const now = this.now()
    const window = this.windows.get(key)
    if (window === undefined || window.startMs + windowMs <= now) {
      this.windows.delete(key)
      this.windows.set(key, { startMs: now, requests: 1 })
      this.forget(now)
      return 0
    }
    window.requests++
    return window.requests <= this.requestsMax ? 0 : Math.ceil((window.startMs + windowMs - now) / 1000)
  }

  private forget(now: number): void {
    for (const [key, window] of this.windows) {
      if (window.startMs + windowMs > now && this.windows.size <= keysMax) break
      this.windows.delete(key)
    }
  }
}
