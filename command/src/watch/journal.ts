import { type FileHandle, open, readFile } from 'node:fs/promises'
import { replaceFile } from '../state.js'

/** A file that is stamped, as it was then. */
export interface Entry {
  /** In the folder, with `/` between segments. */
  path: string
  size: number
  mtimeMs: number
  hash: string
}

/** More lines than this for each file, and the journal is written again. */
const linesPerFile = 2
const linesMin = 1000

/**
 * Which files of a folder are stamped: a line of JSON for each, the last one of a path counts. Lines are added once the service has
 * answered; what is lost with the last of them is stamped again, and the service says that it was.
 */
export class Journal {
  private readonly path: string
  private readonly entries: Map<string, Entry>
  private file: FileHandle
  private lines: number

  private constructor(path: string, entries: Map<string, Entry>, file: FileHandle, lines: number) {
    this.path = path
    this.entries = entries
    this.file = file
    this.lines = lines
  }

  static async open(path: string): Promise<Journal> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    const lines = (text ?? '').split('\n')
    const parsed = lines.map(entryIn).filter((entry) => entry !== null)
    const entries = new Map(parsed.map((entry) => [entry.path, entry]))
    // New, or its last line was cut off.
    if (text === null || lines.at(-1) !== '') await replaceFile(path, textOf(entries))
    return new Journal(path, entries, await open(path, 'a'), lines.length)
  }

  /** Number of files. */
  get size(): number {
    return this.entries.size
  }

  find(path: string): Entry | undefined {
    return this.entries.get(path)
  }

  /** Adds files. Once it returns, they are on the disk. */
  async add(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    for (const entry of entries) this.entries.set(entry.path, entry)
    this.lines += entries.length
    await this.file.writeFile(entries.map(lineOf).join(''))
    await this.file.sync()
  }

  /** Forgets the files that are gone, once there are many lines about them. */
  async tidy(there: ReadonlySet<string>): Promise<void> {
    if (this.lines < linesMin + linesPerFile * there.size) return
    for (const path of this.entries.keys()) if (!there.has(path)) this.entries.delete(path)
    await this.file.close()
    await replaceFile(this.path, textOf(this.entries))
    this.file = await open(this.path, 'a')
    this.lines = this.entries.size
  }

  close(): Promise<void> {
    return this.file.close()
  }
}

const lineOf = ({ path, size, mtimeMs, hash }: Entry) => `${JSON.stringify({ path, size, mtimeMs, hash })}\n`
const textOf = (entries: ReadonlyMap<string, Entry>) => Array.from(entries.values(), lineOf).join('')

/** Null for a line that was cut off. */
function entryIn(line: string): Entry | null {
  try {
    const entry = JSON.parse(line) as Partial<Entry> | null
    return typeof entry?.path === 'string' && typeof entry.hash === 'string' ? (entry as Entry) : null
  } catch {
    return null
  }
}
