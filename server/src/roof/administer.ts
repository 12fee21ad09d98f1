import { Command, CommanderError } from 'commander'
import { AccountError } from '../accounts/account.js'
import { backupCommands } from '../backup/commands.js'
import { AdminError, type Output, print, withAdmin } from '../base/admin.js'
import { ConfigError } from '../base/settings/config.js'
import { chainOf } from '../ledger/commands.js'
import { AuditError, audit } from '../ledger/proofs/audit.js'
import { rooms } from '../rooms.js'
import { loadConfig } from '../settings.js'

/** Errors whose message says what to do. */
const expected = [AdminError, AccountError, ConfigError]

/**
 * Runs a command of the administrator's command line: results on standard output, everything else on standard error. Sets the exit
 * code of the process when it fails.
 *
 * @param args as typed after `tallystick admin`
 */
export async function administer(args: readonly string[]): Promise<void> {
  const program = new Command('tallystick admin')
    .description('administer the service configured by the environment')
    .showHelpAfterError('(see --help)')
    .exitOverride()

  rooms.addCommands(program, loadConfig)
  backupCommands(program, loadConfig)
  program
    .command('audit')
    .description('recompute and compare every leaf, root, transaction and block')
    .option('--json', 'print JSON only')
    .action(auditAll)

  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = 1
    if (error instanceof CommanderError) {
      // It has printed its message, or the help that was asked for.
      process.exitCode = error.exitCode
      return
    }
    const isExpected = expected.some((kind) => error instanceof kind)
    process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error)?.stack ?? String(error))}\n`)
  }
}

function auditAll(given: Output): Promise<void> {
  return withAdmin(loadConfig, async ({ config, db }) => {
    const chain = await chainOf(config)
    try {
      const report = await audit(db, chain, rooms.auditors(db))
      const counts = Object.entries(report).map(([name, count]) => `${String(count).padStart(10)}  ${name}`)
      print(given, { ok: true, ...report }, [...counts, 'Everything matches.'])
    } catch (error) {
      if (!(error instanceof AuditError)) throw error
      print(given, { ok: false, problem: error.message }, [`MISMATCH: ${error.message}`])
      process.exitCode = 1
    }
  })
}
