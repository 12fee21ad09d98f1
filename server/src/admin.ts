import { Command } from 'commander'
import { AccountError } from './accounts/account.js'
import { AdminError, type Output, print, withAdmin } from './base/admin.js'
import { ConfigError } from './base/config.js'
import { AuditError, audit } from './ledger/audit.js'
import { chainOf } from './ledger/commands.js'
import { rooms } from './rooms.js'

// The administrator's command line: results on standard output, everything else on standard error.

const program = new Command('admin')
  .description('administer the service configured by the environment')
  .showHelpAfterError('(see --help)')

rooms.addCommands(program)
program
  .command('audit')
  .description('recompute and compare every leaf, root, transaction and block')
  .option('--json', 'print JSON only')
  .action(auditAll)

try {
  await program.parseAsync()
} catch (error) {
  const isExpected = error instanceof AdminError || error instanceof AccountError || error instanceof ConfigError
  process.stderr.write(`${isExpected ? error.message : ((error as Error)?.stack ?? String(error))}\n`)
  process.exitCode = 1
}

function auditAll(given: Output): Promise<void> {
  return withAdmin(async ({ config, db }) => {
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
