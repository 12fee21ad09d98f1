import type { FolderComparison, FolderEntry, ManifestFile } from '@tallystick/proof'
import { hashFile } from '../../../hashing/hash-file.js'
import { pathOf } from '../../../ui/forms/dropped-files.js'
import { ask } from '../checking/checker.js'
import { type ReadProgress, readFiles } from '../read-files.js'

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
  onProgress: (progress: ReadProgress) => void,
): Promise<FolderComparison> {
  const paths = new Set(recorded.map(({ path }) => path))
  const ownPath = files.includes(own) ? pathOf(own) : null
  const found = await readFiles(files, (file, count) => readFile(file, signal, count), onProgress)
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

/** Hashes a file. One that can't be read is a finding, not an error. */
async function readFile(file: File, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<FolderEntry> {
  const path = pathOf(file)
  try {
    return { path, kind: 'file', size: file.size, hash: await hashFile(file, { signal, onProgress }) }
  } catch (error) {
    signal.throwIfAborted()
    return { path, kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) }
  }
}
