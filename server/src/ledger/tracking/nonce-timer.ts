/** For how long something has been true of the same nonce, by lane. */
export class NonceTimer {
  private readonly now: () => number
  private readonly known = new Map<number, { nonce: number; since: number }>()

  /** @param now milliseconds, monotonic */
  constructor(now: () => number) {
    this.now = now
  }

  /** Notes that it is true of a nonce, and so of no other one of the lane. */
  note(lane: number, nonce: number): void {
    if (this.known.get(lane)?.nonce !== nonce) this.known.set(lane, { nonce, since: this.now() })
  }

  forget(lane: number): void {
    this.known.delete(lane)
  }

  /** Returns the milliseconds since it was first noted of a nonce; 0 when it isn't. */
  msOf(lane: number, nonce: number): number {
    const known = this.known.get(lane)
    return known?.nonce === nonce ? this.now() - known.since : 0
  }
}
