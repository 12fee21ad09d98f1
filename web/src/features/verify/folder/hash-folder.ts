import type { FolderEntry } from '@tallystick/proof'
import { hashFile } from '../../../hashing/hash-file.js'
import { pathOf } from '../../../ui/dropped-files.js'

/** How far the fingerprints of a folder have come. */
export interface FolderProgress {
  files: number
  filesDone: number
  bytes: number
  bytesDone: number
}

/** Files under way at a time: more than there are workers, so that none waits. */
const readers = 8
/** A step of the bar is seen; more of them would only cost. */
const tellEveryMs = 100

/** Computes the fingerprints of all files, several at a time. What cannot be read is a finding, not an end. */
export async function hashFolder(
  files: readonly File[],
  signal: AbortSignal,
  onProgress: (progress: FolderProgress) => void,
): Promise<FolderEntry[]> {
  const progress = {
    files: files.length,
    filesDone: 0,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    bytesDone: 0,
  }
  const found: FolderEntry[] = []
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    if (performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    onProgress({ ...progress })
  }
  const waiting = files.values()
  const reader = async () => {
    // The readers share the list: each takes the next of it.
    for (const file of waiting) {
      let bytes = 0
      const count = (now: number) => {
        progress.bytesDone += now - bytes
        bytes = now
        tell()
      }
      found.push(await readFile(file, signal, count))
      count(file.size)
      progress.filesDone++
      tell()
    }
  }
  await Promise.all(Array.from({ length: readers }, reader))
  return found
}

async function readFile(file: File, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<FolderEntry> {
  const path = pathOf(file)
  try {
    return { path, kind: 'file', size: file.size, hash: await hashFile(file, { signal, onProgress }) }
  } catch (error) {
    signal.throwIfAborted()
    return { path, kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) }
  }
}
