import type { FileHandle } from 'node:fs/promises'
import { storeError, told } from './disk-errors.js'
import { gather } from './gather.js'

/** Bytes written at a time. */
const batchBytes = 1 << 20
/** Bytes after which the disk is set to work, so that the fsync at the end has little left to wait for. */
const flushBytes = 32 << 20

/** Writes while the source makes more, and flushes while it writes. Resolves with the number of bytes, all of them durable. */
export async function writeWhole(
  file: FileHandle,
  source: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  let size = 0
  let flushed = 0
  let writing: Promise<void> = Promise.resolve()
  // I8: what an fsync could not write is lost, though the next fsync may succeed. So none follows one that failed: its error
  // ends the put, and the file is thrown away.
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
      await told(writing)
      if (flushFailed) break
      if (!flushing && size - flushed >= flushBytes) flush()
      size += batch.reduce((sum, { length }) => sum + length, 0)
      writing = writeAll(file, batch)
      writing.catch(() => undefined)
    }
    await told(writing)
    await flushing
    if (flushFailed) throw storeError(flushFailed.error)
    await told(file.sync())
    return size
  } finally {
    // The file is closed next.
    await Promise.allSettled([writing, flushing])
  }
}

/** All of it: the system may take less at a time, and says only the next time why. */
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
