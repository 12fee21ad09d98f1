import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { ownFile } from '../../base/own-files.js'
import { HashJob } from './job.js'
import type { HashReply, HashRequest } from './worker.js'

/** Slab size: large enough to make messages cheap, small enough for the CPU cache. */
const slabBytes = 256 * 1024
/** Maximum slabs of all contents together. */
const slabsMax = 256

// The compiled file, even when this module runs from source.
const program = fileURLToPath(ownFile('dist/hash-worker.js'))

/**
 * Threads that compute SHA-256, which keeps the main thread free for the network and the disk. Several contents share a thread;
 * a thread starts when first needed. The shared memory is bounded and reused.
 */
export class HashPool {
  private readonly threads: (HashThread | undefined)[]
  private readonly free: SharedArrayBuffer[] = []
  private readonly waiting: (() => void)[] = []
  private slabs = 0
  private turn = 0

  constructor(threadsMax: number) {
    this.threads = Array.from({ length: threadsMax }, () => undefined)
  }

  /** Starts the hash of one content. */
  start(): HashJob {
    const at = this.turn++ % this.threads.length
    const found = this.threads[at]
    const thread = found?.isRunning ? found : new HashThread(program)
    this.threads[at] = thread
    return new HashJob(thread, this)
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
    await Promise.all(this.threads.map((thread) => thread?.close()))
  }
}

interface Pending {
  resolve(digest: Buffer): void
  reject(error: Error): void
}

/** One thread and the pending replies, which arrive in the order of the requests of a job. */
export class HashThread {
  isRunning = true
  private readonly worker: Worker
  private readonly waiting = new Map<number, Pending[]>()
  private lastId = 0

  constructor(path: string) {
    this.worker = new Worker(path)
    // Idle on its own, so it must not keep the process alive.
    this.worker.unref()
    this.worker.on('message', ({ id, digest, isLast }: HashReply) => {
      const waiting = this.waiting.get(id)
      if (isLast) this.waiting.delete(id)
      waiting?.shift()?.resolve(Buffer.from(digest ?? []))
    })
    this.worker.on('error', (error) => this.end(error as Error))
    this.worker.on('exit', () => this.end(new Error('the hashing thread exited')))
  }

  newId(): number {
    return ++this.lastId
  }

  /** Resolves once the request is done, with the digest if it asked for one. */
  send(request: HashRequest): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (!this.isRunning) return reject(new Error('the hashing thread exited'))
      const waiting = this.waiting.get(request.id) ?? []
      this.waiting.set(request.id, waiting)
      waiting.push({ resolve, reject })
      this.worker.postMessage(request)
    })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }

  private end(error: Error): void {
    this.isRunning = false
    for (const waiting of this.waiting.values()) for (const { reject } of waiting.splice(0)) reject(error)
    this.waiting.clear()
  }
}
