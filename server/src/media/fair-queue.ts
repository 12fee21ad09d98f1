/** Bounds of a {@link FairQueue}. */
export interface QueueLimits {
  /** Waiting, of one owner. */
  ownerMax: number
  /** Waiting, of all. */
  allMax: number
}

/** Waiting jobs of several owners, who take turns: whoever brings many waits for his own. */
export class FairQueue<Job> {
  private readonly limits: QueueLimits
  /** In the order of their turns; none is empty. */
  private readonly lines = new Map<string, Job[]>()
  private count = 0

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** Returns whether there was room. */
  add(owner: string, job: Job): boolean {
    const line = this.lines.get(owner) ?? []
    if (line.length >= this.limits.ownerMax || this.count >= this.limits.allMax) return false
    line.push(job)
    this.lines.set(owner, line)
    this.count++
    return true
  }

  /** Takes the oldest job of the first owner who may have one; his next turn comes after all others'. */
  take(may: (owner: string) => boolean): Job | undefined {
    for (const [owner, line] of this.lines) {
      if (!may(owner)) continue
      this.lines.delete(owner)
      const job = line.shift()
      if (line.length > 0) this.lines.set(owner, line)
      this.count--
      return job
    }
    return undefined
  }

  /** Takes a job out. */
  remove(owner: string, job: Job): void {
    const line = this.lines.get(owner)
    const at = line?.indexOf(job) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    if (line.length === 0) this.lines.delete(owner)
    this.count--
  }
}
