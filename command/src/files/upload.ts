import { basename, resolve } from 'node:path'
import { NetworkError, ServiceError } from '@tallystick/sdk'
import type { Command } from 'commander'
import { openSession, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodes, exitCodesHelp } from '../exit-codes.js'
import { inOrder } from '../in-order.js'
import { readingProblem } from '../input.js'
import { megabytes, showBytes } from '../progress.js'
import { Choice, type ChoiceFlags, withChoice } from '../stamps/choice.js'
import { foundIn, sizeOf } from '../stamps/files.js'
import { isPrivateBy, type VisibilityFlags } from '../stamps/visibility.js'
import { TargetFolders } from './target-folders.js'
import { type FileToUpload, type Uploaded, uploadFile } from './upload-file.js'

interface UploadFlags extends SessionFlags, VisibilityFlags, ChoiceFlags {
  to: string
}

const help = `
FOLDER is a path such as Archive/2026, or the ID that tallystick ls prints. To create a missing folder of yours, give --private or
--public, which applies to everything in it.

A folder is uploaded with everything in it, under its own name: letters/ goes to FOLDER/letters. Lock files, unfinished downloads and
files that operating systems create there are passed over and named; --include-all uploads them, too. What can't be uploaded, such as
a symbolic link, is left out and named, and the exit code is 6; --exclude leaves it out on purpose.

A file that exists with the same name and content is not sent again. With other content, it becomes the next version of the file of
that name. An interrupted upload resumes when the command runs again within a day.

Examples:
  $ tallystick upload plan.zip --to Archive
  $ tallystick upload letters/ scans/*.tif --to Archive/2026 --private
${exitCodesHelp}`

/** Files sent at once: the service records entries together. */
const sentAtOnce = 4
const nameMax = 255

/** Adds `tallystick upload`. */
export function addUpload(program: Command, context: Context): void {
  withChoice(withSession(program.command('upload')))
    .description('upload files and folders')
    .argument('<files...>', 'files and folders')
    .requiredOption('--to <folder>', 'the folder to upload to: its path or ID')
    .option('--private', 'create the folder if it is missing; only you see what is in it')
    .option('--public', 'create the folder if it is missing; every account sees what is in it')
    .addHelpText('after', help)
    .action((paths: string[], flags: UploadFlags) => uploadAll(paths, flags, context))
}

async function uploadAll(paths: readonly string[], flags: UploadFlags, context: Context): Promise<void> {
  const { output, exit } = context
  const isHidden = isPrivateBy(flags)
  const type = isHidden === undefined ? undefined : isHidden ? 'private' : 'public'
  let failed = 0
  const onLeft = (path: string, reason: string) => {
    failed++
    output.note(`not uploaded: ${path}: ${reason}`)
  }
  let passedOver = 0
  const onPassedOver = (path: string, reason: string) => {
    passedOver++
    output.note(`passed over: ${path}: ${reason}`)
  }
  const files = await filesToUpload(paths, { choice: new Choice(flags), onLeft, onPassedOver })
  const session = await openSession(flags)
  // Ends the other uploads when one of them cannot go on.
  const leaving = new AbortController()
  const signal = AbortSignal.any([context.signal, leaving.signal])
  const targets = await TargetFolders.open(session.tallystick, flags.to, type, { signal })
  const progress = showBytes(process.stderr.isTTY ? await sizeOf(files) : null)
  const onResumed = (path: string, sentBytes: number, totalBytes: number) =>
    output.note(`Resuming ${path}: ${megabytes(sentBytes)} of ${megabytes(totalBytes)} are uploaded`)
  const upload = async (file: FileToUpload): Promise<Uploaded | null> => {
    try {
      return await uploadFile(file, {
        session,
        targets,
        signal,
        onBytes: progress.add,
        onThere: progress.skip,
        onResumed,
      })
    } catch (error) {
      if (files.length === 1 || isForAll(error) || signal.aborted) throw error
      onLeft(file.path, error instanceof ServiceError ? error.message : readingProblem(error))
      return null
    }
  }
  let [sent, existing] = [0, 0]
  context.onInterrupt(() => {
    const done = `${sent + existing} of ${files.length} uploaded or already there`
    return `Interrupted: ${done}. To go on where it stopped, run the command again within a day.`
  })
  try {
    for await (const uploaded of inOrder(files, sentAtOnce, upload)) {
      if (uploaded === null) continue
      if (uploaded.as === 'existing') existing++
      else sent++
      if (flags.json) await output.json(uploaded)
      else await output.line(`${uploaded.fileId}  ${uploaded.path}${words[uploaded.as]}`)
    }
  } finally {
    leaving.abort()
    progress.end()
  }
  if (failed > 0) exit(exitCodes.partly)
  const others = [failed > 0 ? `; ${failed} not uploaded` : '', passedOver > 0 ? `; ${passedOver} passed over` : '']
  output.note(`${sent} uploaded, ${existing} already there${others.join('')}.`)
}

const words: Readonly<Record<Uploaded['as'], string>> = {
  file: '',
  version: '  (next version)',
  existing: '  (already there)',
}

/** Whether an error will meet every other file, too. */
function isForAll(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ServiceError && [401, 507].includes(error.status))
}

async function filesToUpload(
  paths: readonly string[],
  listing: Omit<Parameters<typeof foundIn>[1], 'withProofs'>,
): Promise<FileToUpload[]> {
  const found: Omit<FileToUpload, 'isOnly'>[] = []
  const counts = new Map<string, number>()
  for await (const { path, folder, inner } of foundIn(paths, { withProofs: true, ...listing })) {
    const own = folder === null ? '' : basename(resolve(folder))
    const names = [...(own === '' ? [] : [own]), ...inner.split('/')].map(uploadName)
    const folders = names.slice(0, -1)
    found.push({ path, name: `${names.at(-1)}`, folders })
    const key = JSON.stringify(folders)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return found.map((file) => ({ ...file, isOnly: counts.get(JSON.stringify(file.folders)) === 1 }))
}

/** Of the names that the service takes, the nearest to a file's own. */
function uploadName(name: string): string {
  return [...name.replace(/[\p{Cc}\u2028\u2029]/gu, '\ufffd')].slice(0, nameMax).join('')
}
