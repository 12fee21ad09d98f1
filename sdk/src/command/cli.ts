import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { type VerifyFlags, verifyCommand } from './verify.js'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

const verifyHelp = `
Files are streamed and never leave this machine. Without --rpc, no network is used.
A single file is verified with its own proof, or found by its content in a manifest. Either argument can be - to read
standard input.

The proof is recognised by its content: JSON, a certificate (PDF or HTML) with the proof inside, or an OpenTimestamps
file (.ots). An .ots file only names its transaction and block; proving a time takes a node that has them: --rpc.

A folder is compared with its manifest: every listed file must be present and unchanged, and there must be no others.
Symbolic links are reported, not followed. Files that operating systems create by themselves (.DS_Store, Thumbs.db,
desktop.ini, and macOS's ._NAME beside NAME) are reported but do no harm, unless the manifest lists them.

Exit codes: 0 verified; 1 refused, or no time proven (not on the chain yet, or an .ots file without a node);
2 wrong usage, a file that cannot be read, or an RPC that does not answer.`

/**
 * Runs the command line. Output goes to stdout, errors to stderr.
 * @param argv the arguments, as in `process.argv`.
 * @returns the exit code.
 */
export async function main(argv: readonly string[]): Promise<number> {
  let exitCode = 0
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const program = new Command('tallystick')
    .description('Verifies Tallystick proofs')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: print })
  program
    .command('verify')
    .description('verify a file with its proof, or a folder with its manifest; offline without --rpc')
    .argument('<file>', 'the recorded file, or a folder')
    .argument('<proof>', 'the proof of the file (JSON, .ots, PDF or HTML certificate), or a manifest')
    .option(
      '--rpc <url>',
      'ask this node of the chain to confirm the block, and to look up what an .ots file only names',
    )
    .option('--json', 'print the verdict as JSON')
    .addHelpText('after', verifyHelp)
    .exitOverride()
    .action(async (file: string, proof: string, flags: VerifyFlags) => {
      exitCode = await verifyCommand(file, proof, flags, print)
    })
  try {
    await parse(program, argv)
    await write(output)
    return exitCode
  } catch (error) {
    // Commander has already printed its own message.
    if (error instanceof CommanderError) return 2
    // A node's own message may be included: print nothing that could steer a terminal.
    const message = error instanceof Error ? error.message : String(error)
    console.error(`tallystick: ${message.replace(/[\p{Cc}\p{Cf}]/gu, ' ')}`)
    return 2
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

/** Writes to stdout. A reader that closes early is fine: the verdict stands. @throws Error on any other failure. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error | null) => {
      if (error && !('code' in error && error.code === 'EPIPE'))
        reject(new Error(`cannot write the output: ${error.message}`))
      else resolve()
    }
    process.stdout.once('error', end)
    process.stdout.write(text, end)
  })
}
