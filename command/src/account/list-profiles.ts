import type { Command } from 'commander'
import type { Context } from '../context.js'
import { readProfiles } from './profiles.js'

/** Adds `tallystick profiles`. */
export function addProfiles(program: Command, { output }: Context): void {
  program
    .command('profiles')
    .description('list your logins')
    .option('--json', 'print JSON, one object on each line')
    .action(async ({ json }: { json?: boolean }) => {
      for (const [name, { secretKey: _, ...profile }] of Object.entries(await readProfiles())) {
        if (json) await output.json({ profile: name, ...profile })
        else await output.line(`${name.padEnd(12)}  ${profile.url}  ${profile.email ?? profile.clientId}`)
      }
    })
}
