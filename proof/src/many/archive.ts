import { ProofError } from '../errors.js'

/*
 * ZIP files (APPNOTE 6.3.10), as exports and people make them: stored or deflated, with zip64, whatever their size. Only the list at
 * the end and the entries asked for are read, so an archive of gigabytes takes no memory.
 */

/** Reads bytes of a file, from `start` to before `end`. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>

/** A file in an archive. */
export type ArchiveEntry = {
  /** As in the archive, `/` between folders. */
  readonly path: string
  /** Bytes of its content. */
  readonly size: number
  readonly packedSize: number
  readonly isPacked: boolean
  /** Offset of its header. */
  readonly at: number
}

/** Files of an archive. Exports have at most 10,000 stamps with four files each. */
const MAX_ENTRIES = 200_000
/** Bytes of the list of files. */
const MAX_LIST_BYTES = 64 * 1024 * 1024

const ENTRY = 0x02014b50
const HEADER = 0x04034b50
const END = 0x06054b50
const END_BYTES = 22
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const LOCATOR_64_BYTES = 20
/** Stands for a value that is in the zip64 record instead. */
const ELSEWHERE = 0xffffffff
const DEFLATED = 8

/**
 * Lists the files of a ZIP archive, without folders and what macOS adds; undefined when the file is none.
 * @param size of the file, in bytes.
 * @throws {@link ProofError} `malformed` when it is one, but damaged, encrypted or larger than exports are.
 */
export async function archiveEntries(size: number, read: ReadBytes): Promise<ArchiveEntry[] | undefined> {
  const start = await read(0, 4)
  if (start.length < 4 || ![HEADER, END].includes(viewOf(start).getUint32(0, true))) return undefined
  const end = await endOf(size, read)
  if (end === undefined) return undefined
  if (end.bytes > MAX_LIST_BYTES || end.entries > MAX_ENTRIES || end.at + end.bytes > size)
    throw damaged('its list of files is damaged or too long')
  return entriesIn(await read(end.at, end.at + end.bytes), end.entries)
}

type List = { readonly at: number; readonly bytes: number; readonly entries: number }

/** Finds the list of files by the record at the end, which a comment may follow. */
async function endOf(size: number, read: ReadBytes): Promise<List | undefined> {
  const from = Math.max(0, size - END_BYTES - LOCATOR_64_BYTES - 0xffff)
  const tail = viewOf(await read(from, size))
  let at = tail.byteLength - END_BYTES
  while (at >= 0 && tail.getUint32(at, true) !== END) at--
  if (at < 0) return undefined
  const list = {
    entries: tail.getUint16(at + 10, true),
    bytes: tail.getUint32(at + 12, true),
    at: tail.getUint32(at + 16, true),
  }
  const locator = at - LOCATOR_64_BYTES
  if (locator < 0 || tail.getUint32(locator, true) !== LOCATOR_64) return list
  const record = numberAt(tail, locator + 8)
  const end64 = viewOf(await read(record, record + 56))
  if (end64.byteLength < 56 || end64.getUint32(0, true) !== END_64) throw damaged('its zip64 record is missing')
  return { entries: numberAt(end64, 32), bytes: numberAt(end64, 40), at: numberAt(end64, 48) }
}

function entriesIn(list: Uint8Array, count: number): ArchiveEntry[] {
  const view = viewOf(list)
  const found: ArchiveEntry[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > list.length || view.getUint32(at, true) !== ENTRY) throw damaged('its list of files is damaged')
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ]
    const next = at + 46 + nameBytes + extraBytes + commentBytes
    if (next > list.length) throw damaged('its list of files is damaged')
    const path = new TextDecoder().decode(list.subarray(at + 46, at + 46 + nameBytes)).replaceAll('\\', '/')
    const extra = list.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes)
    if (!path.endsWith('/') && !path.startsWith('__MACOSX/')) found.push(entryAt(view, at, path, extra))
    at = next
  }
  return found
}

function entryAt(view: DataView, at: number, path: string, extra: Uint8Array): ArchiveEntry {
  const method = view.getUint16(at + 10, true)
  if ((view.getUint16(at + 8, true) & 1) !== 0) throw damaged('it is encrypted')
  if (method !== 0 && method !== DEFLATED)
    throw damaged(`it is compressed by a method that is not read here: ${method}`)
  const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
  const header = view.getUint32(at + 42, true)
  const large = largeNumbers(extra)
  // The record has only those that don't fit, in this order.
  const own = (value: number) => (value === ELSEWHERE ? (large.shift() ?? value) : value)
  const whole = { size: own(size), packedSize: own(packedSize), at: own(header) }
  return { path, isPacked: method === DEFLATED, ...whole }
}

/** Returns the numbers in the zip64 record of an entry. */
function largeNumbers(extra: Uint8Array): number[] {
  const view = viewOf(extra)
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, bytes] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const end = Math.min(extra.length, at + 4 + bytes)
    if (id === 1) {
      const numbers: number[] = []
      for (let number = at + 4; number + 8 <= end; number += 8) numbers.push(numberAt(view, number))
      return numbers
    }
    at = end
  }
  return []
}

/**
 * Returns where the content of an entry is: the bytes from `start` to before `end`, packed with raw DEFLATE if the entry says so.
 * @throws {@link ProofError} `malformed` when there is no such entry.
 */
export async function entryRange(entry: ArchiveEntry, read: ReadBytes): Promise<{ start: number; end: number }> {
  const header = viewOf(await read(entry.at, entry.at + 30))
  if (header.byteLength < 30 || header.getUint32(0, true) !== HEADER) throw damaged(`${entry.path} is missing in it`)
  const start = entry.at + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  return { start, end: start + entry.packedSize }
}

/**
 * Unpacks the content of an entry as a stream, which errors when it is not as long as the archive says.
 * @param packed the bytes of {@link entryRange}.
 */
export function unpacked(entry: ArchiveEntry, packed: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = entry.size
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, out) {
      left -= piece.length
      if (left < 0) out.error(damaged(`${entry.path} is longer than it says`))
      else out.enqueue(piece)
    },
    flush(out) {
      if (left > 0) out.error(damaged(`${entry.path} is cut`))
    },
  })
  const content = entry.isPacked
    ? packed.pipeThrough(new DecompressionStream('deflate-raw') as unknown as TransformStream<Uint8Array, Uint8Array>)
    : packed
  return content.pipeThrough(counted)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const numberAt = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

const damaged = (why: string) => new ProofError('malformed', `the archive was not read: ${why}`)
