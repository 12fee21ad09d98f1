import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BlobMissingError, type BlobStore } from '../storage/store.js'

/** What was copied, and the keys of what wasn't there. */
export interface Copied {
  count: number
  bytes: number
  missing: string[]
}

/** Each copy is made durable by itself, which is mostly waiting. */
const atOnce = 8

/** Copies objects from one store to another. */
export async function copyObjects(keys: AsyncIterable<string>, from: BlobStore, to: BlobStore): Promise<Copied> {
  const copied: Copied = { count: 0, bytes: 0, missing: [] }
  const left = keys[Symbol.asyncIterator]()
  let hasFailed = false
  const work = async () => {
    try {
      for (let next = await left.next(); !next.done && !hasFailed; next = await left.next()) {
        const size = await copyObject(next.value, from, to)
        if (size === null) copied.missing.push(next.value)
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

/** Returns its bytes; null when it is missing. */
async function copyObject(key: string, from: BlobStore, to: BlobStore): Promise<number | null> {
  try {
    return (await to.put(key, await from.get(key))).size
  } catch (error) {
    if (error instanceof BlobMissingError) return null
    throw error
  }
}

/** Reads keys from a compressed file, one in each line. */
export async function* keysIn(path: string): AsyncGenerator<string, void, undefined> {
  const text = pipeline(createReadStream(path), createGunzip(), () => undefined)
  let rest = ''
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
