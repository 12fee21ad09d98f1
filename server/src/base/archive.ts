import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

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
  const content = async function* () {
    yield text
  }
  return { path, modifiedAt, compress: true, content, size: Buffer.byteLength(text) }
}

/** A JSON file of an archive. */
export function jsonFile(path: string, value: unknown, modifiedAt: Date): ArchiveEntry {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`, modifiedAt)
}

/** A file of an archive with one JSON object in each line, written while the items are read. */
export function linesFile(path: string, items: AsyncIterable<object>, modifiedAt: Date): ArchiveEntry {
  const content = async function* () {
    for await (const item of items) yield `${JSON.stringify(item)}\n`
  }
  return { path, modifiedAt, compress: true, content }
}

/**
 * A zip archive made while it is read: one entry at a time, no faster than its reader. When the reader goes away or an entry
 * fails, the entry is closed and the stream is destroyed.
 */
export function zipStream(entries: AsyncIterable<ArchiveEntry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let open: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  output.once('close', () => open?.destroy())

  const fill = async () => {
    for await (const { path, modifiedAt, content, size, compress } of entries) {
      if (output.destroyed) return
      open = Readable.from(await content(), { objectMode: false })
      const ended = once(open, 'close')
      // Above four gigabytes zip needs its longer form, which has to be chosen at the beginning.
      const options = { mtime: modifiedAt, compress, ...(size === undefined ? { forceZip64Format: true } : { size }) }
      zip.addReadStream(open, path, options)
      await ended
    }
    zip.end()
  }
  fill().catch((error: Error) => output.destroy(error))
  return output
}
