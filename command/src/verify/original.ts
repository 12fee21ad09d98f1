import { basename, dirname, extname, join } from 'node:path'
import type { Command } from 'commander'
import type { Context } from '../context.js'
import { writeNew } from '../files/new-file.js'
import { inputStream, lengthOfOriginal, reading, STANDARD_INPUT } from '../input.js'
import { STANDARD_OUTPUT } from '../output.js'

const help = `
A stamped copy that Tallystick made begins with the document it was made from, byte by byte. Whether that is the original which a proof
names is for 'tallystick verify' to say: it takes either, with the proof of the copy.

Examples:
  $ tallystick original contract.stamped.pdf
  $ tallystick original contract.stamped.pdf --output - | sha256sum`

/** Adds `tallystick original`. */
export function addOriginal(program: Command, { output }: Context): void {
  program
    .command('original')
    .description('take the original out of a stamped copy')
    .argument('<file>', 'the stamped copy')
    .option(
      '--output <file>',
      'file to write; - for standard output (default: the name, with .original before its extension)',
    )
    .option('--force', 'replace an existing file')
    .addHelpText('after', help)
    .action(async (file: string, flags: { readonly output?: string; readonly force?: boolean }) => {
      if (file === STANDARD_INPUT) throw new Error('a copy is read from its end: it cannot come from standard input')
      const length = await reading(file, lengthOfOriginal(file))
      if (length === undefined) throw new Error(`${file} is no stamped copy: it does not say where an original ends`)
      if (flags.output === STANDARD_OUTPUT) {
        for await (const chunk of inputStream(file, length)) await output.print(chunk)
        return
      }
      const path = flags.output ?? beside(file)
      await writeNew(path, flags.force === true, (write) => {
        const copy = async () => {
          for await (const chunk of inputStream(file, length)) await write(chunk)
        }
        return reading(file, copy())
      })
      output.note(`Written to ${path}.`)
    })
}

/** Returns the path of the original of a copy, in the same folder. */
function beside(file: string): string {
  const extension = extname(file)
  return join(dirname(file), `${basename(file, extension)}.original${extension}`)
}
