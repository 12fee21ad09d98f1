import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { portableName } from '@tallystick/proof'
import type { FileVersion } from '@tallystick/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { openSession, type Session, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { STANDARD_OUTPUT } from '../output.js'
import { showBytes } from '../progress.js'
import { pathFor, writeNew } from './new-file.js'
import { findFile, notFound } from './places.js'

interface GetFlags extends SessionFlags {
  output?: string
  fileVersion?: number
  force?: boolean
}

const help = `
Without a name of yours, the file gets its name on the service, spelled so that every system takes it.

The content is compared with the SHA-256 on record before the file gets its name. On standard output, the comparison comes at the
end, when everything is written.

Examples:
  $ tallystick get Archive/2026/plan.zip
  $ tallystick get Archive/letter.pdf --file-version 1 --output first.pdf
  $ tallystick get 0197c1af-2f6e-7c3a-9d52-0c4be1a87f10 --output - | tar x
${exitCodesHelp}`

/** Adds `tallystick get`. */
export function addGet(program: Command, context: Context): void {
  withSession(program.command('get'))
    .description('download a file, and check its content')
    .argument('<file>', 'ID of a file, or FOLDER/NAME')
    .option('-o, --output <path>', 'file or folder to write to; - for standard output (default: its name, here)')
    .option('--file-version <number>', 'an earlier version, counted from 1', versionOf)
    .option('--force', 'replace an existing file')
    .addHelpText('after', help)
    .action((path: string, flags: GetFlags) => getCommand(path, flags, context))
}

async function getCommand(path: string, flags: GetFlags, context: Context): Promise<void> {
  const { output, signal } = context
  const session = await openSession(flags)
  const { id, name } = await findFile(session.tallystick, path, { signal })
  const version = await findVersion(session, id, flags.fileVersion, signal)
  if (flags.output === STANDARD_OUTPUT) return download(session, id, version, context, (bytes) => output.print(bytes))
  context.onInterrupt(() => 'Interrupted: nothing was written. Run the command again.')
  const place = await pathFor(name, flags.output)
  await writeNew(place, flags.force === true, (write) => download(session, id, version, context, write))
  const { attachmentHash: hash, file: content } = version
  if (flags.json) return output.json({ fileId: id, name, file: place, hash, size: content.fileSize })
  const isRespelled = basename(place) === portableName(name) && portableName(name) !== name
  output.note(`Written to ${place}${isRespelled ? `; its name on the service is ${name}` : ''}.`)
}

/** Downloads a version. @throws {Error} for people when its content is not the recorded one */
async function download(
  { tallystick }: Session,
  fileId: string,
  { versionId, attachmentHash, file }: FileVersion,
  { signal }: Context,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  const progress = showBytes(file.fileSize)
  try {
    for await (const bytes of await tallystick.files.download(fileId, { version: versionId, signal })) {
      hash.update(bytes)
      await write(bytes)
      progress.add(bytes.length)
    }
  } finally {
    progress.end()
  }
  const found = hash.digest('hex')
  if (found !== attachmentHash)
    throw new Error(`the content has the SHA-256 ${found}, but ${attachmentHash} is on record: notify the operator`)
}

async function findVersion(
  { tallystick }: Session,
  fileId: string,
  number: number | undefined,
  signal: AbortSignal,
): Promise<FileVersion> {
  for await (const version of tallystick.files.versions(fileId, { signal }))
    if (number === undefined ? version.isCurrent : version.number === number) return version
  throw notFound('file_not_found', `The file has no version ${number}.`)
}

/** Reads the value of `--file-version`. */
function versionOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a number, 1 for the first.')
  return Number(text)
}
