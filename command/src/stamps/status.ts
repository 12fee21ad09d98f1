import { ServiceError } from '@tallystick/sdk'
import type { Command } from 'commander'
import { openSession, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodes, exitCodesHelp } from '../exit-codes.js'
import { stampText } from './lines.js'

interface StatusFlags extends SessionFlags {
  wait?: boolean
}

/** Adds `tallystick status`. */
export function addStatus(program: Command, { output, signal, exit }: Context): void {
  withSession(program.command('status'))
    .description('show stamps')
    .argument('<ids...>', 'codes, hashes or transaction IDs')
    .option('--wait', 'wait until they are final')
    .addHelpText('after', exitCodesHelp)
    .action(async (ids: string[], flags: StatusFlags) => {
      const { tallystick } = await openSession(flags)
      for (const id of ids) {
        try {
          const stamp = await (flags.wait
            ? tallystick.waitUntilFinal(id, { signal })
            : tallystick.stamp(id, { signal }))
          if (flags.json) await output.json(stamp)
          else for (const line of stampText(stamp)) await output.line(line)
        } catch (error) {
          if (!(error instanceof ServiceError) || error.code !== 'stamp_not_found' || ids.length === 1) throw error
          output.note(`${id}: ${error.message}`)
          exit(exitCodes.partly)
        }
      }
    })
}
