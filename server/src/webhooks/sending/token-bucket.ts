/** Capacity of the bucket, as a fraction of one second's tokens. */
const capacitySeconds = 0.1

/** Limits a rate, with a small burst. */
export class TokenBucket {
  /** Can be changed at any time; takes effect from the next refill. */
  perSecond: number
  private left: number
  private atMs = 0

  constructor(perSecond: number) {
    this.perSecond = perSecond
    this.left = perSecond * capacitySeconds
  }

  /** Refills the bucket and returns whether a token is left. @param nowMs monotonic */
  has(nowMs: number): boolean {
    const grown = (Math.max(0, nowMs - this.atMs) * this.perSecond) / 1000
    this.atMs = nowMs
    this.left = Math.min(this.perSecond * capacitySeconds, this.left + grown)
    return this.left >= 1
  }

  use(): void {
    this.left--
  }
}
