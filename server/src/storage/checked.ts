import { createHash } from 'node:crypto'
import { ChangedError } from './damage.js'
import type { HashPool } from './hashing/pool.js'

/** A content as it was recorded. */
export interface Recorded {
  key: string
  /** Bytes. */
  size: number
  /** SHA-256; null when it isn't known. */
  digest: Uint8Array | null
}

/** A content up to this size, one read of the disk, is hashed in place: passing it to a thread takes longer. */
const inPlaceBytesMax = 256 << 10

/**
 * Passes a content on and compares it with what was recorded. The last piece is held back until size and digest turned out right, so
 * a reader who gets all bytes got the right ones; a content of a single piece is checked before its first byte.
 *
 * @param threads hash what is larger than one piece
 * @throws {ChangedError} instead of the last piece
 */
export async function* checked(
  source: AsyncIterable<Uint8Array>,
  { key, size, digest }: Recorded,
  threads: HashPool,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = digest && (size <= inPlaceBytesMax ? new HashInPlace() : new HashAside(threads))
  let held: Uint8Array | null = null
  let seen = 0
  try {
    for await (const piece of source) {
      if (piece.length === 0) continue
      seen += piece.length
      if (seen > size) throw new ChangedError(key, `it has more than its ${size} bytes`)
      await hash?.update(piece)
      if (held) yield held
      held = piece
    }
    if (seen !== size) throw new ChangedError(key, `it has ${seen} of its ${size} bytes`)
    if (hash && digest && Buffer.compare(await hash.digest(), digest) !== 0)
      throw new ChangedError(key, 'its SHA-256 is another one')
  } finally {
    hash?.end()
  }
  if (held) yield held
}

class HashInPlace {
  private readonly hash = createHash('sha256')

  update(piece: Uint8Array): void {
    this.hash.update(piece)
  }

  digest(): Buffer {
    return this.hash.digest()
  }

  end(): void {}
}

/** Hashes in another thread, at the pace of the reader. */
class HashAside {
  private readonly job: ReturnType<HashPool['start']>
  private isDone = false

  constructor(threads: HashPool) {
    this.job = threads.start()
  }

  async update(piece: Uint8Array): Promise<void> {
    this.job.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length))
    if (this.job.isReady) return
    await new Promise<void>((resolve, reject) => {
      this.job.onReady = resolve
      this.job.onFail = reject
    })
  }

  async digest(): Promise<Buffer> {
    this.isDone = true
    return this.job.digest()
  }

  /** Frees its memory, also when the content isn't read to its end. */
  end(): void {
    if (!this.isDone) this.job.cancel()
  }
}
