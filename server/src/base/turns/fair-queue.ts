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
  private readonly queues = new Map<string, Line<Job>>()
  private count = 0

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** Number of waiting jobs. */
  get size(): number {
    return this.count
  }

  /** Adds a job. Returns false when the queue is full. */
  add(owner: string, job: Job): boolean {
    const line = this.queues.get(owner)
    if ((line?.length ?? 0) >= this.limits.ownerMax || this.count >= this.limits.allMax) return false
    this.lineOf(owner, line).push(job)
    this.count++
    return true
  }

  /** Puts a job that was taken back before the owner's others, even into a full queue. */
  putBack(owner: string, job: Job): void {
    this.lineOf(owner, this.queues.get(owner)).unshift(job)
    this.count++
  }

  /** Takes the oldest job of the next owner that `may` run one; that owner's next turn comes after everyone else's. */
  take(may: (owner: string) => boolean = anyone): Job | undefined {
    for (const [owner, line] of this.queues) {
      if (!may(owner)) continue
      const job = line.shift()
      if (line.length === 0) this.queues.delete(owner)
      else if (this.queues.size > 1) {
        this.queues.delete(owner)
        this.queues.set(owner, line)
      }
      this.count--
      return job
    }
    return undefined
  }

  /** Takes up to `max` jobs, in the order of the owners' turns. */
  takeMany(max: number): Job[] {
    const taken: Job[] = []
    for (let left = Math.min(max, this.count); left > 0; left--) taken.push(this.take() as Job)
    return taken
  }

  /** Removes a job. Returns whether it was waiting. */
  remove(owner: string, job: Job): boolean {
    const line = this.queues.get(owner)
    if (!line?.remove(job)) return false
    if (line.length === 0) this.queues.delete(owner)
    this.count--
    return true
  }

  private lineOf(owner: string, known: Line<Job> | undefined): Line<Job> {
    const line = known ?? new Line<Job>()
    if (!known) this.queues.set(owner, line)
    return line
  }
}

const anyone = () => true

/** The jobs of one owner. `Array.shift` would move all others: thousands of stamps wait here. */
class Line<Job> {
  private jobs: (Job | undefined)[] = []
  private head = 0

  get length(): number {
    return this.jobs.length - this.head
  }

  push(job: Job): void {
    this.jobs.push(job)
  }

  unshift(job: Job): void {
    if (this.head === 0) this.jobs.unshift(job)
    else this.jobs[--this.head] = job
  }

  shift(): Job | undefined {
    const job = this.jobs[this.head]
    this.jobs[this.head++] = undefined
    if (this.head === this.jobs.length) this.jobs.length = this.head = 0
    else if (this.head >= 1024 && this.head * 2 >= this.jobs.length) {
      this.jobs = this.jobs.slice(this.head)
      this.head = 0
    }
    return job
  }

  remove(job: Job): boolean {
    const at = this.jobs.indexOf(job, this.head)
    if (at < 0) return false
    this.jobs.splice(at, 1)
    return true
  }
}
