import { Command, CommanderError } from 'commander'
import { AccountError } from '../accounts/account.js'
import { backupCommands } from '../backup/commands.js'
import { AdminError, type Output, print, withAdmin } from '../base/admin.js'
import { ConfigError } from '../base/settings/config.js'
import { chainOf } from '../ledger/commands.js'
import { AuditError, type AuditReport, audit } from '../ledger/proofs/audit.js'
import { rooms } from '../rooms.js'
import { loadConfig } from '../settings.js'
import { auditObjects, contentLines } from './contents.js'
import { recordCommands } from './journal.js'
import { keyCommands } from './keys.js'

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
  keyCommands(program, loadConfig)
  recordCommands(program, loadConfig)
  program
    .command('audit')
    .description('recompute and compare every leaf, root, transaction and block')
    .option('--contents', 'also read every stored object and compare it with what was recorded')
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

/** Options of `audit`. */
interface AuditOptions extends Output {
  contents?: boolean
}

function auditAll(given: AuditOptions): Promise<void> {
  return withAdmin(loadConfig, async ({ config, db, masterKey }) => {
    const chain = await chainOf(config)
    const { lines, ...rows } = await auditRows(() => audit(db, chain, rooms.auditors(db)))
    const contents = given.contents ? await auditObjects(config, db, masterKey) : undefined
    const ok = rows.ok && (contents?.damaged.length ?? 0) === 0
    const everything = contents ? contentLines(contents) : []
    print(given, { ...rows, ok, ...(contents && { contents }) }, [
      ...lines,
      ...everything,
      ...(ok ? ['Everything matches.'] : []),
    ])
    if (!ok) process.exitCode = 1
  })
}

async function auditRows(run: () => Promise<AuditReport>): Promise<{ ok: boolean; problem?: string; lines: string[] }> {
  try {
    const report = await run()
    const lines = Object.entries(report).map(([name, count]) => `${String(count).padStart(10)}  ${name}`)
    return { ok: true, ...report, lines: [...lines, ...earlyText(report.early)] }
  } catch (error) {
    if (!(error instanceof AuditError)) throw error
    return { ok: false, problem: error.message, lines: [`MISMATCH: ${error.message}`] }
  }
}

function earlyText(early: number): string[] {
  if (early === 0) return []
  return [
    `${early === 1 ? 'A batch is' : `${early} batches are`} in a block that is dated before it was made: the clock of the service or of the chain was wrong.`,
  ]
}
