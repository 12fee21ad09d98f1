import type { ArchiveEntry } from '@tallystick/proof'
import { takeWorker, wholeBytesMax } from './workers.js'

/** Hash algorithms accepted for stamps. */
export type Algorithm = 'sha256' | 'sha384' | 'sha512'

export interface HashRequest {
  file: Blob
  algorithm: Algorithm
  /** The browser's own digest takes the file in one piece. */
  isWhole: boolean
  /** The file is the packed content of an entry of an archive. */
  entry?: ArchiveEntry
}

/** Progress, result or error. */
export type HashReply = { bytes: number } | { hash: string } | { error: string }

interface HashOptions {
  algorithm?: Algorithm
  /** Unpacks the file first, which is the packed content of this entry. */
  entry?: ArchiveEntry
  /** Called with the bytes hashed so far. */
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
}

/** Over plain HTTP, browsers keep their own digests from pages. */
const hasDigest = globalThis.crypto?.subtle !== undefined

/**
 * Hashes a file in a worker and returns the hash in hex. The file stays in this browser. Files queue when there are more than
 * workers, or when they would take too much memory together.
 *
 * @throws {Error} when the file cannot be read, for example because it changed meanwhile
 * @throws {DOMException} `AbortError` when `signal` aborts
 */
export async function hashFile(file: Blob, options: HashOptions = {}): Promise<string> {
  const { algorithm = 'sha256', entry, onProgress, signal } = options
  const isWhole = hasDigest && file.size <= wholeBytesMax && entry === undefined
  const { worker, giveBack, discard } = await takeWorker(isWhole ? file.size : 0, signal)
  return new Promise((resolve, reject) => {
    const end = (settle: () => void, leave: () => void) => {
      worker.onmessage = null
      worker.onerror = null
      signal?.removeEventListener('abort', abort)
      leave()
      settle()
    }
    const abort = () => end(() => reject(signal?.reason), discard)
    worker.onmessage = ({ data }: MessageEvent<HashReply>) => {
      if ('bytes' in data) onProgress?.(data.bytes)
      else if ('hash' in data) end(() => resolve(data.hash), giveBack)
      else end(() => reject(new Error(data.error)), discard)
    }
    worker.onerror = () => end(() => reject(new Error('the file could not be hashed')), discard)
    signal?.addEventListener('abort', abort)
    worker.postMessage({ file, algorithm, isWhole, ...(entry && { entry }) } satisfies HashRequest)
  })
}
