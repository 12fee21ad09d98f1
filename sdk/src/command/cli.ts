import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { type VerifyFlags, verifyCommand } from './verify.js'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const verifyHelp = `
FILE, or everything below a folder, is read as a stream and never leaves this machine. Without --rpc no network is used.
A single file is checked against its proof, or found in a manifest by its content. One of the two may come from standard
input: -

The proof is known by what is in it: JSON, a certificate (PDF or HTML) with the proof inside, or an OpenTimestamps file
(.ots). An .ots file only names its transaction and block, so no time is proven without a node of the chain that has
them: --rpc.

A folder is checked against its manifest: each file has to be there, as it was, and no other. Symbolic links are named,
not followed. What operating systems leave in folders by themselves (.DS_Store, Thumbs.db, desktop.ini, the ._NAME that
macOS puts beside NAME) is named and does no harm, unless the manifest lists it.

Exit codes: 0 verified; 1 refused, or no time proven (not yet on the chain, or an .ots file without a node);
2 wrong usage, a file that cannot be read, or an RPC that does not answer.`

/**
 * The command line. Everything it prints goes to stdout, errors to stderr.
 * @param argv as `process.argv`.
 * @returns the exit code.
 */
export async function main(argv: readonly string[]): Promise<number> {
  let exitCode = 0
  let said = ''
  const say = (text: string) => {
    said += text
  }
  const program = new Command('tallystick')
    .description('Proofs that outlive the one who made them')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: say })
  program
    .command('verify')
    .description('check a file against its proof, or a folder against its manifest; offline unless an RPC is named')
    .argument('<file>', 'the file that was recorded, or a folder')
    .argument('<proof>', 'its proof (JSON, .ots, PDF or HTML certificate), or the manifest')
    .option(
      '--rpc <url>',
      'a node of the chain: confirms that the block is part of it, and has what an .ots file only names',
    )
    .option('--json', 'print the verdict as JSON')
    .addHelpText('after', verifyHelp)
    .exitOverride()
    .action(async (file: string, proof: string, flags: VerifyFlags) => {
      exitCode = await verifyCommand(file, proof, flags, say)
    })
  try {
    await parsed(program, argv)
    await written(said)
    return exitCode
  } catch (error) {
    // It has printed its own message already.
    if (error instanceof CommanderError) return 2
    // A node's words may be in it: nothing that could steer a terminal is printed.
    const message = error instanceof Error ? error.message : String(error)
    console.error(`tallystick: ${message.replace(/[\p{Cc}\p{Cf}]/gu, ' ')}`)
    return 2
  }
}

/** @throws CommanderError on wrong usage. */
async function parsed(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    // Help is no error.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
  }
}

/** Writes to stdout. Who has read enough of it may go: the verdict stands. @throws Error of the system on any other failure. */
function written(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error | null) => {
      if (error && !('code' in error && error.code === 'EPIPE'))
        reject(new Error(`nothing can be printed: ${error.message}`))
      else resolve()
    }
    process.stdout.once('error', end)
    process.stdout.write(text, end)
  })
}
