import type { HashJob } from './hash-job.js'
import type { HashPool } from './hash-pool.js'

/** Bytes that may wait for whoever stores them. */
const waitingBytesMax = 1 << 20

/**
 * Takes a content in by pushing, hands it out by pulling, and hashes it in another thread meanwhile: the network, the disk and
 * the hash each go as fast as they can, and what waits is bounded. The pieces are handed out as they came, not copied.
 */
export class Intake implements AsyncIterable<Uint8Array> {
  /** Called when {@link push} has answered false, and there is room again. */
  onDrain: () => void = () => undefined
  private readonly hash: HashJob
  private pieces: Buffer[] = []
  private waitingBytes = 0
  private bytes = 0
  private isStopped = false
  private state: 'open' | 'ended' | 'failed' = 'open'
  private error: Error | null = null
  private wakePuller: (() => void) | null = null
  private result: Promise<Buffer> | null = null

  constructor(threads: HashPool) {
    this.hash = threads.start()
    this.hash.onReady = () => this.drained()
    this.hash.onFail = (error) => this.fail(error)
  }

  /** Bytes taken so far. */
  get size(): number {
    return this.bytes
  }

  /** True when more may come; false: stop, until {@link onDrain}. */
  push(piece: Buffer): boolean {
    if (this.state !== 'open') return true
    this.bytes += piece.length
    this.waitingBytes += piece.length
    this.pieces.push(piece)
    this.hash.push(piece)
    this.wake()
    if (!this.hasRoom()) this.isStopped = true
    return !this.isStopped
  }

  /** The content is whole. */
  end(): void {
    if (this.state !== 'open') return
    this.state = 'ended'
    this.result = this.hash.digest()
    // It is told to whoever asks for it.
    this.result.catch(() => undefined)
    this.wake()
  }

  /** The content broke off, or nobody wants it: whoever pulls is told, and nothing of it is kept here. */
  fail(error: Error): void {
    if (this.state === 'failed') return
    if (this.state === 'open') this.hash.forget()
    this.state = 'failed'
    this.error = error
    this.pieces = []
    this.wake()
    // What still comes is taken, and dropped.
    if (this.isStopped) this.onDrain()
  }

  /** SHA-256 of the whole content, after {@link end}. */
  async digest(): Promise<Buffer> {
    if (this.error || !this.result) throw this.error ?? new Error('the content is not whole yet')
    return this.result
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      if (this.error) throw this.error
      const piece = this.pieces.shift()
      if (piece) {
        this.waitingBytes -= piece.length
        this.drained()
        yield piece
      } else if (this.state === 'ended') {
        return
      } else {
        await new Promise<void>((resolve) => {
          this.wakePuller = resolve
        })
      }
    }
  }

  private hasRoom(): boolean {
    return this.waitingBytes < waitingBytesMax && this.hash.isReady
  }

  private drained(): void {
    if (!this.isStopped || !this.hasRoom()) return
    this.isStopped = false
    this.onDrain()
  }

  private wake(): void {
    const resolve = this.wakePuller
    this.wakePuller = null
    resolve?.()
  }
}
