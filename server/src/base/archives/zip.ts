import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import { Turn } from '../turns/turn.js'
import type { ArchiveEntry } from './archive.js'

// ZIP as in PKWARE's APPNOTE 6.3.10, as far as a stream needs it: sizes and checksum follow each content (bit 3), names are UTF-8
// (bit 11). Programs that read an archive from its beginning on, such as Java's ZipInputStream, find the end of a content only in
// DEFLATE's own marks: so contents that aren't compressed are in it, too, in stored blocks. An archive can have a hundred thousand entries, whose records at the end take turns with other work: why there is no
// library, docs/design/0023.

const deflated = 8
const flags = 0x0808
/** The largest value of a field of four bytes says that the real one is in the longer form. */
const fullMax = 0xffffffff
const countMax = 0xffff
const [versionUsual, versionLong] = [20, 45]
const madeOnUnix = 3 << 8
/** A regular file that its owner may write. */
const mode = 0o100644

/** A written content. */
interface Written {
  path: Buffer
  modifiedAt: Date
  offset: number
  crc: number
  size: number
  packedSize: number
}

/**
 * A zip archive made while it is read: one entry at a time, no faster than its reader. When the reader goes away or an entry
 * fails, the entry is closed and the stream is destroyed.
 */
export function zipStream(entries: AsyncIterable<ArchiveEntry>): Readable {
  return Readable.from(gathered(zip(entries)), { objectMode: false })
}

const pieceBytes = 65_536

/** Sends small pieces together: an entry has three at least, and each would be a write to the socket. */
async function* gathered(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/** @throws {Error} when a content has another size than its entry says */
async function* zip(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer, void> {
  const turn = new Turn()
  const directory: Buffer[] = []
  let at = 0
  for await (const { path, modifiedAt, content, size, compress } of entries) {
    const sums = { crc: 0, size: 0, packedSize: 0 }
    const entry = { path: Buffer.from(path), modifiedAt, offset: at }
    const header = localHeader(entry, size !== undefined && size > fullMax)
    yield header
    const plain = counted(await content(), sums)
    for await (const bytes of compress ? deflate(plain, size) : storedBlocks(plain)) {
      if (turn.isOver()) await turn.next()
      sums.packedSize += bytes.length
      yield bytes
    }
    if (size !== undefined && size !== sums.size) throw new Error(`${path}: ${sums.size} bytes instead of ${size}`)
    const sizes = descriptorSize(sums)
    const trailer = fields([4, 0x08074b50], [4, sums.crc], [sizes, sums.packedSize], [sizes, sums.size])
    yield trailer
    at += header.length + sums.packedSize + trailer.length
    directory.push(directoryRecord({ ...entry, ...sums }))
  }
  const start = at
  for (const record of directory) {
    if (turn.isOver()) await turn.next()
    at += record.length
    yield record
  }
  yield end(directory.length, start, at)
}

async function* counted(
  content: AsyncIterable<Uint8Array | string>,
  sums: { crc: number; size: number },
): AsyncGenerator<Buffer, void> {
  for await (const piece of content) {
    const bytes =
      typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
    yield bytes
  }
}

/** Bytes that a stored block has at most. */
const blockMax = 0xffff

/** Wraps a content in DEFLATE's stored blocks (RFC 1951, 3.2.4): five bytes each, and an empty one at the end. */
async function* storedBlocks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const opening = (isLast: boolean, length: number) => fields([1, isLast ? 1 : 0], [2, length], [2, length ^ blockMax])
  for await (const piece of content)
    for (let from = 0; from < piece.length; from += blockMax) {
      const block = piece.subarray(from, from + blockMax)
      yield opening(false, block.length)
      yield block
    }
  yield opening(true, 0)
}

/** A content of this size is compressed at once, in half a millisecond: a stream of its own takes eight times as long as a small one. */
const smallMax = 65_536
/** A proof becomes 4 % larger than by default, in two thirds of the time. */
const smallLevel = constants.Z_BEST_SPEED

function deflate(content: AsyncIterable<Buffer>, size: number | undefined): AsyncIterable<Buffer> {
  if (size !== undefined && size <= smallMax) return deflateSmall(content)
  // The reader of the result gets the error.
  return pipeline(Readable.from(content, { objectMode: false }), createDeflateRaw(), () => undefined)
}

async function* deflateSmall(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  yield deflateRawSync(Buffer.concat(pieces), { level: smallLevel })
}

/**
 * Bytes of each size that follows a content. Readers of a stream count along and expect the long form exactly when four bytes don't
 * hold the sizes, whether or not the header announced it: with an unknown size, it can't.
 */
const descriptorSize = ({ size, packedSize }: Pick<Written, 'size' | 'packedSize'>) =>
  size > fullMax || packedSize > fullMax ? 8 : 4

/** @param isLong whether the content has the longer form for certain */
function localHeader({ path, modifiedAt }: Pick<Written, 'path' | 'modifiedAt'>, isLong: boolean): Buffer {
  const extra = Buffer.concat([isLong ? fields([2, 1], [2, 16], [8, 0], [8, 0]) : none, timeOf(modifiedAt)])
  const size = isLong ? fullMax : 0
  return Buffer.concat([
    fields([4, 0x04034b50], [2, isLong ? versionLong : versionUsual], [2, flags], [2, deflated]),
    dosTimeOf(modifiedAt),
    fields([4, 0], [4, size], [4, size], [2, path.length], [2, extra.length]),
    path,
    extra,
  ])
}

function directoryRecord({ path, modifiedAt, offset, crc, size, packedSize }: Written): Buffer {
  const isLong = Math.max(size, packedSize, offset) >= fullMax
  const long = isLong ? fields([2, 1], [2, 24], [8, size], [8, packedSize], [8, offset]) : none
  const extra = Buffer.concat([long, timeOf(modifiedAt)])
  const short = (value: number) => (isLong ? fullMax : value)
  const version = isLong ? versionLong : versionUsual
  return Buffer.concat([
    fields([4, 0x02014b50], [2, madeOnUnix | versionLong], [2, version], [2, flags], [2, deflated]),
    dosTimeOf(modifiedAt),
    fields([4, crc], [4, short(packedSize)], [4, short(size)], [2, path.length], [2, extra.length]),
    fields([2, 0], [2, 0], [2, 0], [4, mode * 0x10000], [4, short(offset)]),
    path,
    extra,
  ])
}

/** The end of the archive: where its directory is, which begins at `start` and ends at `at`. */
function end(count: number, start: number, at: number): Buffer {
  const size = at - start
  const isLong = count >= countMax || start >= fullMax || size >= fullMax
  const long = [
    fields([4, 0x06064b50], [8, 44], [2, madeOnUnix | versionLong], [2, versionLong], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, size], [8, start]),
    fields([4, 0x07064b50], [4, 0], [8, at], [4, 1]),
  ]
  const shownCount = isLong ? countMax : count
  const [shownSize, shownStart] = isLong ? [fullMax, fullMax] : [size, start]
  return Buffer.concat([
    ...(isLong ? long : []),
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, shownCount], [2, shownCount], [4, shownSize], [4, shownStart], [2, 0]),
  ])
}

/** The time in seconds since 1970, which DOS's form can't tell: it has no zone. */
function timeOf(modifiedAt: Date): Buffer {
  return fields([2, 0x5455], [2, 5], [1, 1], [4, Math.floor(modifiedAt.getTime() / 1000)])
}

function dosTimeOf(at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return fields([2, time], [2, date])
}

const none = Buffer.alloc(0)

/** Encodes integers of one to eight bytes, the lowest byte first. */
function fields(...parts: readonly [bytes: 1 | 2 | 4 | 8, value: number][]): Buffer {
  const all = Buffer.allocUnsafe(parts.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of parts) {
    if (bytes === 8) all.writeBigUInt64LE(BigInt(value), at)
    else all.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return all
}
