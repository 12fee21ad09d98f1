import type { Command } from 'commander'
import { openSession, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { limitOf } from './list.js'
import { printStamps, taken } from './listing.js'

interface SearchFlags extends SessionFlags {
  limit: number
}

const help = `
Three or more characters match anywhere in a name, fewer at its start; codes match from their start. Case does not matter.

With --json, stamps have a "code", folders and files a "type".
${exitCodesHelp}`

/** Adds `tallystick search`. */
export function addSearch(program: Command, { output, signal }: Context): void {
  withSession(program.command('search'))
    .description('find stamps, folders and files by name')
    .argument('<text>')
    .option('--limit <count>', 'maximum number of each; 0 for all', limitOf, 20)
    .addHelpText('after', help)
    .action(async (text: string, { limit, json, ...flags }: SearchFlags) => {
      const { tallystick } = await openSession(flags)
      await printStamps(tallystick.stamps({ search: text }, { signal }), { limit, json }, output)
      for await (const found of taken(tallystick.search({ search: text }, { signal }), limit)) {
        const name = found.type === 'folder' ? `${found.folderName}/` : found.fileName
        const path = found.path.map(({ folderName }) => `${folderName}/`).join('')
        if (json) await output.json(found)
        else await output.line(`${found._id}  ${path}${name}`)
      }
    })
}
