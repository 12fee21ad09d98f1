import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

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

/** Streams a file or standard input. */
export function inputStream(path: string): AsyncIterable<Uint8Array> {
  return path === STANDARD_INPUT ? process.stdin : createReadStream(path, { highWaterMark: 1 << 20 })
}

/**
 * Returns whether a path leads to a folder.
 * @throws Error for people when nothing is there.
 */
export async function isFolder(path: string): Promise<boolean> {
  return path !== STANDARD_INPUT && (await reading(path, stat(path))).isDirectory()
}

/**
 * Computes the digest of a file, streaming it.
 * @param digits hex digits of the hash to compare with: they select SHA-256, SHA-384 or SHA-512.
 * @throws Error for people when the file cannot be read.
 */
export async function fileDigest(path: string, digits: number): Promise<{ algorithm: string; digest: Uint8Array }> {
  const algorithm = algorithms[digits]
  if (algorithm === undefined) throw new RangeError(`a hash has 64, 96 or 128 hex digits, not ${digits}`)
  const digest = createHash(algorithm)
  const update = async () => {
    for await (const chunk of inputStream(path)) digest.update(chunk)
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
