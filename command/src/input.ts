import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type FileStart, ORIGINAL_TAIL_BYTES, originalLength } from '@tallystick/proof'

/** Name under which the command reads its standard input. */
export const STANDARD_INPUT = '-'

/** Digits of a SHA-256 in hex. */
export const SHA256_DIGITS = 64

/** Digest algorithms by the number of their hex digits. */
const algorithms: Readonly<Record<number, 'sha256' | 'sha384' | 'sha512'>> = {
  64: 'sha256',
  96: 'sha384',
  128: 'sha512',
}

/** Streams a file, or its first bytes, or standard input. */
export function inputStream(path: string, length = Number.POSITIVE_INFINITY): AsyncIterable<Uint8Array> {
  // `end` is the last byte, so that it can't say "none"; an original has at least one.
  return path === STANDARD_INPUT ? process.stdin : createReadStream(path, { highWaterMark: 1 << 20, end: length - 1 })
}

/**
 * Returns whether a path leads to a folder.
 * @throws Error for people when nothing is there.
 */
export async function isFolder(path: string): Promise<boolean> {
  return path !== STANDARD_INPUT && (await reading(path, stat(path))).isDirectory()
}

/**
 * Finds the document that a file begins with, and computes its digest; undefined without one, and for standard input, which can't be read
 * twice.
 * @param digits as of {@link fileDigest}.
 * @throws Error for people when the file cannot be read.
 */
export async function fileStart(path: string, digits: number): Promise<FileStart | undefined> {
  const length = path === STANDARD_INPUT ? undefined : await reading(path, lengthOfOriginal(path))
  if (length === undefined) return undefined
  return { length, digest: (await fileDigest(path, digits, length)).digest }
}

/** Returns the length of the document that a file begins with, in bytes; undefined without one. */
export async function lengthOfOriginal(path: string): Promise<number | undefined> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const tail = new Uint8Array(Math.min(size, ORIGINAL_TAIL_BYTES))
    const { bytesRead } = await file.read(tail, 0, tail.length, size - tail.length)
    return originalLength(tail.subarray(0, bytesRead), size)
  } finally {
    await file.close()
  }
}

/**
 * Computes the digest of a file, streaming it.
 * @param digits hex digits of the hash to compare with: they select SHA-256, SHA-384 or SHA-512.
 * @param length of what is hashed, from the file's start, in bytes; all of it by default.
 * @throws Error for people when the file cannot be read.
 */
export async function fileDigest(
  path: string,
  digits: number,
  length?: number,
): Promise<{ algorithm: string; digest: Uint8Array }> {
  const algorithm = algorithms[digits]
  if (algorithm === undefined) throw new RangeError(`a hash has 64, 96 or 128 hex digits, not ${digits}`)
  const digest = createHash(algorithm)
  const update = async () => {
    for await (const chunk of inputStream(path, length)) digest.update(chunk)
  }
  await reading(path, update())
  return { algorithm, digest: digest.digest() }
}

/** Awaits a read. @throws Error for people that names the path and says why it cannot be read. */
export async function reading<Result>(path: string, read: Promise<Result>): Promise<Result> {
  try {
    return await read
  } catch (error) {
    throw new Error(`cannot read ${path || 'a file without a name'}: ${readingProblem(error)}`, { cause: error })
  }
}

const problems: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'part of the path is not a folder',
}

/** Describes why something cannot be read; falls back to the system's error code. */
export function readingProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? (problems[String(error.code)] ?? String(error.code)) : error.message
}
