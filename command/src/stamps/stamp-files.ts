import { openSession, type SessionFlags } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodes } from '../exit-codes.js'
import { showBytes } from '../progress.js'
import { Choice, type ChoiceFlags } from './choice.js'
import { filesIn, type HashedFile, hashed, sizeOf } from './files.js'
import { type FinishFlags, finish, printStamped, type Stamped } from './finish.js'
import { isPrivate, type VisibilityFlags } from './visibility.js'

/** Flags of `tallystick stamp` that hold for any number of files. */
export interface StampFlags extends SessionFlags, VisibilityFlags, ChoiceFlags, FinishFlags {
  withPath?: boolean
}

/** Stamps files and folders, however many files there are: while some are sent, the next are hashed. */
export async function stampFiles(paths: readonly string[], flags: StampFlags, context: Context): Promise<void> {
  const { signal, exit, output: out } = context
  const choice = new Choice(flags)
  const session = await openSession(flags)
  const isHidden = await isPrivate(flags, session)
  let left = 0
  let passedOver = 0
  const onPassedOver = (path: string, reason: string) => {
    passedOver++
    out.note(`passed over: ${path}: ${reason}`)
  }
  const onLeft = (path: string, reason: string) => {
    left++
    out.note(`left out: ${path}: ${reason}`)
  }
  const listing = { withPath: flags.withPath === true, choice, onLeft, onPassedOver }
  const silent = { ...listing, onLeft: () => undefined, onPassedOver: () => undefined }
  const total = process.stderr.isTTY ? await sizeOf(filesIn(paths, silent)) : null
  const progress = showBytes(total)
  const onBytes = progress.add
  // In the order sent: the stamps come back in the same.
  const sent: HashedFile[] = []
  async function* items() {
    for await (const file of hashed(filesIn(paths, listing), { signal, onBytes, onLeft })) {
      sent.push(file)
      yield { hash: file.hash, filename: file.name, isPrivate: isHidden }
    }
  }
  const all: Stamped[] = []
  let existing = 0
  let count = 0
  context.onInterrupt(
    () => `Interrupted: ${count} stamped. To stamp the rest, run the command again: each stamp stays.`,
  )
  try {
    for await (const stamp of session.tallystick.stampMany(items(), { signal })) {
      const { path } = sent.shift() as HashedFile
      const shown = { file: path, hash: stamp.hash, txid: stamp.txid, existing: stamp.existing, code: null }
      count++
      if (stamp.existing) existing++
      if (flags.wait || flags.proof || flags.proofDir) all.push(shown)
      await printStamped(shown, flags, session, context)
    }
  } finally {
    progress.end()
  }
  if (left > 0) exit(exitCodes.partly)
  const others = [left > 0 ? `; ${left} left out` : '', passedOver > 0 ? `; ${passedOver} passed over` : '']
  out.note(`${count} stamped, ${existing} of them earlier${others.join('')}.`)
  await finish(all, flags, session, context)
}
