import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { HashJob } from './hash-job.js'
import type { HashAnswer, HashOrder } from './hash-worker.js'

/** Bytes handed to a thread at a time: enough that a message costs little, few enough for a processor's cache. */
const slabBytes = 256 * 1024
/** Slabs of all contents together. */
const slabsMax = 256

// The compiled one, also when this module is run from its source.
const program = fileURLToPath(new URL('../../dist/storage/hash-worker.js', import.meta.url))

/**
 * Threads that compute SHA-256, so that the main one is free for the network and the disk. Several contents share a thread in
 * turns; a thread starts when it is first needed. The memory they share with us is bounded and used again.
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

  /** Begins the hash of one content. */
  start(): HashJob {
    const at = this.turn++ % this.threads.length
    const found = this.threads[at]
    const thread = found?.runs ? found : new HashThread(program)
    this.threads[at] = thread
    return new HashJob(thread, this)
  }

  /** Memory to fill, or null when all is in use: then ask again when `onFree` was called. */
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

  giveSlab(slab: SharedArrayBuffer): void {
    this.free.push(slab)
    // Who waited may want it no more.
    while (this.free.length > 0 && this.waiting.length > 0) this.waiting.shift()?.()
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread?.close()))
  }
}

interface Waiting {
  resolve(digest: Buffer): void
  reject(error: Error): void
}

/** One thread, and who waits for its answers: they come in the order of the orders. */
export class HashThread {
  runs = true
  private readonly worker: Worker
  private readonly waiting = new Map<number, Waiting[]>()
  private lastId = 0

  constructor(path: string) {
    this.worker = new Worker(path)
    // It does nothing by itself, and must not keep the process alive.
    this.worker.unref()
    this.worker.on('message', ({ id, digest, isLast }: HashAnswer) => {
      const waiting = this.waiting.get(id)
      if (isLast) this.waiting.delete(id)
      waiting?.shift()?.resolve(Buffer.from(digest ?? []))
    })
    this.worker.on('error', (error) => this.end(error as Error))
    this.worker.on('exit', () => this.end(new Error('the hashing thread ended')))
  }

  newId(): number {
    return ++this.lastId
  }

  /** Resolves, when the order was carried out, to the digest if that was the order. */
  send(order: HashOrder): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (!this.runs) return reject(new Error('the hashing thread ended'))
      const waiting = this.waiting.get(order.id) ?? []
      this.waiting.set(order.id, waiting)
      waiting.push({ resolve, reject })
      this.worker.postMessage(order)
    })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }

  private end(error: Error): void {
    this.runs = false
    for (const waiting of this.waiting.values()) for (const { reject } of waiting.splice(0)) reject(error)
    this.waiting.clear()
  }
}
