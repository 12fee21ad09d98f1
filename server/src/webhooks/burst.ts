/** While more stamps than this are taken in a second, they go first. */
const stampsPerSecondMax = 1_000
/** What lasts longer than this is no burst, and holds up nothing any more. */
const burstMsMax = 20_000

/** Tells bursts of stamps, during which deliveries yield, from a service that is always busy. */
export class Burst {
  private taken: number
  private lookedMs: number
  /** When it was last seen that few stamps were taken. */
  private calmMs: number

  /**
   * @param taken stamps taken so far
   * @param nowMs of a clock that never steps back
   */
  constructor(taken: number, nowMs: number) {
    this.taken = taken
    this.lookedMs = nowMs
    this.calmMs = nowMs
  }

  /** Looks again, with the numbers of now. Is this a burst? */
  look(taken: number, nowMs: number): boolean {
    const perSecond = ((taken - this.taken) * 1000) / Math.max(1, nowMs - this.lookedMs)
    this.taken = taken
    this.lookedMs = nowMs
    if (perSecond <= stampsPerSecondMax) this.calmMs = nowMs
    return perSecond > stampsPerSecondMax && nowMs - this.calmMs < burstMsMax
  }
}
