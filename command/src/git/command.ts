import { createHash } from 'node:crypto'
import { jsonIn } from '@tallystick/proof'
import type { Command } from 'commander'
import { openSession, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { stampName } from '../stamps/files.js'
import { printStamped } from '../stamps/finish.js'
import { stampOnce } from '../stamps/stamp.js'
import { isPrivate, type VisibilityFlags } from '../stamps/visibility.js'
import { type IssuerFlags, serviceOf, withLogin, withOutside } from '../verify/command.js'
import { loggedInTo } from '../verify/logged-in.js'
import { type VerifyFlags, verifyContent } from '../verify/verify.js'
import { type Commit, checkIdentity, notesRef, readCommit, readNote, writeNote } from './repository.js'

interface StampFlags extends SessionFlags, VisibilityFlags {
  wait?: boolean
}

type GitFlags = StampFlags & VerifyFlags & IssuerFlags & { verify?: boolean }

const help = `
Stamps the SHA-256 of the commit object: author, time, message, parents, and the ID of the tree with all its files. The proof goes into
a Git note of the commit. Once the stamp is final, run the command again, or now with --wait: a proof taken earlier proves no time yet.

Git doesn't push or fetch notes by default:
  $ git push origin ${notesRef}
  $ git fetch origin ${notesRef}:${notesRef}

What it proves: that this commit existed. Its own content is covered by SHA-256, which is more than stamping its ID: in most repositories
that is a SHA-1, for which two contents can be made on purpose. Files and earlier commits are covered through Git's own hashes: in
full in a SHA-256 repository (git init --object-format=sha256); otherwise as far as you trust SHA-1. To cover files by SHA-256, stamp an
archive, too: git archive HEAD | tallystick stamp - --name project.tar

Examples:
  $ tallystick git --private
  $ tallystick git v1.2.0 --public --wait
  $ tallystick git --verify --online

Exit codes:
  without --verify, as tallystick stamp
  with it, as tallystick verify: 0 CONFIRMED or STATED, 1 REFUSED, 3 CONSISTENT, 2 anything else`

/** Digits of a commit's ID in the name of its stamp. */
const shortDigits = 12

/** Adds `tallystick git`. */
export function addGit(program: Command, context: Context): void {
  withLogin(withOutside(withSession(program.command('git'))))
    .description('stamp a commit, or verify its stamp')
    .argument('[commit]', 'a commit, branch or tag', 'HEAD')
    .option('--public', 'anyone with the commit can find the stamp and its name; cannot be undone')
    .option('--private', 'only you can find the stamp')
    .option('--wait', 'wait until the stamp is final')
    .option('--verify', 'verify the commit with the proof in its note; needs no login')
    .addHelpText('after', help)
    .action(async (name: string, flags: GitFlags) => {
      const commit = await readCommit(name)
      if (!flags.verify) return stampCommit(commit, flags, context)
      const proof = await readNote(commit.id)
      if (proof === null)
        throw new Error(
          `commit ${commit.id} has no proof here. Stamp it, or fetch: git fetch origin ${notesRef}:${notesRef}`,
        )
      const service = await serviceOf(flags, context, loggedInTo)
      const asked = { ...flags, ...(service && { service }) }
      let report = ''
      context.exit(await verifyContent(`commit ${commit.id}`, commit.content, proof, asked, (text) => (report += text)))
      await context.output.verdict(report)
    })
}

async function stampCommit(commit: Commit, flags: StampFlags, context: Context): Promise<void> {
  const { output, signal } = context
  const session = await openSession(flags)
  const { tallystick } = session
  const isHidden = await isPrivate(flags, session)
  await checkIdentity()
  const short = commit.id.slice(0, shortDigits)
  const filename = stampName(`git ${commit.repository} ${short}`)
  const hash = createHash('sha256').update(commit.content).digest('hex')
  const stamped = await stampOnce(tallystick, hash, { filename, isPrivate: isHidden, signal })
  const { code } = stamped
  await printStamped({ file: `commit ${commit.id}`, ...stamped }, flags, session, context)
  const note = await readNote(commit.id)
  const other = note === null ? undefined : codeIn(note)
  if (note !== null && other !== code)
    throw new Error(
      `the commit has a note ${other === undefined ? "that isn't a proof" : `with the proof of the stamp ${other}`}, which stays. To remove it: git notes --ref=${notesRef} remove ${short}`,
    )
  const { state } = await (flags.wait
    ? tallystick.waitUntilFinal(code, { signal })
    : tallystick.stamp(code, { signal }))
  await writeNote(commit.id, `${JSON.stringify(await tallystick.proof(code, { signal }), null, 2)}\n`)
  output.note(`The proof is in a note of the commit. To push it: git push origin ${notesRef}`)
  if (state !== 'final') output.note('The stamp is not final yet: run the command again, or with --wait.')
}

/** The code of the stamp whose proof it is; undefined when it is none. */
function codeIn(note: Uint8Array): string | undefined {
  const proof = jsonIn(note)
  return typeof proof === 'object' && proof !== null && 'code' in proof ? String(proof.code) : undefined
}
