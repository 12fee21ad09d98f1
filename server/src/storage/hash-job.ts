import type { HashOrder } from './hash-worker.js'

/** Where the hash is computed. */
interface Thread {
  newId(): number
  send(order: HashOrder): Promise<Buffer>
}

/** Where the memory comes from. */
interface Slabs {
  takeSlab(onFree: () => void): SharedArrayBuffer | null
  giveSlab(slab: SharedArrayBuffer): void
}

interface Filling {
  slab: SharedArrayBuffer
  bytes: Buffer
  length: number
}

/** Slabs of one content at once: one is filled while another is hashed. */
const slabsMax = 3

/**
 * SHA-256 of one content, computed in another thread. Bytes gather in shared memory while the thread is busy, and go at once
 * when it is not: a fast content costs few messages, and a slow one holds no memory while it waits.
 */
export class HashJob {
  /** Called when {@link isReady} has become true again. */
  onReady: () => void = () => undefined
  /** Called when the hash cannot be computed. */
  onFail: (error: Error) => void = () => undefined
  private readonly id: number
  private readonly thread: Thread
  private readonly slabs: Slabs
  private waiting: Buffer[] = []
  private filling: Filling | null = null
  private sent = 0
  private isQueued = false
  private isScheduled = false
  private isOver = false
  private whenEmpty: (() => void) | null = null

  constructor(thread: Thread, slabs: Slabs) {
    this.thread = thread
    this.slabs = slabs
    this.id = thread.newId()
  }

  /** False while it cannot keep up: stop until {@link onReady}. */
  get isReady(): boolean {
    return this.waiting.length === 0
  }

  push(bytes: Buffer): void {
    this.waiting.push(bytes)
    this.fill()
  }

  /** 32 bytes, of all that was pushed; the last call. */
  async digest(): Promise<Buffer> {
    if (this.filling || this.waiting.length > 0) {
      await new Promise<void>((resolve) => {
        this.whenEmpty = resolve
        this.fill()
      })
    }
    return this.thread.send({ id: this.id, finish: 'digest' })
  }

  /** Instead of {@link digest}, when nobody wants to know. */
  forget(): void {
    this.isOver = true
    this.waiting = []
    if (this.filling) this.slabs.giveSlab(this.filling.slab)
    this.filling = null
    this.thread.send({ id: this.id, finish: 'forget' }).catch(() => undefined)
  }

  /** Copies into shared memory as long as there is any. */
  private fill(): void {
    const wasReady = this.isReady
    for (let bytes = this.waiting.shift(); bytes; bytes = this.waiting.shift()) {
      this.filling ??= this.take()
      const { filling } = this
      if (!filling) {
        this.waiting.unshift(bytes)
        break
      }
      const count = bytes.copy(filling.bytes, filling.length)
      filling.length += count
      if (filling.length === filling.bytes.length) this.send()
      if (count < bytes.length) this.waiting.unshift(bytes.subarray(count))
    }
    this.schedule()
    if (!wasReady && this.isReady) this.onReady()
  }

  private take(): Filling | null {
    if (this.sent === slabsMax || this.isQueued) return null
    const slab = this.slabs.takeSlab(() => {
      this.isQueued = false
      if (!this.isOver) this.fill()
    })
    this.isQueued = slab === null
    return slab && { slab, bytes: Buffer.from(slab), length: 0 }
  }

  /** Sends what is there when nothing else is on its way, after what else comes in this turn of the event loop. */
  private schedule(): void {
    if (this.isScheduled || !this.filling || this.sent > 0) return
    this.isScheduled = true
    setImmediate(() => {
      this.isScheduled = false
      if (this.filling && this.sent === 0) this.send()
    })
  }

  private send(): void {
    if (!this.filling) return
    const { slab, length } = this.filling
    this.filling = null
    this.sent++
    this.thread.send({ id: this.id, memory: slab, length }).then(
      () => this.returned(slab),
      (error: Error) => {
        this.returned(slab)
        this.onFail(error)
      },
    )
  }

  private returned(slab: SharedArrayBuffer): void {
    this.sent--
    this.slabs.giveSlab(slab)
    if (this.isOver) return
    this.fill()
    if (!this.filling && this.waiting.length === 0) this.whenEmpty?.()
  }
}
