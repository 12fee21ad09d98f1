import { type GivenStart, type HashDigits, isSystemFile, unpacked } from '@tallystick/proof'
import { startLength } from '../../../checking/file-start.js'
import { type Algorithm, hashFile } from '../../../hashing/hash-file.js'
import { pathOf } from '../../../ui/forms/dropped-files.js'
import { ask, type ProofPlace } from '../checking/checker.js'
import { packedEntry } from '../checking/entry.js'
import { isArchive } from '../sort-files.js'

/** A file that was dropped, or is in an archive that was. */
export interface Source {
  /** As people know it: in its folder, or in its archive. */
  path: string
  /** Bytes. */
  size: number
  place: Extract<ProofPlace, { file: File }>
  /** The archive that it is in; null for a file of its own. */
  archive: Source | null
}

/** Lists the files to check: those dropped, and those in archives among them. */
export async function sourcesOf(files: readonly File[]): Promise<Source[]> {
  const paths = new Set(files.map(pathOf))
  const own = files.filter((file) => !isSystemFile(pathOf(file), paths))
  const found: Source[] = []
  for (const file of own) {
    const source: Source = { path: pathOf(file), size: file.size, place: { file }, archive: null }
    found.push(source, ...(await entriesOf(source)))
  }
  return found
}

async function entriesOf(archive: Source): Promise<Source[]> {
  const { file } = archive.place
  if (!isArchive(file.name)) return []
  // A damaged archive holds nothing to check, but is a document like any other.
  const entries = (await ask('entries', { file }).catch(() => null)) ?? []
  return entries.map((entry) => ({
    path: `${archive.path}/${entry.path}`,
    size: entry.size,
    place: { file, entry },
    archive,
  }))
}

interface HashOptions {
  algorithm: Algorithm
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/**
 * Hashes a source and returns the hash in hex.
 *
 * @throws {Error} when it cannot be read
 * @throws {DOMException} `AbortError` when `signal` aborts
 */
export async function digestOf({ place }: Source, options: HashOptions): Promise<string> {
  if (!('entry' in place)) return hashFile(place.file, options)
  const packed = await packedEntry(place.file, place.entry)
  return hashFile(packed, { ...options, ...(place.entry.isPacked && { entry: place.entry }) })
}

/** Returns the algorithm of hashes by their length. */
export function algorithmOf(digits: HashDigits): Algorithm {
  return ({ 64: 'sha256', 96: 'sha384', 128: 'sha512' } as const)[digits]
}

/**
 * Finds the document that a source begins with, and hashes it; undefined when it says of none.
 *
 * @throws {Error} when it cannot be read
 * @throws {DOMException} `AbortError` when `signal` aborts
 */
export async function startAt(
  { place }: Source,
  digits: readonly HashDigits[],
  signal: AbortSignal,
): Promise<GivenStart | undefined> {
  const content = 'entry' in place ? await wholeEntry(place) : place.file
  const length = await startLength(content)
  if (length === undefined) return undefined
  const part = content.slice(0, length)
  const digests = digits.map((each) => hashFile(part, { algorithm: algorithmOf(each), signal }))
  return { length, digests: await Promise.all(digests) }
}

/** Unpacks an entry, into what the browser may keep on its disk. */
async function wholeEntry({ file, entry }: Extract<ProofPlace, { entry: unknown }>): Promise<Blob> {
  return new Response(unpacked(entry, (await packedEntry(file, entry)).stream())).blob()
}
