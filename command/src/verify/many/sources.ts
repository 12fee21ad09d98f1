import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import {
  type ArchiveEntry,
  archiveEntries,
  entryRange,
  type HashDigits,
  isSystemFile,
  ORIGINAL_TAIL_BYTES,
  originalLength,
  ProofError,
  type Unread,
  unpacked,
} from '@tallystick/proof'
import { walk } from '../../folder-walk.js'
import { fileDigest, lengthOfOriginal, reading } from '../../input.js'

/** A file to check: of this machine, or in an archive. */
export type Source = {
  /** As the person knows it: below the folder that they gave, or in the archive. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly file: string
  readonly entry?: ArchiveEntry
}

/**
 * Lists the files to check in files, folders and archives.
 * @throws Error for people when something named cannot be read; what is inside a folder and can't is in `unread`.
 */
export async function sourcesOf(paths: readonly string[], unread: Unread[]): Promise<Source[]> {
  const found: Source[] = []
  for (const path of paths) {
    if ((await reading(path, stat(path))).isDirectory()) found.push(...(await inFolder(path, unread)))
    else found.push(...(await withEntries({ path, file: path })))
  }
  return found
}

async function inFolder(folder: string, unread: Unread[]): Promise<Source[]> {
  const found: Source[] = []
  for await (const each of walk(folder)) {
    const path = join(folder, each.path)
    if (each.kind === 'file') {
      const isSystems = isSystemFile(basename(each.path), each.siblings)
      if (!isSystems) found.push(...(await withEntries({ path, file: path })))
    } else if (each.kind === 'unreadable') unread.push({ path, reason: each.reason })
    // Links and devices are no documents; following them could lead anywhere.
    else unread.push({ path, reason: `a ${each.kind === 'link' ? 'symbolic link, not followed' : 'special file'}` })
  }
  return found
}

/** A file, and what is in it if it is an archive. Office documents are ZIP files, too, so the name tells. */
async function withEntries({ path, file }: { path: string; file: string }): Promise<Source[]> {
  const { size } = await reading(path, stat(file))
  const own: Source = { path, size, file }
  return [
    own,
    ...(await entriesOf(file)).map((entry) => ({ path: `${path}/${entry.path}`, size: entry.size, file, entry })),
  ]
}

/** Lists the files in an archive; none of a damaged one, which is a document like any other. */
export async function entriesOf(file: string): Promise<readonly ArchiveEntry[]> {
  if (!/\.zip$/i.test(file)) return []
  try {
    const { size } = await reading(file, stat(file))
    return (
      (await reading(
        file,
        archiveEntries(size, (start, end) => bytesOf(file, start, end)),
      )) ?? []
    )
  } catch (error) {
    if (error instanceof Error && error.cause instanceof ProofError) return []
    throw error
  }
}

/** Reads the first bytes of a source, up to `end`. @throws Error for people when it cannot be read */
export async function startOf({ path, file, entry }: Source, end: number): Promise<Uint8Array> {
  if (entry === undefined) return reading(path, bytesOf(file, 0, end))
  const pieces: Uint8Array[] = []
  let length = 0
  const read = async () => {
    for await (const piece of await contentOf(file, entry)) {
      pieces.push(piece)
      length += piece.length
      if (length >= end) return
    }
  }
  await reading(path, read())
  return Buffer.concat(pieces).subarray(0, end)
}

/** Returns the length of the document that a source begins with, see `originalLength`. @throws Error for people when it cannot be read */
export async function startLength({ path, size, file, entry }: Source): Promise<number | undefined> {
  if (entry === undefined) return reading(path, lengthOfOriginal(file))
  const tail: Uint8Array[] = []
  let length = 0
  const read = async () => {
    for await (const piece of await contentOf(file, entry)) {
      length += piece.length
      tail.push(piece)
      while (length - (tail[0]?.length ?? length) >= ORIGINAL_TAIL_BYTES) length -= tail.shift()?.length ?? 0
    }
  }
  await reading(path, read())
  return originalLength(Buffer.concat(tail).subarray(-ORIGINAL_TAIL_BYTES), size)
}

/**
 * Computes the digest of a source in hex, streaming it.
 * @param length of what is hashed, from the source's start, in bytes; all of it by default.
 * @throws Error for people when it cannot be read
 */
export async function digestOf(
  { path, size, file, entry }: Source,
  digits: HashDigits,
  length?: number,
): Promise<string> {
  if (entry === undefined) return Buffer.from((await fileDigest(file, digits, length)).digest).toString('hex')
  const hash = createHash(`sha${digits * 4}`)
  const read = async () => {
    let left = length ?? size
    for await (const piece of await contentOf(file, entry)) {
      hash.update(piece.subarray(0, left))
      left -= Math.min(left, piece.length)
    }
  }
  await reading(path, read())
  return hash.digest('hex')
}

async function contentOf(file: string, entry: ArchiveEntry): Promise<AsyncIterable<Uint8Array>> {
  const { start, end } = await entryRange(entry, (from, to) => bytesOf(file, from, to))
  const packed = end > start ? createReadStream(file, { start, end: end - 1 }) : Readable.from([])
  const stream = unpacked(entry, Readable.toWeb(packed) as ReadableStream<Uint8Array>)
  return Readable.fromWeb(stream as WebStream<Uint8Array>)
}

async function bytesOf(file: string, start: number, end: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
    let at = 0
    while (at < bytes.length) {
      const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at)
      if (bytesRead === 0) break
      at += bytesRead
    }
    return bytes.subarray(0, at)
  } finally {
    await handle.close()
  }
}
