import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { proofEndings } from '@tallystick/proof'
import { hashFile, ServiceError, type StampOptions, type Tallystick } from '@tallystick/sdk'
import type { Command } from 'commander'
import { openSession, type Session, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { inputStream, isFolder, reading, STANDARD_INPUT } from '../input.js'
import { showBytes } from '../progress.js'
import { withChoice } from './choice.js'
import type { CopyFlags } from './copies.js'
import { difference, stampName } from './files.js'
import { finish, printStamped, type Stamped } from './finish.js'
import { stampFiles } from './stamp-files.js'
import { isPrivate } from './visibility.js'

interface Flags extends CopyFlags {
  hash?: string
}

const help = `
Files are hashed here, with SHA-256: their content stays on this machine. A hash that is stamped already keeps its stamp, so the
command can be run again, even after an interruption.

A folder is stamped file by file, with everything in it but the proofs that --proof wrote. Lock files, unfinished downloads and files
that operating systems create there are passed over and named; --include-all stamps them, too. What can't be stamped, such as a
symbolic link, is left out and named, and the exit code is 6; --exclude leaves it out on purpose.

With --copy, FILE.pdf stays as it is, and FILE.stamped.pdf is made here and stamped: the same document with a mark (code, date, QR code
of the stamp's page) and, where the service offers it, a timestamp that PDF readers show. A signed PDF gets the timestamp alone: its signatures
stay valid. With the proof of the copy, 'tallystick verify' accepts copy and original. For others that takes the details of the stamp, so
--public publishes them: your name and the original's hash. The mark is not a qualified signature.

One file prints its code; several print their hashes, as sha256sum does.

Examples:
  $ tallystick stamp agreement.pdf --private
  $ tallystick stamp --proof agreement.pdf
  $ tallystick stamp --public scans/ letters/*.pdf
  $ tallystick stamp --copy --private --mark-name "Example Ltd" contract.pdf
  $ tar c project | tallystick stamp - --name project.tar
${exitCodesHelp}`

/** Adds `tallystick stamp`. */
export function addStamp(program: Command, context: Context): void {
  withChoice(withSession(program.command('stamp')))
    .description('stamp files, folders or standard input')
    .argument('[files...]', 'files and folders; - reads standard input')
    .option('--hash <hash>', 'stamp this SHA-256, SHA-384 or SHA-512 (hex) instead of a file')
    .option('--name <name>', 'name of the stamp (default: that of the file)')
    .option('--user <id>', 'stamp for this end user, by your ID (see tallystick users); a single file')
    .option('--with-path', "start the names of a folder's files with their path in it")
    .option('--public', 'anyone with the file can find the stamp and its name; cannot be undone')
    .option('--private', 'only you can find the stamp')
    .option('--copy', 'make a stamped copy of each PDF, FILE.stamped.pdf, and stamp that')
    .option('--out <folder>', 'with --copy: write the copies into this folder')
    .option('--mark-name <name>', 'with --copy: a name in the mark, in Latin letters')
    .option('--own-page', 'with --copy: put the mark on a page that is added')
    .option('--seal', 'with --copy: have the service seal the copy, if it offers that')
    .option('--wait', 'wait until the stamps are final')
    .option('--proof', `wait, and write each proof to FILE${proofEndings.json}, beside its file`)
    .option('--proof-dir <folder>', 'wait, and write the proofs into this folder')
    .addHelpText('after', help)
    .action((paths: string[], flags: Flags) => stampCommand(paths, flags, context))
}

async function stampCommand(paths: readonly string[], flags: Flags, context: Context): Promise<void> {
  const only = paths.length === 1 ? paths[0] : undefined
  if ((flags.hash === undefined) === (paths.length === 0)) throw new Error('give files, folders, - or --hash')
  if (paths.length > 1 && paths.includes(STANDARD_INPUT))
    throw new Error("- (standard input) can't be combined with other files")
  checkCopyFlags(flags)
  if (flags.copy) {
    if (paths.length > 1) checkSingle(flags)
    return (await import('./copies.js')).stampCopies(paths, flags, context)
  }
  const isOne = only === undefined || !(await isFolder(only))
  if (paths.length > 1 || !isOne) {
    checkSingle(flags)
    return stampFiles(paths, flags, context)
  }
  const session = await openSession(flags)
  const stamped = await stampOne(only, flags, session, context)
  await printStamped(stamped, flags, session, context)
  await finish([stamped], flags, session, context)
}

/** @throws {Error} for people, with flags that name one file */
function checkSingle({ name, user }: Flags): void {
  if (name !== undefined) throw new Error('--name is for a single file')
  if (user !== undefined) throw new Error('--user is for a single file')
}

/** @throws {Error} for people, when flags of copies stand alone, or with a hash */
function checkCopyFlags({ copy, hash, out, markName, ownPage, seal }: Flags): void {
  if (copy && hash !== undefined) throw new Error('--copy needs a file, not a hash')
  const given = { '--out': out, '--mark-name': markName, '--own-page': ownPage, '--seal': seal }
  for (const [flag, value] of Object.entries(given))
    if (!copy && value !== undefined) throw new Error(`${flag} is for --copy`)
}

async function stampOne(
  path: string | undefined,
  flags: Flags,
  session: Session,
  { signal }: Context,
): Promise<Stamped> {
  const { tallystick } = session
  const isHidden = await isPrivate(flags, session)
  const fromFile = path === undefined || path === STANDARD_INPUT ? undefined : stampName(basename(path))
  const filename = flags.name ?? fromFile
  const hash = flags.hash ?? (await hashInput(path as string, signal))
  const named = { ...(filename !== undefined && { filename }), ...(flags.user !== undefined && { userId: flags.user }) }
  const options = { ...named, isPrivate: isHidden, signal }
  return { file: path ?? hash, ...(await stampOnce(tallystick, hash, options)) }
}

/** Stamps a hash, unless it is stamped already: then it has that stamp. */
export async function stampOnce(
  tallystick: Tallystick,
  hash: string,
  options: StampOptions,
): Promise<Omit<Stamped, 'file' | 'code'> & { code: string }> {
  try {
    const { code, txid, hash: recorded } = await tallystick.stampHash(hash, options)
    return { hash: recorded, txid, existing: false, code }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'stamp_exists') throw error
    const { code, txid, hash: recorded } = await tallystick.stamp(hash, { signal: options.signal })
    return { hash: recorded, txid, existing: true, code }
  }
}

async function hashInput(path: string, signal: AbortSignal): Promise<string> {
  const isInput = path === STANDARD_INPUT
  const progress = showBytes(isInput ? null : (await reading(path, stat(path))).size)
  try {
    const onProgress = difference(progress.add)
    return await reading(path, hashFile(isInput ? inputStream(path) : path, { signal, onProgress }))
  } finally {
    progress.end()
  }
}
