import type { Command } from 'commander'
import type { Context } from '../context.js'
import { collect } from '../repeatable.js'
import { type VerifyFlags, verifyCommand } from './verify.js'

const help = `
Files are streamed and never leave this machine. Without --rpc and --online, no network is used.

A proof alone is CONSISTENT at most: anyone can make a block. Comparing its block with a node (--rpc), public nodes
(--online), a hash from an explorer (--block-hash) or a signed list of blocks (--checkpoints) makes it CONFIRMED.

A single file is verified with its own proof, or found by its content in a manifest. Either argument can be - to read
standard input.

The proof is recognised by its content: JSON, a certificate (PDF or HTML) with the proof inside, or an OpenTimestamps
file (.ots). An .ots file only names its transaction and block; proving a time needs a node that has them (--rpc or
--online).

A folder is compared with its manifest: every listed file must be present and unchanged, and there must be no others.
Symbolic links are reported, not followed. Files that operating systems create (.DS_Store, Thumbs.db,
desktop.ini, and macOS's ._NAME beside NAME) are reported but don't count, unless the manifest lists them.

Verdicts and exit codes:
  0  CONFIRMED   the block was compared with something outside of the proof, or
                 an authority you trust (--ca) made a timestamp; the first line
                 names it
  1  REFUSED     something does not fit; the first line says what
  2              wrong usage, a file that cannot be read, or a node that does
                 not answer
  3  CONSISTENT  everything fits, but no block has been compared yet: no time
                 is proven`

/** Adds `tallystick verify`. */
export function addVerify(program: Command, { output, exit }: Context): void {
  withOutside(program.command('verify'))
    .description('verify a file with its proof, or a folder with its manifest')
    .argument('<file>', 'the recorded file, or a folder')
    .argument('<proof>', 'the proof of the file (JSON, .ots, PDF or HTML certificate), or a manifest')
    .option('--json', 'print the verdict as JSON')
    .addHelpText('after', help)
    .action(async (file: string, proof: string, flags: VerifyFlags) => {
      let report = ''
      exit(await verifyCommand(file, proof, flags, (text) => (report += text)))
      await output.print(report)
    })
}

/** Adds the options that say what a block is compared with. */
export function withOutside(command: Command): Command {
  return command
    .option('--rpc <url>', 'compare the block with this node of the chain; repeatable, all must agree', collect)
    .option('--online', 'compare the block with public nodes; they learn its number and nothing else')
    .option('--block-hash <hash>', 'compare the block with a hash from an explorer or your own records')
    .option('--checkpoints <file>', 'compare the block with a signed list of blocks; repeatable', collect)
    .option('--ca <file>', 'certificates (PEM) of authorities whose timestamps you trust; repeatable', collect)
}
