import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive. */
export interface ArchiveEntry {
  /** With slashes, without one at its beginning. */
  path: string
  modifiedAt: Date
  content: () => AsyncIterable<Uint8Array | string> | Promise<AsyncIterable<Uint8Array | string>>
  /** Bytes, where that is known. */
  size?: number
  /** False for contents that will hardly get smaller. */
  compress: boolean
}

/**
 * A zip archive that is made while it is read: one entry at a time, no faster than whoever reads. When the reader goes away, or
 * an entry fails, the entry is closed and the stream is destroyed.
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
      // Above four gigabytes the longer form is needed, which has to be known at the beginning.
      const options = { mtime: modifiedAt, compress, ...(size === undefined ? { forceZip64Format: true } : { size }) }
      zip.addReadStream(open, path, options)
      await ended
    }
    zip.end()
  }
  fill().catch((error: Error) => output.destroy(error))
  return output
}
