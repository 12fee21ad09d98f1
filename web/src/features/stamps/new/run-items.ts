/** How far a document of a run has come. */
export type ItemState = 'waiting' | 'hashing' | 'ready' | 'sending' | 'stamped' | 'existing' | 'failed'

/** One document of a run: a file, or a hash that was made elsewhere. */
export interface RunItem {
  readonly key: number
  readonly name: string
  /** Bytes; null when only the hash is known. */
  readonly size: number | null
  readonly file: File | null
  state: ItemState
  /** Bytes that are hashed. */
  done: number
  hash: string | null
  /** Known of stamps that were made one by one. */
  code: string | null
  error: unknown
}

const nameMax = 255

/** A name as the service takes it: no control characters, and of a long path the end, which tells most. */
export function stampName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const clean = name.replace(/[\u0000-\u001f\u007f]/g, ' ').trim() || '-'
  return clean.length <= nameMax ? clean : `…${clean.slice(1 - nameMax)}`
}

/** What somebody typed in, one in a line: `HASH`, or `HASH  NAME` as `sha256sum` prints it. */
export interface TypedHash {
  hash: string
  name: string | null
}

/** What is wrong with a line, and which it is. */
export interface TypedProblem {
  line: number
  problem: 'notHex' | 'tooWeak' | 'length'
}

/** Reads typed or pasted hashes; says of the first wrong line what is wrong with it. */
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
