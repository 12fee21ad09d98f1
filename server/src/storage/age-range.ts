import { encryptedSize, openBeginning } from './age.js'
import { chunkCount, chunkSize, sealedChunkSize, sealedSize } from './age-chunk.js'
import { AgeError } from './age-error.js'
import type { Identity } from './age-keys.js'
import { AgeDecryptor } from './age-stream.js'

/** Gives bytes [start, end], both included, of an encrypted file. */
export type ReadRange = (start: number, end: number) => Promise<AsyncIterable<Uint8Array>>

/** What of an encrypted file holds a range of its content. */
export interface RangePlan {
  /** Of the encrypted file, both included. */
  start: number
  end: number
  firstChunk: number
  /** Is the file's last chunk among them? */
  endsFile: boolean
  /** Plain bytes in these chunks. */
  plainSize: number
  /** Plain bytes in these chunks before the range. */
  skip: number
  /** Plain bytes in the range. */
  length: number
}

/** How much of a file is read at once in the hope that its header is in it: bytes. */
export const beginningSize = 16_384

/**
 * Which part of the encrypted file has to be read for bytes [start, end] of its content, both included.
 *
 * @throws RangeError when the content has no such bytes
 */
export function planRange(headerLength: number, plainSize: number, start: number, end: number): RangePlan {
  if (!(start >= 0 && start <= end && end < plainSize)) throw new RangeError(`no bytes ${start}-${end} in ${plainSize}`)
  return planChunks(headerLength, plainSize, start, end + 1)
}

/** A file whose header was opened: parts of its content can be read. */
export class AgeFile {
  readonly headerLength: number
  readonly plainSize: number
  private readonly key: Uint8Array
  private readonly read: ReadRange

  private constructor(key: Uint8Array, headerLength: number, plainSize: number, read: ReadRange) {
    this.key = key
    this.headerLength = headerLength
    this.plainSize = plainSize
    this.read = read
  }

  /**
   * Opens the header, and the last chunk where it ought to be: so the file has the expected size and is not cut off, whatever
   * parts are read later.
   *
   * @param plainSize known from elsewhere: bytes
   * @throws AgeError
   */
  static async open(identities: readonly Identity[], plainSize: number, read: ReadRange): Promise<AgeFile> {
    // A file for several recipients is longer than this.
    const sizeMin = encryptedSize(plainSize)
    const beginning = await bytesOf(await read(0, Math.min(sizeMin, beginningSize) - 1))
    const opened = openBeginning(beginning, identities)
    if (!opened) throw new AgeError('header', 'it was cut off')
    // Small files have been read whole by now.
    const file = new AgeFile(opened.key, opened.headerLength, plainSize, async (start, end) => {
      if (end < beginning.length) return once(beginning.subarray(start, end + 1))
      try {
        return await read(start, end)
      } catch (error) {
        // The file ends before; not to be taken for a range that its reader must not ask for.
        if (error instanceof RangeError) throw new AgeError('payload', 'it was cut off')
        throw error
      }
    })
    const last = planChunks(opened.headerLength, plainSize, Math.max(0, plainSize - 1), plainSize)
    for await (const _ of file.decrypt(last));
    return file
  }

  /**
   * Bytes [start, end] of the content, both included. What it gives is authentic.
   *
   * @throws RangeError when the content has no such bytes
   * @throws AgeError when the file was changed
   */
  range(start: number, end: number): AsyncGenerator<Uint8Array, void, undefined> {
    return this.decrypt(planRange(this.headerLength, this.plainSize, start, end))
  }

  /** All of the content. @throws AgeError when the file was changed */
  all(): AsyncGenerator<Uint8Array, void, undefined> {
    return this.decrypt(planChunks(this.headerLength, this.plainSize, 0, this.plainSize))
  }

  private async *decrypt(plan: RangePlan): AsyncGenerator<Uint8Array, void, undefined> {
    const decryptor = new AgeDecryptor(this.key, { first: plan.firstChunk, endsFile: plan.endsFile })
    let at = 0
    const within = (plain: Uint8Array): Uint8Array => {
      const from = Math.min(plain.length, Math.max(0, plan.skip - at))
      const to = Math.min(plain.length, plan.skip + plan.length - at)
      at += plain.length
      return plain.subarray(from, Math.max(from, to))
    }
    for await (const sealed of await this.read(plan.start, plan.end)) {
      const plain = within(decryptor.push(sealed))
      if (plain.length > 0) yield plain
    }
    const plain = within(decryptor.finish())
    if (at !== plan.plainSize) throw new AgeError('payload', 'it has not the size that is expected')
    if (plain.length > 0) yield plain
  }
}

/** As {@link planRange}, with an end that is not included; also for the one chunk of an empty file. */
function planChunks(headerLength: number, plainSize: number, start: number, end: number): RangePlan {
  const firstChunk = Math.floor(start / chunkSize)
  const chunks = Math.max(1, Math.ceil(end / chunkSize) - firstChunk)
  const endsFile = firstChunk + chunks === chunkCount(plainSize)
  const sealedStart = headerLength + firstChunk * sealedChunkSize
  return {
    start: sealedStart,
    end: (endsFile ? headerLength + sealedSize(plainSize) : sealedStart + chunks * sealedChunkSize) - 1,
    firstChunk,
    endsFile,
    plainSize: endsFile ? plainSize - firstChunk * chunkSize : chunks * chunkSize,
    skip: start - firstChunk * chunkSize,
    length: end - start,
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes
}

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces)
}
