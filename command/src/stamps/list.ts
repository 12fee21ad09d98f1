import { type Command, InvalidArgumentError, Option } from 'commander'
import { openSession, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { printStamps } from './listing.js'
import { isPrivateBy, type VisibilityFlags } from './visibility.js'

interface ListFlags extends SessionFlags, VisibilityFlags {
  search?: string
  status?: 'confirmed' | 'pending'
  limit: number
  user?: string
}

const help = `
Examples:
  $ tallystick list --limit 20
  $ tallystick list --status pending --json | jq -r .code
${exitCodesHelp}`

/** Adds `tallystick list`. */
export function addList(program: Command, { output, signal }: Context): void {
  withSession(program.command('list'))
    .description('list your stamps, newest first')
    .option('--search <text>', 'only stamps whose code or name matches')
    .addOption(
      new Option('--status <status>', 'only stamps in a block, or not in one yet').choices(['confirmed', 'pending']),
    )
    .option('--public', 'public stamps')
    .option('--private', 'private stamps')
    .option('--user <id>', 'only stamps made for this end user, by your ID')
    .option('--limit <count>', 'maximum number; 0 for all', limitOf, 100)
    .addHelpText('after', help)
    .action(async (flags: ListFlags) => {
      const { search, status, limit, user } = flags
      const isPrivate = isPrivateBy(flags)
      const { tallystick } = await openSession(flags)
      const query = {
        ...(search !== undefined && { search }),
        ...(status && { status: status === 'confirmed' }),
        ...(isPrivate !== undefined && { isPrivate }),
        ...(user !== undefined && { userId: user }),
      }
      await printStamps(tallystick.stamps(query, { signal }), { limit, json: flags.json }, output)
    })
}

/** Reads the value of `--limit`. */
export function limitOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a number, 0 for all.')
  return Number(text) || Number.POSITIVE_INFINITY
}
