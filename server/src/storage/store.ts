import type { Readable } from 'node:stream'

/** An object, as a listing shows it. */
export interface BlobInfo {
  key: string
  /** Bytes. */
  size: number
  modifiedAt: Date
}

/** What is kept under a key is asked for, and there is nothing. */
export class BlobMissingError extends Error {
  override name = 'BlobMissingError'

  constructor(key: string, cause?: unknown) {
    super(`nothing is kept under ${key}`, { cause })
  }
}

/**
 * Where the bytes of files are kept: the local disk, or a bucket of an S3 service. Keys are ours, never a user's name (see
 * {@link assertKey}). What goes wrong with the store itself is an ApiError `storage_full` or `unavailable`, whose cause is what
 * happened; errors of a source, and the reason of an aborted signal, come through as they are.
 */
export interface BlobStore {
  /**
   * Keeps all bytes of `source`; resolves only when they are durable (disk: fsync of file and folder around a rename; S3: its
   * 200). Until then nothing is to be seen under the key. A source that fails or an aborted signal leaves nothing.
   * A key is used once, also after its object was deleted. The pieces must not be changed after they were given.
   */
  put(key: string, source: AsyncIterable<Uint8Array>, options?: { signal?: AbortSignal }): Promise<{ size: number }>
  /**
   * Bytes `start` to `end`, both included, or all of them. Destroy what is not read to its end.
   *
   * @throws BlobMissingError
   * @throws RangeError when `start` is not within the object; an `end` behind its last byte is that byte
   */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Puts other bytes in the place of those there are: who reads gets all of the old or all of the new, also after a crash. */
  replace(key: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** Bytes; null when nothing is there. */
  size(key: string): Promise<number | null>
  /** Deletes durably; keys with nothing under them are fine. */
  delete(keys: readonly string[]): Promise<void>
  /** All objects whose keys begin so, in no order. What comes or goes meanwhile may be among them. */
  list(prefix?: string): AsyncIterable<BlobInfo>
  /**
   * Removes what puts have begun that can never end, as their process died; resolves with how many. It is not to be seen by
   * any other method, it only takes room. For the start, and from time to time.
   *
   * @param abandonedMs what was begun by others counts as left over when nothing has happened to it for so long
   */
  sweep(abandonedMs?: number): Promise<number>
  /** Reasons why nothing could be kept now; none when it could. Writes a probe, or asks for the bucket. */
  readinessProblems(): Promise<string[]>
  /** Ends connections. Puts that run have ended before. */
  close(): Promise<void>
}

/**
 * Refuses what is not a key: 1 to 201 of `a–z 0–9 _ . - /`, letters and digits first, and no part between slashes that is
 * empty, `.` or `..`, so that no key leads out of its folder, and none is changed on its way as an address.
 *
 * @throws TypeError
 */
export function assertKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9/_.-]{0,200}$/.test(key) || key.split('/').some((part) => ['', '.', '..'].includes(part))) {
    throw new TypeError(`${JSON.stringify(key)} is not a key of the store`)
  }
}

/** Refuses a range that no object has. @throws RangeError */
export function assertRange({ start, end }: { start: number; end: number }): void {
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end)) {
    throw new RangeError(`bytes ${start} to ${end} are no range`)
  }
}
