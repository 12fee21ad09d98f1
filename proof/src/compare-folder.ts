import type { ManifestFile } from './manifest.js'
import { foldPath } from './manifest-path.js'
import { isSystemFile } from './system-files.js'

/** What a folder has to hold. */
export type Expected = Pick<ManifestFile, 'path' | 'size' | 'hash'>

/** What lies in a folder: a file with its SHA-256 in hex, or something that is not read. */
export type Found = { readonly path: string } & (
  | { readonly kind: 'file'; readonly size: number; readonly hash: string }
  | { readonly kind: 'link' | 'special' }
  | { readonly kind: 'unreadable'; readonly reason: string }
)

/** One way in which a folder is not what its manifest says. */
export type Problem = {
  readonly path: string
  readonly problem: 'changed' | 'missing' | 'extra' | 'moved' | 'link' | 'special' | 'unreadable'
  /** In plain words. */
  readonly detail: string
  /** Bytes of what is there, and what there should be. */
  readonly size?: number
  readonly expectedSize?: number
  /** Where the content of a moved file is. */
  readonly at?: string
}

export type Comparison = {
  /** Files whose content is the one the manifest proves. */
  readonly equal: number
  /** In the order of their paths. */
  readonly problems: readonly Problem[]
  /** Files that are spelled otherwise than in the manifest, as some file systems do by themselves. No problem. */
  readonly respelled: readonly { readonly path: string; readonly as: string }[]
  /** Files that the operating system put there by itself and the manifest does not name, by path. No problem, and no part of the folder. */
  readonly leftBySystem: readonly string[]
}

/** What it comes to: `unreadable` when nothing is wrong with what could be read, but not everything could be. */
export function comparisonOutcome({ problems }: Comparison): 'equal' | 'different' | 'unreadable' {
  if (problems.length === 0) return 'equal'
  return problems.every(({ problem }) => problem === 'unreadable') ? 'unreadable' : 'different'
}

/** Compares what lies in a folder with what its manifest says. It opens nothing: it works with what was found. */
export function compareFolder(files: readonly Expected[], found: readonly Found[]): Comparison {
  const missing = new Map(files.map((file) => [file.path, file]))
  const problems: Problem[] = []
  const respelled: { path: string; as: string }[] = []
  let equal = 0
  const compare = (expected: Expected, one: Found) => {
    missing.delete(expected.path)
    if (one.kind === 'file' && one.hash === expected.hash && one.size === expected.size) equal++
    else problems.push({ path: expected.path, ...difference(expected, one) })
  }
  const others: Found[] = []
  for (const one of found) {
    const expected = missing.get(one.path)
    if (expected === undefined) others.push(one)
    else compare(expected, one)
  }
  // The rest, first by what file systems may have done to a name, then by content.
  const spellings = onlyOnes([...missing.values()], ({ path }) => foldPath(path))
  const spelled = onlyOnes(others, ({ path }) => foldPath(path))
  const extra = others.filter((one) => {
    const expected = spelled.has(foldPath(one.path)) ? spellings.get(foldPath(one.path)) : undefined
    if (expected === undefined) return true
    respelled.push({ path: expected.path, as: one.path })
    compare(expected, one)
    return false
  })
  const byHash = new Map<string, Expected[]>()
  for (const file of missing.values()) {
    const same = byHash.get(file.hash)
    if (same === undefined) byHash.set(file.hash, [file])
    else same.push(file)
  }
  const leftBySystem: string[] = []
  const isThere = placesOf(found)
  for (const one of extra) {
    const origin = one.kind === 'file' ? byHash.get(one.hash)?.pop() : undefined
    if (origin !== undefined) {
      missing.delete(origin.path)
      problems.push({ path: origin.path, problem: 'moved', detail: `its content is at ${one.path}`, at: one.path })
    } else if (one.kind === 'file' && isSystemFile(one.path, isThere)) leftBySystem.push(one.path)
    else problems.push({ path: one.path, ...unexpected(one) })
  }
  for (const { path, size } of missing.values()) {
    problems.push({ path, problem: 'missing', detail: `${bytesText(size)}, not in the folder`, expectedSize: size })
  }
  problems.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { equal, problems, respelled, leftBySystem: leftBySystem.sort() }
}

function difference(expected: Expected, one: Found): Omit<Problem, 'path'> {
  if (one.kind !== 'file') return unexpected(one)
  const known = { problem: 'changed', size: one.size, expectedSize: expected.size } as const
  const own = bytesText(one.size)
  const sizes = one.size === expected.size ? own : `${own} instead of ${expected.size}`
  if (one.hash === expected.hash) return { ...known, detail: `${sizes}, which the manifest has wrong` }
  return { ...known, detail: `${sizes}, SHA-256 ${one.hash} instead of ${expected.hash}` }
}

function unexpected(one: Found): Omit<Problem, 'path'> {
  switch (one.kind) {
    case 'file':
      return { problem: 'extra', detail: `${bytesText(one.size)}, not in the manifest`, size: one.size }
    case 'link':
      return { problem: 'link', detail: 'a symbolic link, which is not followed' }
    case 'special':
      return { problem: 'special', detail: 'neither a file nor a folder' }
    case 'unreadable':
      return { problem: 'unreadable', detail: `cannot be read: ${one.reason}` }
  }
}

const bytesText = (size: number) => `${size} ${size === 1 ? 'byte' : 'bytes'}`

/** Tells whether a file or a folder is at a path, as far as folders show in what lies in them. */
function placesOf(found: readonly Found[]): (path: string) => boolean {
  const places = new Set<string>()
  for (const { path } of found) {
    for (let end = path.length; end > 0 && !places.has(path.slice(0, end)); end = path.lastIndexOf('/', end - 1)) {
      places.add(path.slice(0, end))
    }
  }
  return (path) => places.has(path)
}

/** Items by key, without those whose key is there more than once. */
function onlyOnes<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const only = new Map<string, Item>()
  const twice = new Set<string>()
  for (const item of items) {
    const key = keyOf(item)
    if (only.has(key)) twice.add(key)
    only.set(key, item)
  }
  for (const key of twice) only.delete(key)
  return only
}
