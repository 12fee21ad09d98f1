import { Command } from 'commander'
import { AccountError } from './accounts/account.js'
import { accountCommands } from './admin-accounts.js'
import { chainCommands } from './admin-chain.js'
import { AdminError } from './admin-context.js'
import { storageCommands } from './admin-storage.js'
import { ConfigError } from './base/config.js'

// The operator's command line: results on standard output, everything else on standard error.

const program = new Command('admin')
  .description('administer the service configured by the environment')
  .showHelpAfterError('(see --help)')

accountCommands(program)
chainCommands(program)
storageCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  const expected = error instanceof AdminError || error instanceof AccountError || error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : ((error as Error)?.stack ?? String(error))}\n`)
  process.exitCode = 1
}
