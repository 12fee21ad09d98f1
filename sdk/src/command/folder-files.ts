import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderEntry } from '@tallystick/proof'
import { readingProblem } from './input.js'

/** Files read at the same time, each into one buffer. */
const READERS = 8
const BUFFER_BYTES = 512 * 1024

/**
 * Everything below a folder but folders, hidden files included, with the SHA-256 of every file; in no order. Files are read
 * as streams, several at once. Symbolic links are named and never followed, so no loop has no end.
 * @param skip paths (relative, `/` between segments) that are left out.
 */
export async function folderFiles(folder: string, skip: ReadonlySet<string> = new Set()): Promise<FolderEntry[]> {
  const found: FolderEntry[] = []
  const waiting = below(folder, '')
  const reader = async () => {
    const buffer = new Uint8Array(BUFFER_BYTES)
    // The readers share the walk: each takes the next of it.
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) {
      const entry = next.value
      if (skip.has(entry.path)) continue
      found.push(entry.kind === 'file' ? await readFile(folder, entry.path, buffer) : entry)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return found
}

type Entry = { readonly path: string; readonly kind: 'file' } | Exclude<FolderEntry, { kind: 'file' }>

async function* below(folder: string, path: string): AsyncGenerator<Entry, void> {
  let entries: Awaited<ReturnType<typeof list>>
  try {
    entries = await list(join(folder, path))
  } catch (error) {
    // The folder that was named has to be there; one below it is a finding.
    if (path === '') throw error
    yield unreadable(path, error)
    return
  }
  for (const entry of entries) {
    const at = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) yield* below(folder, at)
    else if (entry.isFile()) yield { path: at, kind: 'file' }
    else yield { path: at, kind: entry.isSymbolicLink() ? 'link' : 'special' }
  }
}

const list = (path: string) => readdir(path, { withFileTypes: true })

/** What became a link or a pipe since the folder was listed is neither followed nor waited for. */
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

/** A name that is not in UTF-8 comes with marks in the place of what was lost, and nothing is found under it. */
function unreadable(path: string, error: unknown) {
  const reason = path.includes('\ufffd') ? 'its name is not in UTF-8' : readingProblem(error)
  return { path, kind: 'unreadable', reason } as const
}
