import { mkdir } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { CopyError, type PdfCopy, type PdfCopyOptions, stampPdfCopy } from '@tallystick/sdk/copy'
import { openSession, type Session } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodes } from '../exit-codes.js'
import { isThere, writeNew } from '../files/new-file.js'
import { isFolder, STANDARD_INPUT } from '../input.js'
import { stampName } from './files.js'
import { finish, printStamped, type Stamped } from './finish.js'
import type { StampFlags } from './stamp-files.js'
import { isPrivate } from './visibility.js'

/** Flags of `tallystick stamp --copy`. */
export interface CopyFlags extends StampFlags {
  copy?: boolean
  /** Folder for the copies, instead of that of each document. */
  out?: string
  /** Name in the mark. */
  markName?: string
  ownPage?: boolean
  /** The service seals each copy. */
  seal?: boolean
  /** Name of the stamp. */
  name?: string
  /** ID of an end user. */
  user?: string
}

/** Makes stamped copies of PDFs, and stamps them. Of several, those of which none can be made are left out and named. */
export async function stampCopies(paths: readonly string[], flags: CopyFlags, context: Context): Promise<void> {
  const { signal, exit, output: out } = context
  for (const path of paths) await checkFile(path)
  const session = await openSession(flags)
  const isHidden = await isPrivate(flags, session)
  if (flags.out !== undefined) await mkdir(flags.out, { recursive: true })
  const mark = {
    ...(flags.markName !== undefined && { name: flags.markName }),
    ...(flags.ownPage && { place: 'own page' as const }),
  }
  const named = { ...(flags.name !== undefined && { filename: flags.name }), ...(flags.user && { userId: flags.user }) }
  // Among them the hash of the document: others can verify it only with that.
  const details = { ...named, isPrivate: isHidden, publicDetails: !isHidden, mark, seal: flags.seal === true, signal }
  const copies = new Set(paths.map((path) => resolve(copyPath(path, flags.out))))
  const all: Stamped[] = []
  let left = 0
  let untimed = 0
  const leave = (path: string, reason: string) => {
    if (paths.length === 1) throw new Error(`no copy of ${path}: ${reason}`)
    left++
    out.note(`left out: ${path}: ${reason}`)
  }
  context.onInterrupt(
    () => `Interrupted: ${all.length} copies made and stamped. To make the rest, run the command again.`,
  )
  for (const path of paths) {
    const place = copyPath(path, flags.out)
    if (copies.has(resolve(path))) out.note(`passed over: ${path}: the copy of another file`)
    else if (await isThere(place)) leave(path, `${place} exists already`)
    else
      try {
        const { isTimestamped, isSealed, ...stamped } = await stampCopy(path, place, details, session)
        if (!isTimestamped) untimed++
        if (flags.seal && !isSealed) out.note(`without a seal: ${path}: it is signed already`)
        all.push(stamped)
        await printStamped(stamped, flags, session, context)
      } catch (error) {
        if (!(error instanceof CopyError)) throw error
        leave(path, error.message)
      }
  }
  if (left > 0) exit(exitCodes.partly)
  if (untimed > 0) out.note('Made without timestamps: this service offers none.')
  await finish(all, flags, session, context)
}

/** The copy gets its name only once it is stamped: without its stamp, its mark would say what isn't so. */
async function stampCopy(
  path: string,
  place: string,
  details: PdfCopyOptions,
  { tallystick }: Session,
): Promise<Stamped & Pick<PdfCopy, 'isTimestamped' | 'isSealed'>> {
  return writeNew(place, false, async (onCopy) => {
    const named = { filename: stampName(basename(place)), ...details, onCopy }
    const { stamp, isTimestamped, isSealed } = await stampPdfCopy(tallystick, path, named)
    const { code, txid, hash } = stamp
    return { file: place, hash, txid, existing: false, code, isTimestamped, isSealed }
  })
}

async function checkFile(path: string): Promise<void> {
  if (path === STANDARD_INPUT) throw new Error('--copy needs files: a copy is written beside its document')
  if (await isFolder(path)) throw new Error(`--copy takes PDF files, and ${path} is a folder`)
}

/** The path of a document's copy. */
function copyPath(path: string, folder = dirname(path)): string {
  const ending = extname(path)
  return join(folder, `${basename(path, ending)}.stamped${ending}`)
}
