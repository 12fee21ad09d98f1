/** Above this rate stamps take precedence over deliveries. */
const stampsPerSecondMax = 1_000
/** High load that lasts longer than this is steady, not a burst, and no longer holds deliveries back. */
const burstMsMax = 20_000

/** Distinguishes a burst of stamps, during which deliveries yield, from a service that is always busy. */
export class Burst {
  private taken: number
  private observedMs: number
  /** When the rate was last low. */
  private calmMs: number

  /**
   * @param taken stamps accepted so far
   * @param nowMs monotonic
   */
  constructor(taken: number, nowMs: number) {
    this.taken = taken
    this.observedMs = nowMs
    this.calmMs = nowMs
  }

  /** Records the current count and returns whether this is a burst. */
  observe(taken: number, nowMs: number): boolean {
    const perSecond = ((taken - this.taken) * 1000) / Math.max(1, nowMs - this.observedMs)
    this.taken = taken
    this.observedMs = nowMs
    if (perSecond <= stampsPerSecondMax) this.calmMs = nowMs
    return perSecond > stampsPerSecondMax && nowMs - this.calmMs < burstMsMax
  }
}
