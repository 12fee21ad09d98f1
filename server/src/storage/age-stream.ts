import { randomBytes } from 'node:crypto'
import { chunkSize, nonceLength, openChunk, payloadKey, sealChunk, sealedChunkSize, sealedSize } from './age-chunk.js'
import { AgeError } from './age-error.js'
import { makeFileKey, sealHeader } from './age-header.js'
import type { Recipient } from './age-keys.js'

const nothing = new Uint8Array(0)

/**
 * Encrypts one file piece by piece, without waiting for anything, so that it can run in a worker thread. The file is `header`,
 * then what each `push` gives, then what `finish` gives.
 */
export class AgeEncryptor {
  /** All that stands before the first chunk: the age header and the payload's nonce. */
  readonly header: Uint8Array
  private readonly key: Uint8Array
  private readonly gather = new Gather(chunkSize)
  private index = 0

  constructor(recipients: readonly Recipient[]) {
    const fileKey = makeFileKey()
    const nonce = randomBytes(nonceLength)
    this.header = Buffer.concat([sealHeader(fileKey, recipients), nonce])
    this.key = payloadKey(fileKey, nonce)
  }

  /** Takes any number of plain bytes; gives the chunks they complete in one piece, often none. `plain` can be reused afterwards. */
  push(plain: Uint8Array): Uint8Array {
    const count = this.gather.complete(plain)
    const out = count === 0 ? nothing : Buffer.allocUnsafeSlow(count * sealedChunkSize)
    let at = 0
    this.gather.push(plain, (chunk) => {
      at = sealChunk(this.key, this.index++, false, chunk, out, at)
    })
    return out
  }

  /** Gives the last chunk. Nothing can be pushed afterwards. */
  finish(): Uint8Array {
    const last = this.gather.finish()
    const out = Buffer.allocUnsafeSlow(sealedSize(last.length))
    sealChunk(this.key, this.index, true, last, out, 0)
    return out
  }
}

/** Which chunks an {@link AgeDecryptor} is given. */
export interface ChunkRun {
  /** The number of the first. */
  first: number
  /** Does it end with the file's last chunk? */
  endsFile: boolean
}

/**
 * Decrypts the chunks of a file, or a run of them, piece by piece. All it gives is authentic, but only `finish` tells that nothing
 * is missing at the end.
 */
export class AgeDecryptor {
  private readonly key: Uint8Array
  private readonly endsFile: boolean
  private readonly gather = new Gather(sealedChunkSize)
  private index: number

  /** @param key of {@link payloadKey} */
  constructor(key: Uint8Array, run: ChunkRun = { first: 0, endsFile: true }) {
    this.key = key
    this.index = run.first
    this.endsFile = run.endsFile
  }

  /**
   * Takes any number of sealed bytes; gives what the chunks that they complete hold, often nothing.
   *
   * @throws AgeError `payload`; the decryptor is of no use afterwards
   */
  push(sealed: Uint8Array): Uint8Array {
    const count = this.gather.complete(sealed)
    const out = count === 0 ? nothing : Buffer.allocUnsafeSlow(count * chunkSize)
    let at = 0
    this.gather.push(sealed, (chunk) => {
      at = openChunk(this.key, this.index++, false, chunk, out, at)
    })
    return out
  }

  /** Gives what the last chunk holds. @throws AgeError `payload`, also when the end is missing */
  finish(): Uint8Array {
    const last = this.gather.finish()
    if (!this.endsFile && last.length !== sealedChunkSize) throw new AgeError('payload', 'it was cut off')
    const out = Buffer.allocUnsafeSlow(Math.max(0, last.length - (sealedChunkSize - chunkSize)))
    openChunk(this.key, this.index, this.endsFile, last, out, 0)
    return out
  }
}

/**
 * Cuts a stream into chunks of one size. A full chunk is held back until something follows it: only then it is not the last.
 * Chunks that lie in one pushed piece are passed on without a copy.
 */
class Gather {
  private readonly size: number
  private held: Uint8Array | null = null
  private length = 0
  private state: 'open' | 'broken' | 'finished' = 'open'

  constructor(size: number) {
    this.size = size
  }

  /** How many chunks pushing this piece would pass on. */
  complete(piece: Uint8Array): number {
    return piece.length === 0 ? 0 : Math.ceil((this.length + piece.length) / this.size) - 1
  }

  push(piece: Uint8Array, pass: (chunk: Uint8Array) => void): void {
    if (this.state !== 'open') throw new Error(`this stream is ${this.state}`)
    // Until all went well: what comes after a chunk that failed must not get through.
    this.state = 'broken'
    let at = 0
    for (let count = this.complete(piece); count > 0; count--) {
      if (this.length === 0) {
        pass(piece.subarray(at, at + this.size))
        at += this.size
      } else {
        at += this.hold(piece.subarray(at, at + this.size - this.length))
        this.length = 0
        pass(this.held as Uint8Array)
      }
    }
    this.hold(piece.subarray(at))
    this.state = 'open'
  }

  finish(): Uint8Array {
    if (this.state !== 'open') throw new Error(`this stream is ${this.state}`)
    this.state = 'finished'
    return this.held?.subarray(0, this.length) ?? nothing
  }

  private hold(rest: Uint8Array): number {
    if (rest.length > 0) {
      this.held ??= Buffer.allocUnsafeSlow(this.size)
      this.held.set(rest, this.length)
      this.length += rest.length
    }
    return rest.length
  }
}
