import { Command, CommanderError } from 'commander'
import { type CheckpointFlags, checkpointCommand } from './checkpoint.js'
import { type VerifyFlags, verifyCommand } from './verify.js'
import { version } from './version.js'

const verifyHelp = `
Files are streamed and never leave this machine. Without --rpc and --online, no network is used.

A proof alone is CONSISTENT at most: anyone can make a block. Comparing its block with a node (--rpc), public nodes
(--online), a hash from an explorer (--block-hash) or a signed list of blocks (--checkpoints) makes it CONFIRMED.

A single file is verified with its own proof, or found by its content in a manifest. Either argument can be - to read
standard input.

The proof is recognised by its content: JSON, a certificate (PDF or HTML) with the proof inside, or an OpenTimestamps
file (.ots). An .ots file only names its transaction and block; proving a time takes a node that has them (--rpc or
--online).

A folder is compared with its manifest: every listed file must be present and unchanged, and there must be no others.
Symbolic links are reported, not followed. Files that operating systems create by themselves (.DS_Store, Thumbs.db,
desktop.ini, and macOS's ._NAME beside NAME) are reported but do no harm, unless the manifest lists them.

Verdicts and exit codes:
  0  CONFIRMED   the block was compared with something outside of the proof, or an authority you trust (--ca) made a
                 timestamp; the first line names it
  1  REFUSED     something does not fit; the first line says what
  2              wrong usage, a file that cannot be read, or a node that does not answer
  3  CONSISTENT  everything fits, but no block has been compared yet: no time is proven`

/** Collects the values of an option that may be given several times. */
const collect = (value: string, before: readonly string[] = []) => [...before, value]

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
    .description('verify a file with its proof, or a folder with its manifest')
    .argument('<file>', 'the recorded file, or a folder')
    .argument('<proof>', 'the proof of the file (JSON, .ots, PDF or HTML certificate), or a manifest')
    .option('--rpc <url>', 'compare the block with this node of the chain; repeatable, all have to agree', collect)
    .option('--online', 'compare the block with public nodes; they learn its number and nothing else')
    .option('--block-hash <hash>', 'compare the block with a hash from an explorer or your own records')
    .option('--checkpoints <file>', 'compare the block with a signed list of blocks; repeatable', collect)
    .option('--ca <file>', 'certificates (PEM) of authorities whose timestamps you trust; repeatable', collect)
    .option('--json', 'print the verdict as JSON')
    .addHelpText('after', verifyHelp)
    .exitOverride()
    .action(async (file: string, proof: string, flags: VerifyFlags) => {
      exitCode = await verifyCommand(file, proof, flags, print)
    })
  program
    .command('checkpoint')
    .description('lists of blocks that confirm proofs without a network')
    .exitOverride()
    .command('make')
    .description('write a signed list of blocks, for verify --checkpoints')
    .requiredOption('--rpc <url>', 'a node of the chain; repeatable, all have to agree', collect)
    .option('--every <blocks>', 'list every n-th block', '10000')
    .option('--block <number>', 'also list this block, such as that of a proof; repeatable', collect)
    .option('--key <file>', 'private key that signs the list; made if the file does not exist', 'checkpoints.key')
    .option('--output <file>', 'file to write', 'checkpoints.json')
    .exitOverride()
    .action((flags: CheckpointFlags) => checkpointCommand(flags, print))
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
