const windowMs = 4000

/** How fast something goes now: bytes a second over the last few seconds. */
export class Speed {
  private readonly seen: { atMs: number; bytes: number }[] = []

  /** @param bytes done so far, in all */
  tell(bytes: number, atMs = performance.now()): void {
    const last = this.seen.at(-1)
    // What was sent and did not arrive is sent again.
    if (last && bytes < last.bytes) this.seen.length = 0
    this.seen.push({ atMs, bytes })
    while ((this.seen[1]?.atMs ?? Number.POSITIVE_INFINITY) < atMs - windowMs) this.seen.shift()
  }

  /** Null as long as nobody knows, and when nothing has come for a while. */
  bytesPerSecond(atMs = performance.now()): number | null {
    const [first] = this.seen
    const last = this.seen.at(-1)
    if (!first || !last || last.atMs < atMs - windowMs || last.atMs - first.atMs < 200) return null
    return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs)
  }
}
