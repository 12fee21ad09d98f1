import { Thread } from '../../base/thread.js'
import { HashJob } from './job.js'
import type { HashMethods } from './worker.js'

/** Slab size: large enough to make messages cheap, small enough for the CPU cache. */
const slabBytes = 256 * 1024
/** Maximum slabs of all contents together. */
const slabsMax = 256

/**
 * Threads that compute SHA-256, which keeps the main thread free for the network and the disk. Several contents share a thread;
 * a thread starts when first needed. The shared memory is bounded and reused.
 */
export class HashPool {
  private readonly threads: Thread<HashMethods>[]
  private readonly free: SharedArrayBuffer[] = []
  private readonly waiting: (() => void)[] = []
  private slabs = 0
  private lastId = 0

  constructor(threadsMax: number) {
    this.threads = Array.from({ length: threadsMax }, () => new Thread<HashMethods>('hash-worker'))
  }

  /** Starts the hash of one content. */
  start(): HashJob {
    const id = this.lastId++
    const thread = this.threads[id % this.threads.length] as Thread<HashMethods>
    return new HashJob(id, thread.calls(), this)
  }

  /** Returns memory to fill, or null when all is in use: try again once `onFree` is called. */
  takeSlab(onFree: () => void): SharedArrayBuffer | null {
    const slab = this.free.pop()
    if (slab) return slab
    if (this.slabs < slabsMax) {
      this.slabs++
      return new SharedArrayBuffer(slabBytes)
    }
    this.waiting.push(onFree)
    return null
  }

  returnSlab(slab: SharedArrayBuffer): void {
    this.free.push(slab)
    // A waiting job may have been cancelled and not take it.
    while (this.free.length > 0 && this.waiting.length > 0) this.waiting.shift()?.()
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.stop()))
  }
}
