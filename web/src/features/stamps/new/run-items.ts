import type { CopyRefusal, PdfCopy } from '../copies/copy.js'

/** Progress of an item. */
export type ItemState = 'waiting' | 'hashing' | 'copying' | 'ready' | 'sending' | 'stamped' | 'existing' | 'failed'

/** An item of a run: a file, or a pasted hash. */
export interface RunItem {
  readonly key: number
  /** Without the folders it came in: they are named only when asked for. */
  readonly name: string
  /** Path within a dropped or chosen folder; null for what came alone. */
  readonly path: string | null
  /** In bytes; null for a pasted hash. */
  readonly size: number | null
  readonly file: File | null
  state: ItemState
  /** Bytes hashed so far. */
  done: number
  /** Of the document. Of its copy, the stamp has another. */
  hash: string | null
  /** Stamped instead of the document. */
  copy: PdfCopy | null
  /** Why a document is stamped as it is, although a copy was wanted. */
  unmarked: CopyRefusal | null
  /** Known for stamps made one by one. */
  code: string | null
  error: unknown
}

const nameMax = 255

const folderMax = 1024

/** Returns the folder that an item came in, as the service accepts it; null for what came alone. */
export function folderOf({ path }: Pick<RunItem, 'path'>): string | null {
  return withoutControls(path?.split('/').slice(0, -1).join('/') ?? '').slice(-folderMax) || null
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes exactly these
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ')
}

const natural = new Intl.Collator(undefined, { numeric: true })

/** Orders items as people number documents: by folder, K2 before K10. */
export function inNaturalOrder(a: Pick<RunItem, 'name' | 'path'>, b: Pick<RunItem, 'name' | 'path'>): number {
  return natural.compare(folderOf(a) ?? '', folderOf(b) ?? '') || natural.compare(a.name, b.name)
}

/**
 * Returns a name the service accepts: without control characters, and at most 255 long. Long paths keep their end, which says
 * most.
 */
export function stampName(name: string): string {
  const clean = withoutControls(name).trim() || '-'
  return clean.length <= nameMax ? clean : `…${clean.slice(1 - nameMax)}`
}

/** A pasted line: `HASH`, or `HASH  NAME` as `sha256sum` prints it. */
export interface TypedHash {
  hash: string
  name: string | null
}

/** A line that is not a hash, and why. */
export interface TypedProblem {
  line: number
  problem: 'notHex' | 'tooWeak' | 'length'
}

/** Parses pasted hashes up to the first invalid line. */
export function readHashes(text: string): { hashes: TypedHash[]; problem: TypedProblem | null } {
  const hashes: TypedHash[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [, given = '', name] = /^\s*(\S+)(?:\s+\*?(.*?))?\s*$/.exec(line) ?? []
    if (given === '') continue
    const hash = given.toLowerCase().replace(/^0x/, '')
    const problem = problemOf(hash)
    if (problem) return { hashes, problem: { line: at + 1, problem } }
    hashes.push({ hash, name: name || null })
  }
  return { hashes, problem: null }
}

function problemOf(hash: string): TypedProblem['problem'] | null {
  if (!/^[0-9a-f]+$/.test(hash)) return 'notHex'
  if ([32, 40, 56].includes(hash.length)) return 'tooWeak'
  return [64, 96, 128].includes(hash.length) ? null : 'length'
}
