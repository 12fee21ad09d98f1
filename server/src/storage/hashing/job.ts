import type { Calls } from '../../base/thread.js'
import type { HashMethods } from './worker.js'

/** Source of shared memory. */
interface Slabs {
  takeSlab(onFree: () => void): SharedArrayBuffer | null
  returnSlab(slab: SharedArrayBuffer): void
}

interface Filling {
  slab: SharedArrayBuffer
  bytes: Buffer
  length: number
}

/** Maximum slabs per content: one is filled while another is hashed. */
const slabsMax = 3

/**
 * Computes the SHA-256 of one content in another thread. Buffers bytes in shared memory while the thread is busy and sends them
 * at once while it is idle: a fast content costs few messages, and a slow one holds no memory while it waits.
 */
export class HashJob {
  /** Called when {@link isReady} becomes true again. */
  onReady: () => void = () => undefined
  /** Called when the hash can't be computed. */
  onFail: (error: Error) => void = () => undefined
  private readonly id: number
  private readonly thread: Calls<HashMethods>
  private readonly slabs: Slabs
  private waiting: Buffer[] = []
  private filling: Filling | null = null
  private sent = 0
  private isQueued = false
  private isScheduled = false
  private isOver = false
  private whenEmpty: (() => void) | null = null

  /** @param id the content's own, among those of the thread */
  constructor(id: number, thread: Calls<HashMethods>, slabs: Slabs) {
    this.id = id
    this.thread = thread
    this.slabs = slabs
  }

  /** False while it can't keep up: stop pushing until {@link onReady}. */
  get isReady(): boolean {
    return this.waiting.length === 0
  }

  push(bytes: Buffer): void {
    this.waiting.push(bytes)
    this.fill()
  }

  /** Resolves with the digest, 32 bytes, of everything pushed. Must be the last call. */
  async digest(): Promise<Buffer> {
    if (this.filling || this.waiting.length > 0) {
      await new Promise<void>((resolve) => {
        this.whenEmpty = resolve
        this.fill()
      })
    }
    return Buffer.from(await this.thread.call('digest', this.id))
  }

  /** Abandons the hash; called instead of {@link digest}. */
  cancel(): void {
    this.isOver = true
    this.waiting = []
    if (this.filling) this.slabs.returnSlab(this.filling.slab)
    this.filling = null
    this.thread.call('cancel', this.id).catch(() => undefined)
  }

  /** Copies pushed bytes into shared memory as long as there is any. */
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

  /** Sends buffered bytes if the thread is idle, after collecting further bytes of this turn of the event loop. */
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
    this.thread.call('update', this.id, slab, length).then(
      () => this.onReturned(slab),
      (error: Error) => {
        this.onReturned(slab)
        this.onFail(error)
      },
    )
  }

  private onReturned(slab: SharedArrayBuffer): void {
    this.sent--
    this.slabs.returnSlab(slab)
    if (this.isOver) return
    this.fill()
    if (!this.filling && this.waiting.length === 0) this.whenEmpty?.()
  }
}
