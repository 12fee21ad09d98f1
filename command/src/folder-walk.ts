import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readingProblem } from './input.js'

/** Contents of a folder, by path in it (`/` between segments). */
export type Walked =
  | { readonly path: string; readonly kind: 'file'; readonly siblings: ReadonlySet<string> }
  | { readonly path: string; readonly kind: 'link' | 'special' }
  | { readonly path: string; readonly kind: 'unreadable'; readonly reason: string }

/**
 * Walks a folder and its subfolders, hidden files included. Reports symbolic links but never follows them, so a loop cannot trap it.
 * @param path the subfolder to begin with.
 * @throws the error of the file system when the folder itself cannot be read; a subfolder that can't is reported.
 */
export async function* walk(folder: string, path = ''): AsyncGenerator<Walked, void, undefined> {
  let entries: Awaited<ReturnType<typeof list>>
  try {
    entries = await list(join(folder, path))
  } catch (error) {
    if (path === '') throw error
    yield unreadable(path, error)
    return
  }
  const siblings = new Set(entries.map(({ name }) => name.toString()))
  for (const entry of entries) {
    const name = entry.name.toString()
    const at = path === '' ? name : `${path}/${name}`
    // As text, the name leads to another file, or none.
    if (!Buffer.from(name).equals(entry.name)) yield { path: at, kind: 'unreadable', reason: notInUtf8 }
    else if (entry.isDirectory()) yield* walk(folder, at)
    else if (entry.isFile()) yield { path: at, kind: 'file', siblings }
    else yield { path: at, kind: entry.isSymbolicLink() ? 'link' : 'special' }
  }
}

const list = (path: string) => readdir(path, { withFileTypes: true, encoding: 'buffer' })

const notInUtf8 = 'its name is not in UTF-8'

/** Why a file of a folder cannot be read. */
export function unreadable(path: string, error: unknown) {
  return { path, kind: 'unreadable', reason: readingProblem(error) } as const
}
