import { Command } from 'commander'
import { closeDebugPort } from './base/debug-port.js'
import { keepRequestsYoung } from './base/memory.js'
import { settingList } from './base/settings/list.js'
import { version } from './base/version.js'
import type { Service } from './service.js'
import { loadConfig, settings } from './settings.js'

// The service itself is loaded only to run it: help and version come at once.

closeDebugPort()

const more = () => `
Settings are environment variables, and an empty one counts as not set (defaults in brackets).
Sizes take a unit from B to TiB, times ms, s, m, h or d: 5GiB, 30s.
A secret can come from a file: NAME_FILE is its path.
${settingList(settings).join('\n')}

Exit codes:
  0  the service was stopped, or --check found nothing wrong
  1  it did not start, --check found something, or an option is wrong

SIGTERM and Ctrl-C stop the service; a second one ends it immediately.
To manage accounts, lanes and backups: tallystick admin --help`

const program = new Command('tallystick serve')
  .description('Tallystick, a self-hosted blockchain notary. Runs the service until it is stopped.')
  .option(
    '--check',
    'check the settings and everything they refer to, without changing anything; also works beside a running service',
  )
  .version(`tallystick ${version}`, '--version', 'print the version')
  .helpOption('--help', 'print this help')
  .addHelpText('after', more)
  .showHelpAfterError('(see --help)')
  .action(({ check }: { check?: true }) => (check ? checkAll() : run()))

/** Starts the service and stops it cleanly on SIGTERM and Ctrl-C; a second signal ends it at once. */
async function run(): Promise<void> {
  keepRequestsYoung()
  let service: Service | undefined
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    process.stdout.write(`\n${signal}: stopping\n`)
    // During the start there is nothing to wait for: the guards end the children with this process.
    if (!service) process.exit(0)
    service.stop().then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  const config = loadConfig()
  const { createLogger } = await import('./base/telemetry/log.js')
  const { startService } = await import('./service.js')
  const terminal = { print, isWatched: process.stdout.isTTY === true }
  service = await startService(config, createLogger(config.logLevel), terminal)
}

async function checkAll(): Promise<void> {
  const [{ check }, { outliveReader }] = await Promise.all([import('./roof/check.js'), import('./base/admin.js')])
  outliveReader()
  if (!(await check(print))) process.exitCode = 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints errors the operator can fix by their message alone, others with their stack. */
function fail(error: unknown): never {
  const isFixable = error instanceof Error && ['ConfigError', 'StartError'].includes(error.name)
  process.stderr.write(
    `\nTallystick did not start.\n${isFixable ? error.message : ((error as Error).stack ?? error)}\n`,
  )
  process.exit(1)
}

await program.parseAsync().catch(fail)
