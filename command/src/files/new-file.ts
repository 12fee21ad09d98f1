import { randomBytes } from 'node:crypto'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { portableName } from '@tallystick/proof'
import { writeError } from '../output.js'

/**
 * Returns where to write what has a name on the service, which may be one that a system reserves, or that leads elsewhere there.
 * @param given a file, or a folder for the name
 */
export async function pathFor(name: string, given: string | undefined): Promise<string> {
  const own = portableName(name)
  if (given === undefined) return own
  const isFolder = await stat(given).then(
    (found) => found.isDirectory(),
    () => given.endsWith('/'),
  )
  return isFolder ? join(given, own) : given
}

/** Appends to a file. */
export type Write = (bytes: Uint8Array) => Promise<void>

/**
 * Writes a file that gets its name only once its content is complete. When `fill` fails, nothing of it is left.
 * @param isForced whether it may replace another one
 * @returns what `fill` returns
 * @throws {Error} for people when it cannot be written, or is there
 */
export async function writeNew<T>(path: string, isForced: boolean, fill: (write: Write) => Promise<T>): Promise<T> {
  if (!isForced && (await isThere(path))) throw thereAlready(path)
  const aside = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(4).toString('hex')}.part`)
  const file = await open(aside, 'wx').catch((error: unknown) => {
    throw writeError(path, error)
  })
  try {
    const filled = await fill((bytes) => file.writeFile(bytes))
    await file.sync()
    await file.close()
    await giveName(aside, path, isForced)
    return filled
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(aside, { force: true })
    throw error
  }
}

/** @throws {Error} for people when another file has the name by now */
async function giveName(aside: string, path: string, isForced: boolean): Promise<void> {
  if (isForced) return rename(aside, path)
  try {
    // Unlike renaming, this never replaces a file.
    await link(aside, path)
    await rm(aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await isThere(path))) throw thereAlready(path)
    // Not every file system has links.
    await rename(aside, path)
  }
}

/** Whether something has a path. */
export const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const thereAlready = (path: string) => new Error(`cannot write ${path}: it exists already; use --force or --output`)
