import { nodeFile } from '../node-builtin.js'
import { nameOf } from '../source.js'

/** Content that can be read more than once: bytes, a blob or, in Node, the path of a file. */
export type UploadSource = string | URL | Uint8Array | ArrayBuffer | Blob

/** Content that is open to be uploaded. */
export interface Content {
  name: string | undefined
  /** Bytes. */
  size: number
  /** Reads the bytes from `start` to `end`. @throws {Error} when a file is shorter than it was */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** Opens content. @throws {TypeError} for a path outside of Node; else the error of the file system */
export async function openContent(source: UploadSource): Promise<Content> {
  if (typeof source === 'string' || source instanceof URL) return openFile(source)
  const blob = source instanceof Blob ? source : new Blob([source as Uint8Array<ArrayBuffer>])
  return {
    name: nameOf(source),
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
    close: async () => undefined,
  }
}

async function openFile(source: string | URL): Promise<Content> {
  const { path, name, open } = nodeFile(source)
  const file = await open()
  return {
    name,
    size: (await file.stat()).size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start)
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
        if (bytesRead === 0) throw new Error(`${path} became shorter while it was uploaded`)
        at += bytesRead
      }
      return bytes
    },
    close: () => file.close(),
  }
}
