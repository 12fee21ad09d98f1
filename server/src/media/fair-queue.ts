/** Limits of a {@link FairQueue}. */
export interface QueueLimits {
  /** Maximum jobs of one owner. */
  ownerMax: number
  /** Maximum jobs in total. */
  allMax: number
}

/** A round-robin queue over owners: an owner with many jobs delays only their own. */
export class FairQueue<Job> {
  private readonly limits: QueueLimits
  /** By owner, in the order of their turns; none is empty. */
  private readonly queues = new Map<string, Job[]>()
  private count = 0

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** Adds a job. Returns false when the queue is full. */
  add(owner: string, job: Job): boolean {
    const queue = this.queues.get(owner) ?? []
    if (queue.length >= this.limits.ownerMax || this.count >= this.limits.allMax) return false
    queue.push(job)
    this.queues.set(owner, queue)
    this.count++
    return true
  }

  /** Takes the oldest job of the next owner that `may` run one; that owner's next turn comes after everyone else's. */
  take(may: (owner: string) => boolean): Job | undefined {
    for (const [owner, queue] of this.queues) {
      if (!may(owner)) continue
      this.queues.delete(owner)
      const job = queue.shift()
      if (queue.length > 0) this.queues.set(owner, queue)
      this.count--
      return job
    }
    return undefined
  }

  /** Removes a job. */
  remove(owner: string, job: Job): void {
    const queue = this.queues.get(owner)
    const at = queue?.indexOf(job) ?? -1
    if (!queue || at < 0) return
    queue.splice(at, 1)
    if (queue.length === 0) this.queues.delete(owner)
    this.count--
  }
}
