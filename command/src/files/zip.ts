import { type FileExportOptions, NetworkError, ServiceError } from '@tallystick/sdk'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { openSession, type Session, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { STANDARD_OUTPUT } from '../output.js'
import { showBytes } from '../progress.js'
import { pathFor, writeNew } from './new-file.js'
import { findFile, findFolder } from './places.js'

const forms = ['pdf', 'html', 'json', 'ots'] as const
type Form = (typeof forms)[number]

interface ZipFlags extends SessionFlags {
  proofs?: Form[]
  lang?: 'EN' | 'DE'
  output?: string
  force?: boolean
}

const help = `
The archive holds the current versions, in their folders. With --proofs, each file has its proofs beside it, and manifest.json proves
all of them at once.

The service makes the archive while it sends it, and breaks it off when a content isn't the recorded one. An archive that is cut gets
no name; on standard output, the exit code says so.

Examples:
  $ tallystick zip Archive/2026
  $ tallystick zip Archive/2026 Archive/letter.pdf --proofs pdf,json --output archive.zip
  $ tallystick zip Archive --output - | ssh backup 'cat > archive.zip'
${exitCodesHelp}`

/** Adds `tallystick zip`. */
export function addZip(program: Command, context: Context): void {
  withSession(program.command('zip'))
    .description('download folders and files as one ZIP')
    .argument('<path...>', 'IDs of folders and files, or their paths')
    .option('--proofs <forms>', `proofs beside each file: ${forms.join(', ')}, separated by commas`, formsOf)
    .addOption(new Option('--lang <language>', 'language of certificates').choices(['EN', 'DE']))
    .option('-o, --output <path>', 'file or folder to write to; - for standard output (default: its name, here)')
    .option('--force', 'replace an existing file')
    .addHelpText('after', help)
    .action((paths: string[], flags: ZipFlags) => zipCommand(paths, flags, context))
}

async function zipCommand(paths: readonly string[], flags: ZipFlags, context: Context): Promise<void> {
  const { output, signal } = context
  const session = await openSession(flags)
  const { tallystick } = session
  const { proofs, lang: language } = flags
  const named = await findAll(paths, session, signal)
  const wanted = { ...named, ...(proofs && { proofs }), ...(language && { language }) }
  const { url, count } = await tallystick.files.export(wanted, { signal })
  const response = await tallystick.client.fetch(url, { signal })
  const bytes = wholeArchive(response, session)
  if (flags.output === STANDARD_OUTPUT) {
    for await (const chunk of bytes) await output.print(chunk)
    return
  }
  context.onInterrupt(() => 'Interrupted: nothing was written. Run the command again.')
  const file = await pathFor(nameIn(response.headers), flags.output)
  let size = 0
  await writeNew(file, flags.force === true, async (write) => {
    for await (const chunk of bytes) {
      await write(chunk)
      size += chunk.length
    }
  })
  if (flags.json) return output.json({ file, files: count, size })
  output.note(`Written to ${file}: ${count} ${count === 1 ? 'file' : 'files'}.`)
}

/** Finds what paths and IDs name: a folder, or else a file. @throws {ServiceError} 404 for the first that names nothing */
async function findAll(
  paths: readonly string[],
  { tallystick }: Session,
  signal: AbortSignal,
): Promise<Required<Pick<FileExportOptions, 'folders' | 'files'>>> {
  const folders = new Set<string>()
  const files = new Set<string>()
  for (const path of paths) {
    try {
      folders.add((await findFolder(tallystick, path, { signal })).id)
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'folder_not_found')) throw error
      files.add((await findFile(tallystick, path, { signal })).id)
    }
  }
  return { folders: [...folders], files: [...files] }
}

/** Signature and size of the record at the end of a ZIP without a comment. */
const endSignature = Buffer.from('PK\x05\x06')
const endBytes = 22

/** Yields an archive as it arrives. @throws {NetworkError} when the connection breaks, or closes before the end of the archive */
async function* wholeArchive({ body }: Response, { url }: Session): AsyncGenerator<Uint8Array, void, undefined> {
  const progress = showBytes(null)
  const cut = () => new NetworkError(url, new Error('the archive was cut before its end'))
  let end = Buffer.alloc(0)
  try {
    for await (const chunk of body ?? []) {
      progress.add(chunk.length)
      end = Buffer.concat([end, chunk.subarray(-endBytes)]).subarray(-endBytes)
      yield chunk
    }
  } catch (error) {
    throw error instanceof TypeError ? cut() : error
  } finally {
    progress.end()
  }
  if (!end.subarray(0, endSignature.length).equals(endSignature)) throw cut()
}

/** Returns the name that the service gives the archive. */
function nameIn(headers: Headers): string {
  const disposition = headers.get('content-disposition') ?? ''
  // The second form (RFC 8187) is sent for names that aren't ASCII, and then is the exact one.
  const [, ascii = 'files.zip'] = /filename="([^"]*)"/.exec(disposition) ?? []
  const [, exact] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? []
  return exact === undefined ? ascii : decodeURIComponent(exact)
}

/** Reads the value of `--proofs`. */
function formsOf(text: string): Form[] {
  const chosen = forms.filter((form) => text.split(',').includes(form))
  if (chosen.length !== new Set(text.split(',')).size)
    throw new InvalidArgumentError(`Allowed are ${forms.join(', ')}, separated by commas.`)
  return chosen
}
