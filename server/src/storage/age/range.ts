import { encryptedSize, unwrapPayloadKey } from './age.js'
import { chunkCount, chunkSize, encryptedChunkSize, encryptedPayloadSize } from './chunk.js'
import { AgeError } from './error.js'
import type { Identity } from './keys.js'
import { AgeDecryptor } from './stream.js'

/** Reads bytes [start, end], inclusive, of an encrypted file. */
export type ReadRange = (start: number, end: number) => Promise<AsyncIterable<Uint8Array>>

/** The part of an encrypted file that holds a range of its content. */
export interface RangePlan {
  /** Offsets in the encrypted file, inclusive. */
  start: number
  end: number
  firstChunk: number
  /** Whether the file's last chunk is included. */
  endsFile: boolean
  /** Plaintext bytes in these chunks. */
  plainSize: number
  /** Plaintext bytes in these chunks before the range. */
  skip: number
  /** Plaintext bytes in the range. */
  length: number
}

/** Size of the first read, in bytes; usually contains the whole header. */
export const beginningSize = 16_384

/**
 * Plans which part of the encrypted file to read for bytes [start, end], inclusive, of its content.
 *
 * @throws {RangeError} when the range exceeds the content
 */
export function planRange(headerLength: number, plainSize: number, start: number, end: number): RangePlan {
  if (!(start >= 0 && start <= end && end < plainSize)) throw new RangeError(`no bytes ${start}-${end} in ${plainSize}`)
  return planChunks(headerLength, plainSize, start, end + 1)
}

/** An encrypted file with its key unwrapped, ready for random access. */
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
   * Unwraps the header and decrypts the last chunk where it should be. So the file is known to have the expected size and not
   * to be truncated, whichever parts are read later.
   *
   * @param plainSize expected content size in bytes, from our records
   * @throws {AgeError} when the file can't be decrypted
   */
  static async open(identities: readonly Identity[], plainSize: number, read: ReadRange): Promise<AgeFile> {
    // A file for several recipients is longer than this.
    const sizeMin = encryptedSize(plainSize)
    const beginning = await bytesOf(await read(0, Math.min(sizeMin, beginningSize) - 1))
    const opened = unwrapPayloadKey(beginning, identities)
    if (!opened) throw new AgeError('header', 'the file is truncated')
    // Small files are completely read by now.
    const file = new AgeFile(opened.key, opened.headerLength, plainSize, async (start, end) => {
      if (end < beginning.length) return once(beginning.subarray(start, end + 1))
      try {
        return await read(start, end)
      } catch (error) {
        // The file ends early. Must not surface as a RangeError: the caller's range was valid.
        if (error instanceof RangeError) throw new AgeError('payload', 'the file is truncated')
        throw error
      }
    })
    const last = planChunks(opened.headerLength, plainSize, Math.max(0, plainSize - 1), plainSize)
    for await (const _ of file.decrypt(last));
    return file
  }

  /**
   * Decrypts bytes [start, end], inclusive, of the content. Yields only authenticated bytes.
   *
   * @throws {RangeError} when the range exceeds the content
   * @throws {AgeError} when the file was modified
   */
  range(start: number, end: number): AsyncGenerator<Uint8Array, void, undefined> {
    return this.decrypt(planRange(this.headerLength, this.plainSize, start, end))
  }

  /** Decrypts the whole content. @throws {AgeError} when the file was modified */
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
    for await (const encrypted of await this.read(plan.start, plan.end)) {
      const plain = within(decryptor.push(encrypted))
      if (plain.length > 0) yield plain
    }
    const plain = within(decryptor.finish())
    if (at !== plan.plainSize) throw new AgeError('payload', 'unexpected size')
    if (plain.length > 0) yield plain
  }
}

/** Like {@link planRange}, but with an exclusive end; also covers the single chunk of an empty file. */
function planChunks(headerLength: number, plainSize: number, start: number, end: number): RangePlan {
  const firstChunk = Math.floor(start / chunkSize)
  const chunks = Math.max(1, Math.ceil(end / chunkSize) - firstChunk)
  const endsFile = firstChunk + chunks === chunkCount(plainSize)
  const encryptedStart = headerLength + firstChunk * encryptedChunkSize
  return {
    start: encryptedStart,
    end: (endsFile ? headerLength + encryptedPayloadSize(plainSize) : encryptedStart + chunks * encryptedChunkSize) - 1,
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
