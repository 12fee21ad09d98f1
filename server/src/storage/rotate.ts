import type { SealedPart } from '../base/sealed.js'
import { rewrap } from './age/age.js'
import { AgeError } from './age/error.js'
import { findHeader, isSoleRecipient } from './age/header.js'
import { beginningSize } from './age/range.js'
import type { StorageKeys } from './storage-keys.js'
import { BlobMissingError, type BlobStore } from './store.js'

/** Key prefix of encrypted files in the store. */
export const privatePrefix = 'private/'

/** Result of a rotation, as numbers of files. */
export interface Rotation {
  /** Newly wrapped; only the current identity can decrypt them now. */
  rewrapped: number
  /** Already wrapped for the current identity only. */
  current: number
  /** Left unchanged: no identity matches, or the file is damaged. */
  failed: { key: string; problem: string }[]
}

/** Options of {@link rotateKeys}. */
export interface RotationOptions {
  /** Ends it early. */
  signal?: AbortSignal
  /** Called after each file. */
  onRewrapped?: () => Promise<void>
}

/** Returns the private files as a part that can be re-sealed. */
export function sealedFiles(store: BlobStore, keys: StorageKeys): SealedPart {
  return {
    name: 'private files',
    async reseal(signal, onSlice) {
      const onRewrapped = () => onSlice({ resealed: 1, failed: 0 })
      const { failed } = await rotateKeys(store, keys, { signal, onRewrapped })
      await onSlice({ resealed: 0, failed: failed.length })
    },
  }
}

/**
 * Makes the current identity the only one that can decrypt the encrypted files. Replaces headers, keeps contents byte for byte.
 * Can be interrupted, repeated, and run while the service runs: the service's headers all have the same length, so a reader
 * holding an old header still finds the content in the new file.
 */
export async function rotateKeys(
  store: BlobStore,
  { current, identities }: StorageKeys,
  { signal, onRewrapped }: RotationOptions = {},
): Promise<Rotation> {
  const done: Rotation = { rewrapped: 0, current: 0, failed: [] }
  for await (const { key } of store.list(privatePrefix)) {
    if (signal?.aborted) break
    try {
      if (isSoleRecipient(await headerOf(store, key), current)) {
        done.current++
        continue
      }
      const rewrapped = rewrap(identities, [current.recipient], await store.get(key))
      await store.replace(key, failIfPurged(store, key, rewrapped, signal))
      done.rewrapped++
      await onRewrapped?.()
    } catch (error) {
      if (error instanceof BlobMissingError) continue
      if (signal?.aborted) break
      // Reading the start of an empty object is a RangeError.
      if (!(error instanceof AgeError || error instanceof RangeError)) throw error
      done.failed.push({ key, problem: error.message })
    }
  }
  return done
}

/** Keeps a file purged during a long rewrap from coming back. @throws {BlobMissingError} at the end, when it was purged */
async function* failIfPurged(
  store: BlobStore,
  key: string,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of source) {
    signal?.throwIfAborted()
    yield piece
  }
  if ((await store.size(key)) === null) throw new BlobMissingError(key)
}

async function headerOf(store: BlobStore, key: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of await store.get(key, { start: 0, end: beginningSize - 1 })) pieces.push(piece)
  const beginning = Buffer.concat(pieces)
  const end = findHeader(beginning)
  if (end === null) throw new AgeError('header', 'the file is truncated')
  return beginning.subarray(0, end)
}
