import { loadConfig } from './base/config.js'
import { createLogger } from './base/log.js'
import { keepRequestsYoung } from './base/memory.js'
import { type Service, startService } from './service.js'

/** Starts the service and stops it cleanly on SIGTERM and Ctrl-C; a second signal ends it at once. */
async function main(): Promise<void> {
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
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const terminal = { print, isWatched: process.stdout.isTTY === true }
  service = await startService(config, createLogger(config.logLevel), terminal)
}

/** Prints errors the operator can fix by their message alone, others with their stack. */
function fail(error: unknown): never {
  const isFixable = error instanceof Error && ['ConfigError', 'StartError'].includes(error.name)
  process.stderr.write(
    `\nTallystick did not start.\n${isFixable ? error.message : ((error as Error).stack ?? error)}\n`,
  )
  process.exit(1)
}

main().catch(fail)
