import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderEntry } from '@tallystick/proof'
import { unreadable, walk } from '../folder-walk.js'

/** Files read concurrently, each into its own buffer. */
const READERS = 8
const BUFFER_BYTES = 512 * 1024

/**
 * Lists everything in a folder and its subfolders, hidden files included, with the SHA-256 of each file, in no particular order.
 * Streams several files at once. Reports symbolic links but never follows them, so a loop cannot trap it.
 * @param skip paths to leave out (relative, `/` between segments).
 */
export async function folderFiles(folder: string, skip: ReadonlySet<string> = new Set()): Promise<FolderEntry[]> {
  const found: FolderEntry[] = []
  const pending = walk(folder)
  const reader = async () => {
    const buffer = new Uint8Array(BUFFER_BYTES)
    // The readers share one walk: each takes its next entry.
    for (let next = await pending.next(); !next.done; next = await pending.next()) {
      const entry = next.value
      if (skip.has(entry.path)) continue
      found.push(entry.kind === 'file' ? await readFile(folder, entry.path, buffer) : entry)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return found
}

/** Neither follows nor waits for a file that has become a link or a pipe since the folder was listed. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

async function readFile(folder: string, path: string, buffer: Uint8Array): Promise<FolderEntry> {
  try {
    const handle = await open(join(folder, path), flags)
    try {
      const hash = createHash('sha256')
      let size = 0
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, buffer.length)
        if (bytesRead === 0) return { path, kind: 'file', size, hash: hash.digest('hex') }
        hash.update(buffer.subarray(0, bytesRead))
        size += bytesRead
      }
    } finally {
      await handle.close()
    }
  } catch (error) {
    return unreadable(path, error)
  }
}
