import { nodeFile } from './node-builtin.js'

/** Content to read once: bytes, a blob, a stream or, in Node, the path of a file. */
export type Source =
  | string
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

const chunkBytes = 1 << 20

/** Returns the name of a file or blob; undefined when it has none. @throws {TypeError} for a path outside of Node */
export function nameOf(source: Source): string | undefined {
  if (typeof source === 'string' || source instanceof URL) return nodeFile(source).name
  return 'name' in source && typeof source.name === 'string' ? source.name : undefined
}

/** Reads content piece by piece. @throws {TypeError} for a path outside of Node */
export async function* chunksOf(source: Source): AsyncGenerator<Uint8Array, void, undefined> {
  if (typeof source === 'string' || source instanceof URL) {
    const { path, stream } = nodeFile(source)
    yield* stream(path, { highWaterMark: chunkBytes })
  } else if (source instanceof Uint8Array) yield source
  else if (source instanceof ArrayBuffer) yield new Uint8Array(source)
  else if (source instanceof Blob) yield* piecesOf(source.stream())
  else if ('getReader' in source) yield* piecesOf(source)
  else yield* source
}

/** Not every browser can iterate over a stream. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}
