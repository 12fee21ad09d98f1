import type { ManifestFile } from './document.js'
import { foldPath } from './path.js'

/** A file that the folder has to contain. */
export type ExpectedFile = Pick<ManifestFile, 'path' | 'size' | 'hash'>

/** An entry found in the folder: a file with its SHA-256 in hex, or something that was not read. */
export type FolderEntry = { readonly path: string } & (
  | { readonly kind: 'file'; readonly size: number; readonly hash: string }
  | { readonly kind: 'link' | 'special' }
  | { readonly kind: 'unreadable'; readonly reason: string }
)

/** One difference between a folder and its manifest. */
export type FolderProblem = {
  readonly path: string
  readonly problem: 'changed' | 'missing' | 'extra' | 'moved' | 'link' | 'special' | 'unreadable'
  /** One line of text for people. */
  readonly detail: string
  /** Actual and expected bytes. */
  readonly size?: number
  readonly expectedSize?: number
  /** Current path of a moved file's content. */
  readonly at?: string
}

export type FolderComparison = {
  /** Number of files with the content that the manifest proves. */
  readonly equal: number
  /** Sorted by path. */
  readonly problems: readonly FolderProblem[]
  /** Files spelled differently than in the manifest, as some file systems do by themselves. Not a problem. */
  readonly respelled: readonly { readonly path: string; readonly as: string }[]
  /** Paths of files the operating system created by itself, unless the manifest lists them. Not a problem, and not part of the folder. */
  readonly leftBySystem: readonly string[]
}

/** Returns the result of a comparison; `unreadable` when everything that could be read is right, but not everything could. */
export function comparisonOutcome({ problems }: FolderComparison): 'equal' | 'different' | 'unreadable' {
  if (problems.length === 0) return 'equal'
  return problems.every(({ problem }) => problem === 'unreadable') ? 'unreadable' : 'different'
}

/** Compares the entries found in a folder with the files of its manifest. Reads nothing itself. */
export function compareFolder(files: readonly ExpectedFile[], found: readonly FolderEntry[]): FolderComparison {
  const missing = new Map(files.map((file) => [file.path, file]))
  const problems: FolderProblem[] = []
  const respelled: { path: string; as: string }[] = []
  let equal = 0
  const compare = (expected: ExpectedFile, entry: FolderEntry) => {
    missing.delete(expected.path)
    if (entry.kind === 'file' && entry.hash === expected.hash && entry.size === (expected.size ?? entry.size)) equal++
    else problems.push({ path: expected.path, ...difference(expected, entry) })
  }
  const others: FolderEntry[] = []
  for (const entry of found) {
    const expected = missing.get(entry.path)
    if (expected === undefined) others.push(entry)
    else compare(expected, entry)
  }
  // Match the rest by name first, as file systems may respell one, then by content.
  const spellings = uniqueByKey([...missing.values()], ({ path }) => foldPath(path))
  const spelled = uniqueByKey(others, ({ path }) => foldPath(path))
  const extra = others.filter((entry) => {
    const expected = spelled.has(foldPath(entry.path)) ? spellings.get(foldPath(entry.path)) : undefined
    if (expected === undefined) return true
    respelled.push({ path: expected.path, as: entry.path })
    compare(expected, entry)
    return false
  })
  const byHash = new Map<string, ExpectedFile[]>()
  for (const file of missing.values()) {
    const same = byHash.get(file.hash)
    if (same === undefined) byHash.set(file.hash, [file])
    else same.push(file)
  }
  const leftBySystem: string[] = []
  const paths = pathsOf(found)
  for (const entry of extra) {
    const origin = entry.kind === 'file' ? byHash.get(entry.hash)?.pop() : undefined
    if (origin !== undefined) {
      missing.delete(origin.path)
      problems.push({ path: origin.path, problem: 'moved', detail: `its content is at ${entry.path}`, at: entry.path })
    } else if (entry.kind === 'file' && isSystemFile(entry.path, paths)) leftBySystem.push(entry.path)
    else problems.push({ path: entry.path, ...unexpected(entry) })
  }
  for (const { path, size } of missing.values()) {
    const known = size === undefined ? {} : { expectedSize: size }
    const detail = `${size === undefined ? '' : `${bytesText(size)}, `}not in the folder`
    problems.push({ path, problem: 'missing', detail, ...known })
  }
  problems.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { equal, problems, respelled, leftBySystem: leftBySystem.sort() }
}

function difference(expected: ExpectedFile, entry: FolderEntry): Omit<FolderProblem, 'path'> {
  if (entry.kind !== 'file') return unexpected(entry)
  const { size = entry.size } = expected
  const known = { problem: 'changed', size: entry.size, expectedSize: size } as const
  const own = bytesText(entry.size)
  const sizes = entry.size === size ? own : `${own} instead of ${size}`
  if (entry.hash === expected.hash) return { ...known, detail: `${sizes}: the size in the manifest is wrong` }
  return { ...known, detail: `${sizes}, SHA-256 ${entry.hash} instead of ${expected.hash}` }
}

function unexpected(entry: FolderEntry): Omit<FolderProblem, 'path'> {
  switch (entry.kind) {
    case 'file':
      return { problem: 'extra', detail: `${bytesText(entry.size)}, not in the manifest`, size: entry.size }
    case 'link':
      return { problem: 'link', detail: 'a symbolic link, not followed' }
    case 'special':
      return { problem: 'special', detail: 'neither a file nor a folder' }
    case 'unreadable':
      return { problem: 'unreadable', detail: `cannot be read: ${entry.reason}` }
  }
}

const bytesText = (size: number) => `${size} ${size === 1 ? 'byte' : 'bytes'}`

/** Paths of all entries and of the folders they are in. */
function pathsOf(found: readonly FolderEntry[]): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const { path } of found) {
    for (let end = path.length; end > 0 && !paths.has(path.slice(0, end)); end = path.lastIndexOf('/', end - 1)) {
      paths.add(path.slice(0, end))
    }
  }
  return paths
}

/** Items by key, leaving out keys that occur more than once. */
function uniqueByKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const unique = new Map<string, Item>()
  const repeated = new Set<string>()
  for (const item of items) {
    const key = keyOf(item)
    if (unique.has(key)) repeated.add(key)
    unique.set(key, item)
  }
  for (const key of repeated) unique.delete(key)
  return unique
}

/** Files that Windows puts into folders one opens, in lower case: its file systems ignore case. */
const windowsFiles = new Set(['thumbs.db', 'desktop.ini'])
/** The same for macOS, which respects case. */
const MAC_FILE = '.DS_Store'
/** Prefix of the companion that macOS puts beside a file on file systems that cannot store its attributes. */
const COMPANION = '._'

/**
 * Returns whether a path is named like a file that an operating system creates by itself. A companion counts only beside the
 * file or folder it accompanies, so that nothing else hides behind such a name.
 */
export function isSystemFile(path: string, paths: ReadonlySet<string>): boolean {
  const start = path.lastIndexOf('/') + 1
  const name = path.slice(start)
  if (name === MAC_FILE || windowsFiles.has(name.toLowerCase())) return true
  return name.startsWith(COMPANION) && paths.has(path.slice(0, start) + name.slice(COMPANION.length))
}
