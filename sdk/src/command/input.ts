import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** The name under which the command reads its standard input. */
export const STANDARD_INPUT = '-'

/** Content of a file, or of standard input, piece by piece. */
export function inputStream(path: string): AsyncIterable<Uint8Array> {
  return path === STANDARD_INPUT ? process.stdin : createReadStream(path, { highWaterMark: 1 << 20 })
}

/**
 * Whether a path leads to a folder.
 * @throws Error in plain words when nothing is there.
 */
export async function isFolder(path: string): Promise<boolean> {
  return path !== STANDARD_INPUT && (await reading(path, stat(path))).isDirectory()
}

/** What reading a path gives. @throws Error that names the path and says in plain words why it cannot be read. */
export async function reading<Result>(path: string, read: Promise<Result>): Promise<Result> {
  try {
    return await read
  } catch (error) {
    throw new Error(`${path || 'an empty name'} cannot be read: ${readingProblem(error)}`, { cause: error })
  }
}

const words: Readonly<Record<string, string>> = {
  EACCES: 'permission is missing',
  EPERM: 'permission is missing',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
}

/** Why something cannot be read, in plain words where the system's code has some. */
export function readingProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? (words[String(error.code)] ?? String(error.code)) : error.message
}
