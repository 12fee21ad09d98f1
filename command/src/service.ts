import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { exitCodes } from './exit-codes.js'

/** The service, which is a package of its own: it depends on this one, not the other way round. */
const servicePackage = '@tallystick/server'

/** Programs of the service, by the name of their command. */
const programs = {
  serve: { entry: 'main', description: 'run the service until it is stopped, with its data in ./data' },
  admin: { entry: 'admin', description: 'administer the service: accounts, lanes, backups' },
} as const

type ServiceCommand = keyof typeof programs

/** Whether a command is a program of the service, which reads its arguments itself. */
export function isServiceCommand(name: string): name is ServiceCommand {
  return Object.hasOwn(programs, name)
}

/** Adds `tallystick serve` and `tallystick admin` to the help. {@link runServiceCommand} runs them. */
export function addServiceCommands(program: Command): void {
  for (const [name, { description }] of Object.entries(programs)) {
    program.command(name).argument('[options...]').description(`${description} (see ${name} --help)`)
  }
}

/**
 * Runs a program of the service in this process, so that signals reach it and its exit code is that of the command.
 * @param args passed on as they are.
 * @returns the exit code so far: a service goes on running, and ends the process itself.
 */
export async function runServiceCommand(name: ServiceCommand, args: readonly string[]): Promise<number> {
  const program = locate(`${servicePackage}/${programs[name].entry}`)
  if (program === null) {
    process.stderr.write(`tallystick: the service is not installed here. Run: npm install ${servicePackage}\n`)
    return exitCodes.usage
  }
  process.argv = [process.execPath, fileURLToPath(program), ...args]
  await import(program)
  return Number(process.exitCode ?? exitCodes.done)
}

/** Returns the address of a module; null when its package is not installed. */
function locate(module: string): string | null {
  try {
    return import.meta.resolve(module)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    return null
  }
}
