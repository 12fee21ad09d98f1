import type { Readable } from 'node:stream'

/** An object in a listing. */
export interface BlobInfo {
  key: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

/** An earlier version of an object, in a bucket that keeps them. */
export interface EarlierBlob {
  /** The store's name for it. */
  id: string
  /** Reads it, as {@link BlobStore.get} does. */
  get: (range?: { start: number; end: number }) => Promise<Readable>
}

/** Thrown when no object has the key. */
export class BlobMissingError extends Error {
  override name = 'BlobMissingError'

  constructor(key: string, cause?: unknown) {
    super(`no object has the key ${key}`, { cause })
  }
}

/**
 * Stores the content of files: on the local disk or in an S3 bucket. Keys are generated, never user input (see
 * {@link assertKey}). Failures of the store are ApiErrors, `storage_full` or `unavailable`, with the original error as cause;
 * errors of a source and an aborted signal's reason are rethrown unchanged.
 */
export interface BlobStore {
  /**
   * Stores all bytes of `source`. Resolves only when they are durable (disk: fsync of file and folder around a rename; S3: a 200
   * answer); until then nothing is visible under the key. A failing source or an aborted signal leaves nothing behind.
   * Never reuse a key, not even after deleting its object. The pieces must not change once yielded.
   */
  put(key: string, source: AsyncIterable<Uint8Array>, options?: { signal?: AbortSignal }): Promise<{ size: number }>
  /**
   * Reads bytes `start` to `end`, inclusive, or the whole object. Destroy the stream if you don't read it to its end.
   *
   * @throws {BlobMissingError} when no object has the key
   * @throws {RangeError} when `start` is beyond the object; an `end` beyond it is clamped
   */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Lists earlier versions of an object, newest first: none on a disk, or in a bucket that keeps none. */
  earlier(key: string): AsyncIterable<EarlierBlob>
  /** Replaces an object atomically: readers get either all old or all new bytes, even after a crash. */
  replace(key: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** Resolves with the size in bytes, or null when no object has the key. */
  size(key: string): Promise<number | null>
  /** Deletes objects durably. Missing keys are fine. */
  delete(keys: readonly string[]): Promise<void>
  /** Lists objects by key prefix, unordered. May or may not include objects put or deleted meanwhile. */
  list(prefix?: string): AsyncIterable<BlobInfo>
  /**
   * Removes leftovers of puts whose process died. Resolves with how many. No other method sees them; they only take space. Call
   * at the start and periodically.
   *
   * @param abandonedMs age at which leftovers count as abandoned even when their process isn't known to be dead
   */
  sweep(abandonedMs?: number): Promise<number>
  /** Resolves with the reasons why nothing can be stored now, none when ready. Writes a probe, or queries the bucket. */
  readinessProblems(): Promise<string[]>
  /** Closes connections. No put may be running. */
  close(): Promise<void>
}

/**
 * Checks a key: 1 to 201 of `a–z 0–9 _ . - /`, starting with a letter or digit, without empty, `.` or `..` segments. So no key
 * escapes its folder, and none changes when used in a URL.
 *
 * @throws {TypeError} when it isn't a valid key
 */
export function assertKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9/_.-]{0,200}$/.test(key) || key.split('/').some((part) => ['', '.', '..'].includes(part))) {
    throw new TypeError(`${JSON.stringify(key)} is not a valid key`)
  }
}

/** Checks a range. @throws {RangeError} when no object can have it */
export function assertRange({ start, end }: { start: number; end: number }): void {
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end)) {
    throw new RangeError(`bytes ${start} to ${end} are not a range`)
  }
}
