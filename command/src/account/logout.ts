import type { Command } from 'commander'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { forgetKey } from './key-store.js'
import { readProfiles, writeProfile } from './profiles.js'
import { profileName, type SessionFlags, withSession } from './session.js'

/** Adds `tallystick logout`. */
export function addLogout(program: Command, { output }: Context): void {
  withSession(program.command('logout'))
    .description('forget a login and its key')
    .addHelpText('after', `\nThe API client stays valid. Revoke it in the portal, under API access.\n${exitCodesHelp}`)
    .action(async (flags: SessionFlags) => {
      const name = profileName(flags)
      const profile = (await readProfiles())[name]
      if (!profile) throw new Error(`no login is named ${name}`)
      await forgetKey(name)
      await writeProfile(name, null)
      if (flags.json) return output.json({ profile: name })
      output.note(`Logged out of ${profile.url}. The API client ${profile.clientId} still works until you revoke it.`)
    })
}
