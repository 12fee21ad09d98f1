import type { EndUser } from '@tallystick/sdk'
import type { Command } from 'commander'
import { openSession, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { limitOf } from './list.js'
import { taken } from './listing.js'

interface ListFlags extends SessionFlags {
  search?: string
  limit: number
}

interface AddFlags extends SessionFlags {
  name: string
  email: string
  publishName?: boolean
}

const help = `
End users are people for whom you stamp, each with an ID of your own. They have no login.

Examples:
  $ tallystick users add customer-17 --name "Kim Example" --email kim@example.org
  $ tallystick stamp agreement.pdf --user customer-17
  $ tallystick list --user customer-17
  $ tallystick users --search kim
  $ tallystick users erase customer-17
${exitCodesHelp}`

/** Adds `tallystick users`, which lists end users, and `users add` and `users erase`. */
export function addUsers(program: Command, { output, signal }: Context): void {
  const users = program.command('users').helpCommand(false)
  users.description('list, add and erase the end users for whom you stamp').addHelpText('after', help)
  withSession(users.command('list', { isDefault: true }))
    .description('list end users with the number of their stamps, newest first (default)')
    .option('--search <text>', 'only those with this text in their ID, name or e-mail address')
    .option('--limit <count>', 'maximum number; 0 for all', limitOf, 100)
    .addHelpText('after', help)
    .action(async ({ search, limit, json, ...flags }: ListFlags) => {
      const { tallystick } = await openSession(flags)
      const found = tallystick.endUsers({ ...(search !== undefined && { search }) }, { signal })
      for await (const user of taken(found, limit)) {
        if (json) await output.json(user)
        else await output.line(userText(user))
      }
    })
  withSession(users.command('add'))
    .description('add an end user, or change the data of one')
    .argument('<id>', 'your own ID of the person')
    .requiredOption('--name <name>', 'name of the person')
    .requiredOption('--email <address>', 'e-mail address; nothing is sent to it')
    .option('--publish-name', 'show the name on the public pages of the stamps')
    .addHelpText('after', exitCodesHelp)
    .action(async (userId: string, { name, email, publishName = false, json, ...flags }: AddFlags) => {
      const { tallystick } = await openSession(flags)
      const person = { userId, username: name, email, publishName }
      const enrolled = await tallystick.enrollUser(person, { signal })
      if (json) await output.json(enrolled)
      else await output.line(`${enrolled.userId}  ${enrolled.publicAddress}`)
    })
  withSession(users.command('erase'))
    .description('erase name, e-mail and wallet address of an end user; its stamps stay')
    .argument('<id>', 'your own ID of the person')
    .addHelpText('after', exitCodesHelp)
    .action(async (userId: string, flags: SessionFlags) => {
      const { tallystick } = await openSession(flags)
      await tallystick.eraseUser(userId, { signal })
      if (flags.json) await output.json({ userId })
      else await output.line(`${userId} erased`)
    })
}

const userText = ({ userId, stamps, username, email }: EndUser) =>
  `${userId.padEnd(20)}  ${String(stamps).padStart(6)}  ${username} <${email}>`
