import type { Command } from 'commander'
import { type AdminContext, AdminError, type Output, print, withAdmin } from '../base/admin.js'
import type { LoadConfig } from '../base/settings/config.js'
import type { GroundConfig } from '../base/settings/ground.js'
import type { ClockConfig } from './settings.js'
import { ClockWatch } from './watch.js'

type Config = GroundConfig & ClockConfig

/** Adds `clock status|accept`. */
export function clockCommands(program: Command, load: LoadConfig<Config>): void {
  const clock = program.command('clock').description('the time, and whether it is trusted')
  clock
    .command('status')
    .description('show what speaks against the time of this machine, compared with the database and recorded blocks')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async (context) => {
        const watch = watchOf(context)
        await watch.look()
        const doubts = watch.doubts()
        print(given, { now: new Date().toISOString(), doubts }, [
          `It is ${new Date().toISOString()}.`,
          ...(doubts.length === 0 ? ['Nothing speaks against it.'] : doubts),
        ])
      }),
    )
  clock
    .command('accept')
    .description('confirm that the time of this machine is right, although it jumped or blocks are ahead of it')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async (context) => {
        const problem = await watchOf(context).accept()
        if (problem !== null) throw new AdminError(problem)
        const acceptedAt = new Date().toISOString()
        print(given, { acceptedAt }, [
          `Accepted ${acceptedAt}. Running processes whose clock agrees trust it within seconds.`,
        ])
      }),
    )
}

/** A watch that keeps quiet: its command prints what it finds. */
function watchOf({ config, db }: AdminContext<Config>): ClockWatch {
  const logger = { info: () => undefined, warn: () => undefined }
  return new ClockWatch({ database: db, config, isOwnChain: true, logger })
}
