import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { pipeline as finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { AdminError } from '../base/admin.js'
import type { Queryable } from '../base/database/db.js'
import { otherContents } from '../files/blobs/sql.js'
import { damageOf } from '../storage/damage.js'
import { BlobMissingError, type BlobStore } from '../storage/store.js'

/** An object to copy, and the SHA-256 that it must have, in hex, where it is known. */
export interface ObjectToCopy {
  key: string
  sha256?: string
}

/** Objects that were copied, and the keys of those that weren't: none is there, or the store can't read it. */
export interface Copied {
  count: number
  bytes: number
  missing: string[]
  unreadable: string[]
}

/** Each copy is flushed on its own, which is mostly waiting. */
const atOnce = 8

/**
 * Copies objects from one store to another.
 *
 * @param note is called with each key and the SHA-256 of what was copied, in hex
 * @throws {AdminError} when an object isn't what its SHA-256 says; it is not stored then
 */
export async function copyObjects(
  objects: AsyncIterable<ObjectToCopy>,
  from: BlobStore,
  to: BlobStore,
  note: (key: string, sha256: string) => void = () => undefined,
): Promise<Copied> {
  const copied: Copied = { count: 0, bytes: 0, missing: [], unreadable: [] }
  const left = objects[Symbol.asyncIterator]()
  let hasFailed = false
  const work = async () => {
    try {
      for (let next = await left.next(); !next.done && !hasFailed; next = await left.next()) {
        const size = await copyObject(next.value, from, to, note)
        if (typeof size === 'string') copied[size].push(next.value.key)
        else {
          copied.count++
          copied.bytes += size
        }
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return copied
}

/** Thrown when an object can't be read; the disk that it is copied to fails with other errors. */
class UnreadableError extends Error {
  override name = 'UnreadableError'
}

/** Returns its bytes, or why there is no copy. */
async function copyObject(
  object: ObjectToCopy,
  from: BlobStore,
  to: BlobStore,
  note: (key: string, sha256: string) => void,
): Promise<number | 'missing' | 'unreadable'> {
  try {
    return (await to.put(object.key, checked(object, read(from, object.key), note))).size
  } catch (error) {
    if (error instanceof BlobMissingError) return 'missing'
    if (error instanceof UnreadableError) return 'unreadable'
    throw error
  }
}

async function* read(from: BlobStore, key: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* await from.get(key)
  } catch (error) {
    throw damageOf(error) === 'unreadable' ? new UnreadableError(key, { cause: error }) : error
  }
}

/** Passes a content on, and fails at its end when it is another one. */
async function* checked(
  { key, sha256 }: ObjectToCopy,
  content: AsyncIterable<Uint8Array>,
  note: (key: string, sha256: string) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash('sha256')
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
  const found = hash.digest('hex')
  if (sha256 !== undefined && found !== sha256)
    throw new AdminError(`The backup is damaged: object ${key} isn't what was saved. Use another backup.`)
  note(key, found)
}

const comparedAtOnce = 1000

/** Returns the keys of plain contents whose copies aren't what the database recorded; of private ones only the identity could tell. */
export async function changedContents(db: Queryable, copied: AsyncIterable<ObjectToCopy>): Promise<string[]> {
  const found: string[] = []
  let waiting: ObjectToCopy[] = []
  const compare = async () => {
    const values = [waiting.map(({ key }) => key), waiting.map(({ sha256 }) => sha256)]
    found.push(...(await db.query<{ key: string }>(otherContents, values)).map(({ key }) => key))
    waiting = []
  }
  for await (const object of copied) {
    waiting.push(object)
    if (waiting.length === comparedAtOnce) await compare()
  }
  if (waiting.length > 0) await compare()
  return found
}

/** Collects digests in a compressed file: a line for each object, its SHA-256 in hex, two spaces, its key. */
export function digestList(path: string): { add(key: string, sha256: string): void; end(): Promise<void> } {
  const text = createGzip()
  const written = finished(text, createWriteStream(path, { mode: 0o600, flush: true }))
  // Reported by end().
  written.catch(() => undefined)
  return {
    add: (key, sha256) => void text.write(`${sha256}  ${key}\n`),
    async end() {
      text.end()
      await written
    },
  }
}

/** Reads what {@link digestList} wrote. */
export async function* digestsIn(path: string): AsyncGenerator<ObjectToCopy, void, undefined> {
  for await (const line of linesIn(path)) yield { sha256: line.slice(0, 64), key: line.slice(66) }
}

/** Reads keys from a compressed file, one in each line. */
export async function* keysIn(path: string): AsyncGenerator<ObjectToCopy, void, undefined> {
  for await (const key of linesIn(path)) yield { key }
}

async function* linesIn(path: string): AsyncGenerator<string, void, undefined> {
  const text = pipeline(createReadStream(path), createGunzip(), () => undefined)
  let rest = ''
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
