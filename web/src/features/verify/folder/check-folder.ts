import type { FolderComparison, FolderEntry } from '@tallystick/proof'
import { pathOf } from '../../../ui/dropped-files.js'
import { ask } from '../checking/checker.js'
import type { ManifestJudgement } from '../checking/judge-manifest.js'
import { type FolderProgress, hashFolder } from './hash-folder.js'

/**
 * Compares files with what a manifest says of their folder.
 * @param own the manifest's own file, which may lie among them.
 */
export async function checkFolder(
  files: readonly File[],
  { manifest, own }: { manifest: ManifestJudgement; own: File | null },
  signal: AbortSignal,
  onProgress: (progress: FolderProgress) => void,
): Promise<FolderComparison> {
  const recorded = new Set(manifest.files.map(({ path }) => path))
  const ownPath = own && files.includes(own) ? pathOf(own) : null
  const found = await hashFolder(files, signal, onProgress)
  // The manifest is none of the folder's files, unless it says so.
  const readings = readingsOf(found, ownPath).map(({ entries, own }) =>
    entries.filter(({ path }) => path !== own || recorded.has(path)),
  )
  return ask('compare', {
    files: manifest.files.map(({ path, size, hash }) => ({ path, size, hash })),
    found: readings,
  })
}

/** What was dropped is the folder of the manifest, or lay in it: its paths are read without the folder's own name, and with it. */
function readingsOf(
  found: readonly FolderEntry[],
  own: string | null,
): { entries: readonly FolderEntry[]; own: string | null }[] {
  const inside = (path: string) => path.slice(path.indexOf('/') + 1)
  // A manifest that lies beside the folder has no part in its name.
  const others = found.filter(({ path }) => path !== own)
  const tops = new Set(others.map(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')))
  if (tops.size !== 1 || tops.has('')) return [{ entries: found, own }]
  const ownInside = own && inside(own)
  return [
    { entries: found.map((one) => ({ ...one, path: inside(one.path) })), own: ownInside },
    { entries: found, own },
  ]
}
