import { randomBytes } from 'node:crypto'
import {
  chunkSize,
  decryptChunk,
  encryptChunk,
  encryptedChunkSize,
  encryptedPayloadSize,
  nonceLength,
  payloadKey,
} from './chunk.js'
import { AgeError } from './error.js'
import { makeFileKey, makeHeader } from './header.js'
import type { Recipient } from './keys.js'

const nothing = new Uint8Array(0)

/**
 * Encrypts a file incrementally and synchronously, so it can run in a worker thread. The encrypted file is `header`, then the
 * output of each `push`, then that of `finish`.
 */
export class AgeEncryptor {
  /** The age header and the payload nonce, which precede the first chunk. */
  readonly header: Uint8Array
  private readonly key: Uint8Array
  private readonly chunker = new Chunker(chunkSize)
  private index = 0

  constructor(recipients: readonly Recipient[]) {
    const fileKey = makeFileKey()
    const nonce = randomBytes(nonceLength)
    this.header = Buffer.concat([makeHeader(fileKey, recipients), nonce])
    this.key = payloadKey(fileKey, nonce)
  }

  /** Takes any number of plaintext bytes. Returns the chunks they complete, often none. `plain` may be reused afterwards. */
  push(plain: Uint8Array): Uint8Array {
    const count = this.chunker.complete(plain)
    const out = count === 0 ? nothing : Buffer.allocUnsafeSlow(count * encryptedChunkSize)
    let at = 0
    this.chunker.push(plain, (chunk) => {
      at = encryptChunk(this.key, this.index++, false, chunk, out, at)
    })
    return out
  }

  /** Returns the last chunk. Nothing can be pushed afterwards. */
  finish(): Uint8Array {
    const last = this.chunker.finish()
    const out = Buffer.allocUnsafeSlow(encryptedPayloadSize(last.length))
    encryptChunk(this.key, this.index, true, last, out, 0)
    return out
  }
}

/** The chunks an {@link AgeDecryptor} gets. */
export interface ChunkRun {
  /** Index of the first chunk. */
  first: number
  /** Whether the run ends with the file's last chunk. */
  endsFile: boolean
}

/**
 * Decrypts a file, or a run of its chunks, incrementally. All output is authenticated, but only `finish` detects missing chunks
 * at the end.
 */
export class AgeDecryptor {
  private readonly key: Uint8Array
  private readonly endsFile: boolean
  private readonly chunker = new Chunker(encryptedChunkSize)
  private index: number

  /** @param key from {@link payloadKey} */
  constructor(key: Uint8Array, run: ChunkRun = { first: 0, endsFile: true }) {
    this.key = key
    this.index = run.first
    this.endsFile = run.endsFile
  }

  /**
   * Takes any number of encrypted bytes. Returns the plaintext of the chunks they complete, often none.
   *
   * @throws {AgeError} `payload`; the decryptor is unusable afterwards
   */
  push(encrypted: Uint8Array): Uint8Array {
    const count = this.chunker.complete(encrypted)
    const out = count === 0 ? nothing : Buffer.allocUnsafeSlow(count * chunkSize)
    let at = 0
    this.chunker.push(encrypted, (chunk) => {
      at = decryptChunk(this.key, this.index++, false, chunk, out, at)
    })
    return out
  }

  /** Returns the plaintext of the last chunk. @throws {AgeError} `payload`, also when the file is truncated */
  finish(): Uint8Array {
    const last = this.chunker.finish()
    if (!this.endsFile && last.length !== encryptedChunkSize) throw new AgeError('payload', 'the file is truncated')
    const out = Buffer.allocUnsafeSlow(Math.max(0, last.length - (encryptedChunkSize - chunkSize)))
    decryptChunk(this.key, this.index, this.endsFile, last, out, 0)
    return out
  }
}

/**
 * Splits a stream into chunks of one size. Holds a full chunk back until more bytes follow: until then it may be the last.
 * Passes chunks within one pushed piece on without copying.
 */
class Chunker {
  private readonly size: number
  private held: Uint8Array | null = null
  private length = 0
  private state: 'open' | 'broken' | 'finished' = 'open'

  constructor(size: number) {
    this.size = size
  }

  /** Returns how many chunks pushing this piece would complete. */
  complete(piece: Uint8Array): number {
    return piece.length === 0 ? 0 : Math.ceil((this.length + piece.length) / this.size) - 1
  }

  push(piece: Uint8Array, pass: (chunk: Uint8Array) => void): void {
    if (this.state !== 'open') throw new Error(`this stream is ${this.state}`)
    // Reset on success only: nothing may follow a chunk that failed.
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
