import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file atomically: after a crash it has the old content or the new. Writes a temporary file, flushes, renames, and
 * flushes the folder.
 *
 * @param mode permissions, e.g. 0o600
 */
export async function writeDurably(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const aside = `${path}.new`
  // A leftover may have other permissions.
  await rm(aside, { force: true })
  const file = await open(aside, 'wx', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
  await syncFolder(dirname(path))
}

/** Makes renames and new files in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
