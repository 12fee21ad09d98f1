/** Limits of a {@link FairQueue}. */
export interface QueueLimits {
  /** Maximum jobs of one owner. */
  ownerMax: number
  /** Maximum jobs in total. */
  allMax: number
  /** The same in bytes. */
  bytes?: { ownerMax: number; allMax: number }
}

/** Bytes of a job that take one turn. An owner whose job is larger lets others go first for as many turns. */
const turnBytes = 4096

/** A queue in which owners take turns, by jobs and by bytes: one with many or large jobs delays only their own. */
export class FairQueue<Job> {
  private readonly limits: QueueLimits
  private readonly bytesOf: (job: Job) => number
  /** By owner, in the order of their turns; none is empty. */
  private readonly queues = new Map<string, Line<Job>>()
  private count = 0
  private held = 0

  /** @param bytesOf returns the size of a job, always the same */
  constructor(limits: QueueLimits, bytesOf: (job: Job) => number = () => 0) {
    this.limits = limits
    this.bytesOf = bytesOf
  }

  /** Number of waiting jobs. */
  get size(): number {
    return this.count
  }

  /** Bytes of the waiting jobs. */
  get bytes(): number {
    return this.held
  }

  /** Whether no job of any owner can be added. */
  get isFull(): boolean {
    const { allMax, bytes } = this.limits
    return this.count >= allMax || (bytes !== undefined && this.held >= bytes.allMax)
  }

  /** Adds a job. Returns false when the queue, or the owner's part of it, is full. */
  add(owner: string, job: Job): boolean {
    const line = this.queues.get(owner)
    if (this.isFull || (line && this.isLineFull(line))) return false
    const own = this.lineOf(owner, line)
    own.push(job)
    this.grow(own, job)
    return true
  }

  /** Puts a job that was taken back before the owner's others, even into a full queue. */
  putBack(owner: string, job: Job): void {
    const own = this.lineOf(owner, this.queues.get(owner))
    own.unshift(job)
    this.grow(own, job)
  }

  /** Takes the oldest job of the next owner that `may` run one; that owner's next turn comes after everyone else's. */
  take(may: (owner: string) => boolean = anyone): Job | undefined {
    for (const [owner, line] of this.queues) {
      if (!may(owner)) continue
      const isAlone = this.queues.size === 1
      if (line.debt > 0 && !isAlone) {
        line.debt -= turnBytes
        this.lastInTurn(owner, line)
        continue
      }
      const job = line.shift() as Job
      line.debt = isAlone ? 0 : Math.max(0, this.bytesOf(job) - turnBytes)
      if (line.length > 0 && !isAlone) this.lastInTurn(owner, line)
      this.shrink(owner, line, job)
      return job
    }
    return undefined
  }

  /** Takes up to `max` jobs, and no more once they have `bytesMax` bytes, in the order of the owners' turns. */
  takeMany(max: number, bytesMax = Number.POSITIVE_INFINITY): Job[] {
    const taken: Job[] = []
    const before = this.held
    const left = Math.min(max, this.count)
    while (taken.length < left && before - this.held < bytesMax) taken.push(this.take() as Job)
    return taken
  }

  /** Removes a job. Returns whether it was waiting. */
  remove(owner: string, job: Job): boolean {
    const line = this.queues.get(owner)
    if (!line?.remove(job)) return false
    this.shrink(owner, line, job)
    return true
  }

  private isLineFull(line: Line<Job>): boolean {
    const { ownerMax, bytes } = this.limits
    return line.length >= ownerMax || (bytes !== undefined && line.bytes >= bytes.ownerMax)
  }

  private lastInTurn(owner: string, line: Line<Job>): void {
    this.queues.delete(owner)
    this.queues.set(owner, line)
  }

  private grow(line: Line<Job>, job: Job): void {
    const bytes = this.bytesOf(job)
    line.bytes += bytes
    this.held += bytes
    this.count++
  }

  private shrink(owner: string, line: Line<Job>, job: Job): void {
    const bytes = this.bytesOf(job)
    line.bytes -= bytes
    this.held -= bytes
    this.count--
    if (line.length === 0) this.queues.delete(owner)
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
  bytes = 0
  /** Bytes beyond those of its turns that the owner has taken. */
  debt = 0
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
