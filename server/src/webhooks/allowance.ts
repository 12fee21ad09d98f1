/** So much may have been saved up, as a part of a second's. */
const savedPart = 0.1

/** How much may be sent: so much in each second, and a little at once. */
export class Allowance {
  /** May be changed: it counts from now on. */
  perSecond: number
  private left: number
  private atMs = 0

  constructor(perSecond: number) {
    this.perSecond = perSecond
    this.left = perSecond * savedPart
  }

  /** May something be sent now? @param nowMs monotonic */
  has(nowMs: number): boolean {
    const grown = (Math.max(0, nowMs - this.atMs) * this.perSecond) / 1000
    this.atMs = nowMs
    this.left = Math.min(this.perSecond * savedPart, this.left + grown)
    return this.left >= 1
  }

  use(): void {
    this.left--
  }
}
