import type { FolderComparison, FolderEntry, ManifestFile } from '@tallystick/proof'
import { hashFile } from '../../../hashing/hash-file.js'
import { pathOf } from '../../../ui/forms/dropped-files.js'
import { ask } from '../checking/checker.js'

/**
 * Compares files with their folder's manifest.
 *
 * @param recorded files of the manifest
 * @param own the manifest's own file, which may be among them
 */
export async function checkFolder(
  files: readonly File[],
  { recorded, own }: { recorded: readonly ManifestFile[]; own: File },
  signal: AbortSignal,
  onProgress: (progress: FolderProgress) => void,
): Promise<FolderComparison> {
  const paths = new Set(recorded.map(({ path }) => path))
  const ownPath = files.includes(own) ? pathOf(own) : null
  const found = await hashFolder(files, signal, onProgress)
  // The manifest is not part of the folder, unless it lists itself.
  const readings = readingsOf(found, ownPath).map(({ entries, own }) =>
    entries.filter(({ path }) => path !== own || paths.has(path)),
  )
  return ask('compare', {
    files: recorded.map(({ path, size, hash }) => ({ path, size, hash })),
    found: readings,
  })
}

/** The user may have dropped the folder itself or its contents: reads the paths without the folder's own name, and with it. */
function readingsOf(
  found: readonly FolderEntry[],
  own: string | null,
): { entries: readonly FolderEntry[]; own: string | null }[] {
  const inside = (path: string) => path.slice(path.indexOf('/') + 1)
  // A manifest beside the folder does not affect its name.
  const others = found.filter(({ path }) => path !== own)
  const tops = new Set(others.map(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')))
  if (tops.size !== 1 || tops.has('')) return [{ entries: found, own }]
  const ownInside = own && inside(own)
  return [
    { entries: found.map((one) => ({ ...one, path: inside(one.path) })), own: ownInside },
    { entries: found, own },
  ]
}

/** Progress of hashing a folder. */
export interface FolderProgress {
  files: number
  filesDone: number
  bytes: number
  bytesDone: number
}

/** More files at a time than workers, so that none idles. */
const readers = 8
/** Throttles progress updates. */
const progressMs = 100

/** Hashes all files, several at a time. An unreadable file is a finding, not an error. */
async function hashFolder(
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
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = () => {
    if (performance.now() - reportedAt < progressMs) return
    reportedAt = performance.now()
    onProgress({ ...progress })
  }
  const waiting = files.values()
  const reader = async () => {
    // The readers share the iterator: each takes the next file.
    for (const file of waiting) {
      let bytes = 0
      const count = (now: number) => {
        progress.bytesDone += now - bytes
        bytes = now
        report()
      }
      found.push(await readFile(file, signal, count))
      count(file.size)
      progress.filesDone++
      report()
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
