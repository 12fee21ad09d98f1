import { rewrap } from './age.js'
import { AgeError } from './age-error.js'
import { findHeader, isSoleRecipient } from './age-header.js'
import { beginningSize } from './age-range.js'
import type { StorageKeys } from './storage-keys.js'
import { BlobMissingError, type BlobStore } from './store.js'

/** Under which keys of the store encrypted files are kept. */
export const privatePrefix = 'private/'

/** What a rotation did: numbers of files. */
export interface Rotation {
  /** Only the current identity opens them now. */
  rewrapped: number
  /** Were so already. */
  current: number
  /** As they were: none of the identities opens them, or they are damaged. */
  failed: { key: string; problem: string }[]
}

/**
 * Makes the current identity the only one that opens the encrypted files. Headers are made anew, contents stay byte for byte.
 * It can be stopped at any time and run again, and run beside the service: the length of the headers that the service writes does
 * not change, so who has read an old header still finds the content in the new file.
 */
export async function rotateKeys(store: BlobStore, { current, identities }: StorageKeys): Promise<Rotation> {
  const done: Rotation = { rewrapped: 0, current: 0, failed: [] }
  for await (const { key } of store.list(privatePrefix)) {
    try {
      if (isSoleRecipient(await headerOf(store, key), current)) {
        done.current++
        continue
      }
      const rewrapped = rewrap(identities, [current.recipient], await store.get(key))
      await store.replace(key, whileThere(store, key, rewrapped))
      done.rewrapped++
    } catch (error) {
      if (error instanceof BlobMissingError) continue
      // An empty object has no beginning to be read.
      if (!(error instanceof AgeError || error instanceof RangeError)) throw error
      done.failed.push({ key, problem: error.message })
    }
  }
  return done
}

/** A large file takes its time; when it was purged meanwhile it must not come back. @throws BlobMissingError at the end */
async function* whileThere(
  store: BlobStore,
  key: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* source
  if ((await store.size(key)) === null) throw new BlobMissingError(key)
}

async function headerOf(store: BlobStore, key: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of await store.get(key, { start: 0, end: beginningSize - 1 })) pieces.push(piece)
  const beginning = Buffer.concat(pieces)
  const end = findHeader(beginning)
  if (end === null) throw new AgeError('header', 'it was cut off')
  return beginning.subarray(0, end)
}
