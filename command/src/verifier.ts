import { run } from './run.js'
import { addCheckpoint } from './verify/checkpoint.js'
import { addVerify } from './verify/command.js'

/**
 * Runs the commands that need no service: all there is in the program that comes without a package registry.
 * @param argv the arguments, as in `process.argv`.
 * @returns the exit code.
 */
export function main(argv: readonly string[]): Promise<number> {
  return run(argv, (program, context) => {
    program.description('Verifies files with their proofs.')
    addVerify(program, context)
    addCheckpoint(program, context)
  })
}
