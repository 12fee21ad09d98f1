import type { HashJob } from './hashing/job.js'
import type { HashPool } from './hashing/pool.js'

/** Maximum bytes waiting to be stored. */
const waitingBytesMax = 1 << 20

/**
 * Takes content in by push, passes it on by pull, and hashes it in another thread meanwhile. Network, disk and hash each run at
 * full speed, with a bounded buffer between them. Pieces are passed on without copying.
 */
export class Intake implements AsyncIterable<Uint8Array> {
  /** Called when there is capacity again after {@link push} returned false. */
  onDrain: () => void = () => undefined
  private readonly hash: HashJob
  private pieces: Buffer[] = []
  private waitingBytes = 0
  private bytes = 0
  private isStopped = false
  private state: 'open' | 'ended' | 'failed' = 'open'
  private error: Error | null = null
  private wakeReader: (() => void) | null = null
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

  /** Returns false when the buffer is full: stop pushing until {@link onDrain}. */
  push(piece: Buffer): boolean {
    if (this.state !== 'open') return true
    this.bytes += piece.length
    this.waitingBytes += piece.length
    this.pieces.push(piece)
    this.hash.push(piece)
    this.wake()
    if (!this.hasCapacity()) this.isStopped = true
    return !this.isStopped
  }

  /** Marks the content complete. */
  end(): void {
    if (this.state !== 'open') return
    this.state = 'ended'
    this.result = this.hash.digest()
    // A failure is reported by digest().
    this.result.catch(() => undefined)
    this.wake()
  }

  /** Aborts the content: the reader gets the error, and buffered bytes are discarded. */
  fail(error: Error): void {
    if (this.state === 'failed') return
    if (this.state === 'open') this.hash.cancel()
    this.state = 'failed'
    this.error = error
    this.pieces = []
    this.wake()
    // Let the source push on; further bytes are discarded.
    if (this.isStopped) this.onDrain()
  }

  /** Resolves with the SHA-256 of the content. Call after {@link end}. */
  async digest(): Promise<Buffer> {
    if (this.error || !this.result) throw this.error ?? new Error('the content is not complete yet')
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
          this.wakeReader = resolve
        })
      }
    }
  }

  private hasCapacity(): boolean {
    return this.waitingBytes < waitingBytesMax && this.hash.isReady
  }

  private drained(): void {
    if (!this.isStopped || !this.hasCapacity()) return
    this.isStopped = false
    this.onDrain()
  }

  private wake(): void {
    const resolve = this.wakeReader
    this.wakeReader = null
    resolve?.()
  }
}
