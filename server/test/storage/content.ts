import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { BlobInfo, BlobStore } from '../../src/storage/store.js'

/** Makes content of this size, in pieces; `digest` is known once it has been read. */
export function content(size: number, pieceBytes = 65_536) {
  const hash = createHash('sha256')
  const random = randomBytes(Math.min(size, pieceBytes))
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let left = size, at = 0; left > 0; at++) {
      const piece = Buffer.from(random.subarray(0, Math.min(left, random.length)))
      if (piece.length >= 4) piece.writeUInt32LE(at)
      hash.update(piece)
      left -= piece.length
      // Yields to the event loop, as a network would.
      if (at % 16 === 0) await turn()
      yield piece
    }
  }
  return { source: source(), digest: () => hash.digest('hex') }
}

/** Yields this many bytes, then throws. */
export async function* breaking(size: number, error: Error): AsyncGenerator<Uint8Array> {
  yield* content(size).source
  throw error
}

/** Yields this many bytes, then calls `onHang` and hangs. */
export async function* hanging(size: number, onHang: () => void): AsyncGenerator<Uint8Array> {
  yield* content(size).source
  await new Promise(() => setImmediate(onHang))
}

/** Returns the SHA-256 and the size of a stream. */
export async function digestOf(stream: AsyncIterable<Uint8Array>): Promise<{ digest: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of stream) {
    hash.update(piece)
    size += piece.length
  }
  return { digest: hash.digest('hex'), size }
}

export async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

export async function listed(store: BlobStore, prefix?: string): Promise<BlobInfo[]> {
  const found: BlobInfo[] = []
  for await (const info of store.list(prefix)) found.push(info)
  return found.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Creates a folder that is deleted after the tests of the file. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tallystick-store-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return path
}
