import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eventually } from '../../../test/eventually.js'
import type { Reachable, TestService } from '../service.js'

/** Returns where a store on the disk keeps an object. */
export function objectPath(folder: string, key: string): string {
  const [shard = 0] = createHash('sha256').update(key).digest()
  return join(folder, 'objects', shard.toString(16).padStart(2, '0'), key.replaceAll('/', '+'))
}

/** Returns the folder of a service's store. */
export function filesOf({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'files')
}

/** Waits until a file that was just uploaded is inspected, and returns the key of its object. */
export async function untilInspected({ database }: Pick<TestService, 'database'>, fileId: string): Promise<string> {
  const { blob } = await eventually('the file is inspected', async () => {
    const [row] = await database.db.query<{ blob: string }>(
      'SELECT blob FROM file_versions WHERE file_id = $1 AND look_at IS NULL',
      [fileId],
    )
    return row
  })
  return blob
}

/** Returns where a file's object is, to be changed: once nothing else reads it, which would note the change before the test does. */
export async function objectOf(service: Pick<TestService, 'database' | 'dataDir'>, fileId: string): Promise<string> {
  return objectPath(filesOf(service), await untilInspected(service, fileId))
}

/** Flips a bit in place; by default, of the last byte. */
export function flipBit(path: string, at = -1): void {
  const file = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  const place = at < 0 ? fstatSync(file).size + at : at
  readSync(file, byte, 0, 1, place)
  writeSync(file, Buffer.of(byte.readUInt8() ^ 1), 0, 1, place)
  closeSync(file)
}

/** Changes to an object behind the service's back. */
export const happenings = {
  'a flipped bit at the end': (path: string) => flipBit(path),
  'a flipped bit in the middle': (path: string) => flipBit(path, readFileSync(path).length >> 1),
  'a byte less': (path: string) => truncateSync(path, readFileSync(path).length - 1),
  'nothing in it': (path: string) => truncateSync(path, 0),
  'no object': (path: string) => rmSync(path),
}

/** Adds a byte to an object. */
export function lengthen(path: string): void {
  appendFileSync(path, 'x')
}

/** Has the kernel fail reads of an object with EIO (Linux). */
export function failReads(path: string): void {
  rmSync(path)
  // Nothing is mapped at address 0.
  symlinkSync('/proc/self/mem', path)
}

const pieceBytes = 65_536

/** Yields the beginning of a content, then fails with a code, or ends. */
export function failing(beginning: Uint8Array, code: string | null): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0; at < beginning.length; at += pieceBytes) yield beginning.subarray(at, at + pieceBytes)
      if (code !== null) throw Object.assign(new Error(`${code}: a test's error`), { code })
    })(),
    { objectMode: false },
  )
}

/** An answer, as far as it arrived. */
export interface Received {
  status: number
  headers: Headers
  bytes: Buffer
  /** Whether the answer came to its end. */
  isWhole: boolean
}

/** Downloads what arrives, whole or not. */
export async function receive(
  service: Reachable,
  path: string,
  headers: Record<string, string> = {},
): Promise<Received> {
  const response = await fetch(new URL(path, service.url), { headers })
  const pieces: Uint8Array[] = []
  let isWhole = true
  try {
    for await (const piece of response.body ?? []) pieces.push(piece)
  } catch {
    isWhole = false
  }
  return { status: response.status, headers: response.headers, bytes: Buffer.concat(pieces), isWhole }
}
