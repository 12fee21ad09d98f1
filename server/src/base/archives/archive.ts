import { Turn } from '../turns/turn.js'
import { inPieces } from './pieces.js'

/** A file of an archive. */
export interface ArchiveEntry {
  /** With slashes, none at its beginning. */
  path: string
  modifiedAt: Date
  content: () => AsyncIterable<Uint8Array | string> | Promise<AsyncIterable<Uint8Array | string>>
  /** Bytes, when known. */
  size?: number
  /** False for contents that hardly shrink. */
  compress: boolean
}

/** A text file of an archive. */
export function textFile(path: string, text: string, modifiedAt: Date): ArchiveEntry {
  return bytesFile(path, Buffer.from(text), modifiedAt)
}

/** A small file of an archive. */
export function bytesFile(path: string, bytes: Uint8Array, modifiedAt: Date): ArchiveEntry {
  const content = async function* () {
    yield bytes
  }
  return { path, modifiedAt, compress: true, content, size: bytes.length }
}

/** A JSON file of an archive. */
export function jsonFile(path: string, value: unknown, modifiedAt: Date): ArchiveEntry {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`, modifiedAt)
}

/** A JSON file of an archive with a list, which can be long: written item by item. */
export function jsonListFile<Item>(
  path: string,
  items: readonly Item[],
  present: (item: Item) => object,
  modifiedAt: Date,
): ArchiveEntry {
  const content = async function* () {
    const turn = new Turn()
    yield '['
    for (const [at, item] of items.entries()) {
      if (turn.isOver()) await turn.next()
      const text = JSON.stringify(present(item), null, 2).replaceAll('\n', '\n  ')
      yield `${at === 0 ? '' : ','}\n  ${text}`
    }
    yield items.length === 0 ? ']\n' : '\n]\n'
  }
  return { path, modifiedAt, compress: true, content }
}

/** A file of an archive with one JSON object in each line, written while the items are read. */
export function linesFile(path: string, items: AsyncIterable<object>, modifiedAt: Date): ArchiveEntry {
  return { path, modifiedAt, compress: true, content: () => inPieces(jsonLines(items)) }
}

async function* jsonLines(items: AsyncIterable<object>): AsyncGenerator<string, void> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`
}
