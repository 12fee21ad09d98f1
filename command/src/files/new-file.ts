import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
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

/** A file that gets its name only once its content is complete. */
export class NewFile {
  readonly path: string
  private readonly aside: string
  private readonly file: FileHandle
  private readonly isForced: boolean

  private constructor(path: string, aside: string, file: FileHandle, isForced: boolean) {
    this.path = path
    this.aside = aside
    this.file = file
    this.isForced = isForced
  }

  /**
   * Begins a file.
   * @param isForced whether it may replace another one
   * @throws {Error} for people when it cannot be written, or is there
   */
  static async open(path: string, isForced: boolean): Promise<NewFile> {
    if (!isForced && (await isThere(path))) throw thereAlready(path)
    const aside = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(4).toString('hex')}.part`)
    const file = await open(aside, 'wx').catch((error: unknown) => {
      throw writeError(path, error)
    })
    return new NewFile(path, aside, file, isForced)
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.file.writeFile(bytes)
  }

  /** Gives the file its name. @throws {Error} for people when another file has it by now */
  async finish(): Promise<void> {
    await this.file.sync()
    await this.file.close()
    if (this.isForced) return rename(this.aside, this.path)
    try {
      // Unlike renaming, this never replaces a file.
      await link(this.aside, this.path)
      await rm(this.aside)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await isThere(this.path)))
        throw thereAlready(this.path)
      // Not every file system has links.
      await rename(this.aside, this.path)
    }
  }

  /** Removes what was written without a name. */
  async discard(): Promise<void> {
    await this.file.close().catch(() => undefined)
    await rm(this.aside, { force: true })
  }
}

/** Whether something has a path. */
export const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const thereAlready = (path: string) => new Error(`cannot write ${path}: it exists already; use --force or --output`)
