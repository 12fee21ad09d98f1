import type { FileHandle } from 'node:fs/promises'
import { orStoreError, storeError } from './disk-errors.js'
import { gather } from './gather.js'

/** Minimum size of a write. */
const batchBytes = 1 << 20
/** Bytes between flushes, so that the final fsync has little left to do. */
const flushBytes = 32 << 20

/** Writes the source to a file, reading, writing and flushing concurrently. Resolves with the size once all bytes are durable. */
export async function writeWhole(
  file: FileHandle,
  source: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  let size = 0
  let flushed = 0
  let writing: Promise<void> = Promise.resolve()
  // I8: bytes that a failed fsync didn't write are lost, even if the next fsync succeeds. So a failed flush ends the put, and the
  // file is discarded.
  let flushing: Promise<void> | undefined
  let flushFailed: { error: unknown } | undefined
  const flush = () => {
    flushed = size
    flushing = file.datasync().then(
      () => {
        flushing = undefined
      },
      (error: unknown) => {
        flushFailed = { error }
      },
    )
  }
  try {
    for await (const batch of gather(source, batchBytes, signal)) {
      await orStoreError(writing)
      if (flushFailed) break
      if (!flushing && size - flushed >= flushBytes) flush()
      size += batch.reduce((sum, { length }) => sum + length, 0)
      writing = writeAll(file, batch)
      writing.catch(() => undefined)
    }
    await orStoreError(writing)
    await flushing
    if (flushFailed) throw storeError(flushFailed.error)
    await orStoreError(file.sync())
    return size
  } finally {
    // The file is closed next.
    await Promise.allSettled([writing, flushing])
  }
}

/** Repeats short writes until everything is written; the reason for a short write only shows on the next call. */
async function writeAll(file: FileHandle, batch: readonly Uint8Array[]): Promise<void> {
  let left = [...batch]
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left)
    left = left.flatMap((piece) => {
      const done = Math.min(bytesWritten, piece.length)
      bytesWritten -= done
      return done === piece.length ? [] : [piece.subarray(done)]
    })
  }
}
