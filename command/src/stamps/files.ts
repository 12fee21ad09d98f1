import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { proofEndings } from '@tallystick/proof'
import { hashFile } from '@tallystick/sdk'
import { walk } from '../folder-walk.js'
import { inOrder } from '../in-order.js'
import { isFolder, readingProblem } from '../input.js'
import { printable } from '../printable.js'
import type { Choice } from './choice.js'

/** A file to stamp. */
export interface FileToStamp {
  path: string
  /** The name it is stamped under. */
  name: string
}

/** A file with the SHA-256 of its content, in hex. */
export interface HashedFile extends FileToStamp {
  hash: string
}

/** Outcome for the files. */
interface Reporter {
  /** Called with the bytes of each piece read. */
  onBytes(bytes: number): void
  /** Called with each file that is left out, and why. */
  onLeft(path: string, reason: string): void
  /** Called with each file in a folder that isn't a document, and why. */
  onPassedOver(path: string, reason: string): void
}

const nameMax = 255
/** Files hashed at once, ahead of those being sent. */
const hashedAtOnce = 8

/** The name a file is stamped under: of what the service takes, nearest to its own. */
export const stampName = (path: string) => printable(path).slice(0, nameMax)

/** A file among those that were given, or in a folder among them. */
export interface FoundFile {
  path: string
  /** The folder that was given; null when the file itself was. */
  folder: string | null
  /** Its path in that folder (`/` between segments), or its name. */
  inner: string
}

/** How files are listed. */
interface Listing extends Pick<Reporter, 'onLeft' | 'onPassedOver'> {
  choice: Choice
}

/**
 * Lists the files of the given paths, folders with all that is in them, as the person chooses.
 * @param withProofs whether proofs written beside files are among them
 */
export async function* foundIn(
  paths: readonly string[],
  { withProofs, choice, onLeft, onPassedOver }: { withProofs: boolean } & Listing,
): AsyncGenerator<FoundFile, void, undefined> {
  for (const path of paths) {
    if (!(await isFolder(path))) {
      yield { path, folder: null, inner: basename(path) }
      continue
    }
    for await (const entry of walk(path)) {
      if (choice.isExcluded(entry.path)) continue
      const at = join(path, entry.path)
      if (entry.kind !== 'file') {
        onLeft(at, entry.kind === 'unreadable' ? entry.reason : kinds[entry.kind])
        continue
      }
      const name = basename(entry.path)
      const reason = choice.passedOver(name, entry.siblings)
      if (reason !== undefined) onPassedOver(at, reason)
      else if (withProofs || !isProof(name, entry.siblings)) yield { path: at, folder: path, inner: entry.path }
    }
  }
}

const kinds = { link: 'a symbolic link', special: 'neither a file nor a folder' } as const

/** Whether a name is that of a proof beside its file. */
export function isProof(name: string, siblings: ReadonlySet<string>): boolean {
  return name.endsWith(proofEndings.json) && siblings.has(name.slice(0, -proofEndings.json.length))
}

/**
 * Lists the files to stamp of the given paths, without the proofs written beside them.
 * @param withPath whether the names of a folder's files begin with their path in it
 */
export async function* filesIn(
  paths: readonly string[],
  { withPath, ...listing }: { withPath: boolean } & Listing,
): AsyncGenerator<FileToStamp, void, undefined> {
  for await (const { path, inner } of foundIn(paths, { withProofs: false, ...listing }))
    yield { path, name: stampName(withPath ? inner : basename(inner)) }
}

/** Adds up the sizes of files, as far as they can be read. */
export async function sizeOf(
  files: AsyncIterable<Pick<FileToStamp, 'path'>> | Iterable<Pick<FileToStamp, 'path'>>,
): Promise<number> {
  let bytes = 0
  for await (const { path } of files)
    bytes += await stat(path).then(
      ({ size }) => size,
      () => 0,
    )
  return bytes
}

/** Hashes files, several at once, and yields them in their order. A file that cannot be read is left out. */
export async function* hashed(
  files: AsyncIterable<FileToStamp>,
  { signal, onBytes, onLeft }: Pick<Reporter, 'onBytes' | 'onLeft'> & { signal: AbortSignal },
): AsyncGenerator<HashedFile, void, undefined> {
  const hash = async (file: FileToStamp): Promise<HashedFile | null> => {
    try {
      return { ...file, hash: await hashFile(file.path, { signal, onProgress: difference(onBytes) }) }
    } catch (error) {
      signal.throwIfAborted()
      onLeft(file.path, readingProblem(error))
      return null
    }
  }
  for await (const file of inOrder(files, hashedAtOnce, hash)) if (file) yield file
}

/** Returns a function that is called with the bytes so far, and passes on how many they are more. */
export function difference(onBytes: (more: number) => void): (bytes: number) => void {
  let before = 0
  return (bytes) => {
    onBytes(bytes - before)
    before = bytes
  }
}
