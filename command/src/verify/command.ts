import type { Command } from 'commander'
import type { Context } from '../context.js'
import { collect } from '../repeatable.js'
import type { Issuer } from './issuer.js'
import { areMany, type ManyFlags, verifyMany } from './many/verify-many.js'
import { evidenceReader } from './read-evidence.js'
import { verifyCommand } from './verify.js'

const help = `
Files are streamed and never leave this machine. Without --rpc, --online, --issuer and a login, no network is used.

A proof alone is CONSISTENT at most: anyone can make a block. Comparing its block with a node (--rpc), public nodes
(--online), a hash from an explorer (--block-hash) or a signed list of blocks (--checkpoints) makes it CONFIRMED; on a private chain,
whose operator chooses its times, only STATED.
Anyone can sign a list: it confirms only if you name the address of its signer (--signer), which you have from elsewhere.
A hash names no chain and no state: that the block is Ethereum's, say, is for you to compare. With its number, that is compared too.

The service that issued the proof can vouch for its block, too: one that you name (--issuer), or the one you are logged in to, if it
signed the proof. It learns the number of the block and nothing else. The verdict is STATED then: by its word, which is enough while you
trust the service.

A single file is verified with its own proof, or found by its content in a manifest or a certificate for several documents. Either argument can be - to read
standard input.

The proof is recognised by its content: JSON, a certificate (PDF or HTML) with the proof inside, or an OpenTimestamps
file (.ots). An .ots file only names its transaction and block; proving a time needs a node that has them (--rpc or
--online).

Many documents and proofs, in any number of files, folders, ZIP files and certificates for several, are paired by content, whatever they are called. Names only
explain what is left: a document beside the proof of another content of the same name was changed. Every document gets a line, those
that need a look first; --csv prints them as a table.

A folder given with its manifest is compared with it: every listed file must be present and unchanged, and there must be no others.
Symbolic links are reported, not followed. Files that operating systems create (.DS_Store, Thumbs.db,
desktop.ini, and macOS's ._NAME beside NAME) are reported but don't count, unless the manifest lists them.

Verdicts and exit codes:
  0  CONFIRMED   someone other than the issuer has the same block, or is an
                 authority you trust (--ca) that made a timestamp; the first line
                 names them
  0  STATED      by the word of the service that issued it, which you named or
                 are logged in to
  1  REFUSED     something does not fit; the first line says what
  2              wrong usage, a file that cannot be read, or a node that does
                 not answer
  3  CONSISTENT  everything fits, but no block has been compared yet: no time
                 is proven
  3  STATED      by the word of a private chain's operator

Of many documents, the weakest verdict counts: 1 if anything doesn't fit, 2 if a file can't be read (INCOMPLETE), 3 if a document has
no proof or a proof no document.`

/** Finds the service that the person is logged in to; null without a login. */
type FindLogin = (
  flags: { readonly profile?: string },
  context: { signal: AbortSignal; onSilent: Issuer['onSilent'] },
) => Promise<Issuer | null>

/** Flags that say whose word about blocks is taken. */
export interface IssuerFlags {
  /** Address of the service; false for none, not even the one the person is logged in to. */
  readonly issuer?: string | false
  readonly profile?: string
}

/** Adds `tallystick verify`. @param findLogin absent in a program without logins */
export function addVerify(program: Command, context: Context, findLogin?: FindLogin): void {
  const { output, exit } = context
  const command = withOutside(program.command('verify'))
  if (findLogin) withLogin(command).option('--profile <name>', 'the login whose service is asked')
  command
    .description(
      'verify a file with its proof, a folder with its manifest or certificate, or many documents with their proofs',
    )
    .argument('<file>', 'the recorded file, or a folder')
    .argument(
      '[proof...]',
      'its proof (JSON, .ots, PDF or HTML certificate), its manifest, a certificate for several, or more files and folders',
    )
    .option('--json', 'print the verdict as JSON')
    .option('--csv', 'print the verdicts on many documents as CSV')
    .addHelpText('after', help)
    .action(async (file: string, proofs: string[], { issuer, profile, ...flags }: ManyFlags & IssuerFlags) => {
      const service = await serviceOf(
        { ...(issuer !== undefined && { issuer }), ...(profile && { profile }) },
        context,
        findLogin,
      )
      let report = ''
      const print = (text: string) => {
        report += text
      }
      const asked = { ...flags, ...(service && { service }) }
      const [proof] = proofs
      const read = evidenceReader()
      if (await areMany([file, ...proofs], read)) {
        exit(await verifyMany([file, ...proofs], asked, print))
      } else {
        if (proof === undefined)
          throw new Error(`give the proof of ${file}, too, or a folder with documents and proofs`)
        if (flags.csv) throw new Error('--csv is for many documents')
        exit(await verifyCommand(file, proof, asked, print, read))
      }
      await output.verdict(report)
    })
}

/** Returns the service whose word is taken; null for none. @throws {Error} for people when its address isn't one */
export async function serviceOf(
  { issuer, profile }: IssuerFlags,
  { output, signal }: Context,
  findLogin?: FindLogin,
): Promise<Issuer | null> {
  if (issuer === false) return null
  const onSilent = (reason: string) => output.note(`The service you are logged in to was not compared: ${reason}`)
  if (issuer === undefined) return (await findLogin?.({ ...(profile && { profile }) }, { signal, onSilent })) ?? null
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('--issuer must start with http:// or https://')
  return { url: url.href.replace(/\/+$/, ''), notaries: null, onSilent }
}

/** Adds the option of programs with logins that keeps their service out. */
export function withLogin(command: Command): Command {
  return command.option('--no-issuer', "don't ask the service you are logged in to")
}

/** Adds the options that say what a block is compared with. */
export function withOutside(command: Command): Command {
  return command
    .option('--rpc <url>', 'compare the block with this node of the chain; repeatable, all must agree', collect)
    .option('--online', 'compare the block with public nodes; they learn its number and nothing else')
    .option('--issuer <url>', 'compare the block with what this service recorded, which issued the proof')
    .option(
      '--block-hash <hash>',
      'compare the block with a hash from an explorer or your own records: HASH or NUMBER:HASH',
    )
    .option('--checkpoints <file>', 'compare the block with a signed list of blocks; repeatable', collect)
    .option('--signer <address>', 'address whose lists of blocks you trust; repeatable', collect)
    .option(
      '--bitcoin-header <hex>',
      'header of the Bitcoin block that a calendar attested, 80 bytes; repeatable',
      collect,
    )
    .option('--ca <file>', 'certificates (PEM) of authorities whose timestamps you trust; repeatable', collect)
}
