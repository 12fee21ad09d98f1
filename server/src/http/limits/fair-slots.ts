import { FairQueue, type QueueLimits } from '../../base/turns/fair-queue.js'
import { apiError } from '../errors.js'

/** Limits of {@link FairSlots}. */
export interface SlotLimits {
  /** Maximum work under way. */
  allMax: number
  /** Maximum work of one owner under way. */
  ownerMax: number
  /** Maximum work waiting. */
  waiting: QueueLimits
}

interface Waiting {
  owner: string
  start(): void
}

/** Limits concurrent work. When all slots are taken, owners wait in turn: one with much work delays only their own. */
export class FairSlots {
  private readonly limits: SlotLimits
  private readonly queue: FairQueue<Waiting>
  private readonly owners = new Map<string, number>()
  private taken = 0

  constructor(limits: SlotLimits) {
    this.limits = limits
    this.queue = new FairQueue(limits.waiting)
  }

  /** Whether all slots are taken. */
  get isFull(): boolean {
    return this.taken >= this.limits.allMax
  }

  /** Number of those who wait. */
  get waiting(): number {
    return this.queue.size
  }

  /**
   * Takes a slot once it is its owner's turn.
   *
   * @param gone aborted when no one waits for it any more, which gives up the place in the queue
   * @returns a function that frees the slot; it may be called twice
   * @throws {ApiError} 429 when too many are waiting already
   */
  async take(owner: string, gone?: AbortSignal): Promise<() => void> {
    // Those who wait may not run now, so an owner who may overtakes no one.
    if (this.mayRun(owner)) this.occupy(owner)
    else await this.turn(owner, gone)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      this.release(owner)
    }
  }

  /** Runs work in a slot. @throws {ApiError} 429 when too much is waiting already */
  async hold<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const release = await this.take(owner)
    try {
      return await work()
    } finally {
      release()
    }
  }

  private turn(owner: string, gone: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.queue.remove(owner, waiting)) reject(apiError('unavailable'))
      }
      const waiting: Waiting = {
        owner,
        start: () => {
          gone?.removeEventListener('abort', leave)
          this.occupy(owner)
          resolve()
        },
      }
      if (gone?.aborted) return reject(apiError('unavailable'))
      if (!this.queue.add(owner, waiting)) return reject(apiError('queue_full'))
      gone?.addEventListener('abort', leave, { once: true })
    })
  }

  private mayRun(owner: string): boolean {
    return this.taken < this.limits.allMax && (this.owners.get(owner) ?? 0) < this.limits.ownerMax
  }

  private occupy(owner: string): void {
    this.taken++
    this.owners.set(owner, (this.owners.get(owner) ?? 0) + 1)
  }

  private release(owner: string): void {
    this.taken--
    const left = (this.owners.get(owner) ?? 1) - 1
    if (left === 0) this.owners.delete(owner)
    else this.owners.set(owner, left)
    this.dispatch()
  }

  private dispatch(): void {
    while (this.taken < this.limits.allMax) {
      const next = this.queue.take((owner) => this.mayRun(owner))
      if (!next) return
      next.start()
    }
  }
}
