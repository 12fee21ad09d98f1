import { Command, CommanderError } from 'commander'
import type { Context } from './context.js'
import { exitCodes } from './exit-codes.js'
import { failure } from './failure.js'
import { Output } from './output.js'
import { version } from './version.js'
import { wrapped } from './wrapped.js'

/**
 * Runs a program made of commands. Output goes to stdout, everything else to stderr.
 * @param argv the arguments, as in `process.argv`.
 * @param addCommands gives the program its description and commands.
 * @returns the exit code.
 */
export async function run(
  argv: readonly string[],
  addCommands: (program: Command, context: Context) => void,
): Promise<number> {
  const ending = new AbortController()
  let exitCode: number = exitCodes.done
  const output = new Output(() => ending.abort())
  let wordsOnInterrupt = () => 'Interrupted.'
  const context: Context = {
    output,
    signal: ending.signal,
    exit: (code) => {
      exitCode = code
    },
    onInterrupt: (words) => {
      wordsOnInterrupt = words
    },
  }
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
    ending.abort()
    // Waiting for more of it would keep the process.
    process.stdin.destroy()
  }
  // A second one ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  let helpText = ''
  // The commands inherit what is set before they are added.
  const program = new Command('tallystick')
    .version(version)
    .exitOverride()
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => (helpText += text),
      outputError: (text, write) => write(text.replace(/^error: /, 'tallystick: ')),
    })
  addCommands(program, context)
  try {
    await parse(program, argv)
    // As wide as what Commander itself has wrapped.
    await output.print(wrapped(helpText, process.stdout.columns || 80))
    return exitCode
  } catch (error) {
    if (isInterrupted) {
      output.note(wordsOnInterrupt())
      return exitCodes.interrupted
    }
    if (output.isClosed) return exitCode
    // Commander has already printed its own message.
    if (error instanceof CommanderError) return exitCodes.usage
    const { message, code } = failure(error)
    output.note(`tallystick: ${message}`)
    return code
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
  }
}

/** @throws CommanderError on wrong usage. */
async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    // Printing help or the version is not an error.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
  }
}
