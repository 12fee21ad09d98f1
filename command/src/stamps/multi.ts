import type { Command } from 'commander'
import { openSession, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { STANDARD_INPUT } from '../input.js'
import { showCount } from '../progress.js'
import { printStamped } from './finish.js'
import { readHashes } from './hash-list.js'
import { isPrivate, type VisibilityFlags } from './visibility.js'

type MultiFlags = SessionFlags & VisibilityFlags

const help = `
The list has a hash on each line (SHA-256, SHA-384 or SHA-512, in hex): alone, with a name, or as JSON
({"hash": "...", "filename": "..."}). It reads what sha256sum (also with -z or --tag), shasum, openssl dgst, certutil and
Windows PowerShell's Get-FileHash write, its table, list and CSV, in UTF-8 or UTF-16. A list in a file is read to its end before
anything is sent.

A hash that is stamped already keeps its stamp: after an interruption, send the whole list again.

Examples:
  $ sha256sum *.tif | tallystick multi --private
  $ tallystick multi --public hashes.txt
  $ find . -type f -print0 | xargs -0 sha256sum -z | tallystick multi --private
${exitCodesHelp}`

/** Adds `tallystick multi`. */
export function addMulti(program: Command, context: Context): void {
  const { output, signal, onInterrupt } = context
  withSession(program.command('multi'))
    .description('stamp a list of hashes')
    .argument('[list]', 'a file; - reads standard input', STANDARD_INPUT)
    .option('--public', 'anyone with the file can find the stamp and its name; cannot be undone')
    .option('--private', 'only you can find the stamps')
    .addHelpText('after', help)
    .action(async (path: string, flags: MultiFlags) => {
      const session = await openSession(flags)
      const isHidden = await isPrivate(flags, session)
      const total = path === STANDARD_INPUT ? null : await countOf(path)
      const progress = showCount(total)
      async function* items() {
        for await (const listed of readHashes(path)) yield { ...listed, isPrivate: isHidden }
      }
      let count = 0
      let before = 0
      onInterrupt(() => {
        const done = `${count}${total === null ? '' : ` of ${total}`} stamped`
        return `Interrupted: ${done}. To stamp the rest, send the whole list again: each stamp stays.`
      })
      try {
        for await (const { filename, hash, txid, existing } of session.tallystick.stampMany(items(), { signal })) {
          count++
          if (existing) before++
          progress.add(1)
          await printStamped({ file: filename, hash, txid, existing, code: null }, flags, session, context)
        }
      } finally {
        progress.end()
      }
      output.note(`${count} stamped, ${before} of them earlier.`)
    })
}

async function countOf(path: string): Promise<number> {
  let count = 0
  for await (const _ of readHashes(path)) count++
  return count
}
