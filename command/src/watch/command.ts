import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { openSession, type Session, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodes, exitCodesHelp } from '../exit-codes.js'
import { isFolder, readingProblem } from '../input.js'
import { Choice, type ChoiceFlags, withChoice } from '../stamps/choice.js'
import { printStamped } from '../stamps/finish.js'
import { isPrivate, type VisibilityFlags } from '../stamps/visibility.js'
import { stateFile, stateFolder } from '../state.js'
import { filesOf, listen } from './changes.js'
import { Journal } from './journal.js'
import { takeLock } from './lock.js'
import { isSame, Settling } from './settling.js'
import { naming, type Surroundings, stampSettled } from './stamp-settled.js'

interface WatchFlags extends SessionFlags, VisibilityFlags, ChoiceFlags {
  once?: boolean
  withPath?: boolean
  settle: number
}

const help = `
Stamps every file in the folder and its subfolders, then each one that is new or changes, once no one has written to it for a while
(--settle). Files are hashed here: their content stays on this machine. It leaves out what tallystick
stamp leaves out.

A journal in ${join(stateFolder, 'watch')}
says which files are stamped. So the command may be stopped or killed at any time: when it starts again, it stamps what is new or has
changed since. While the service can't be reached, it waits.

Prints a hash and path for each stamp. After a kill, the last lines may be printed again; nothing is stamped twice.

Examples:
  $ tallystick watch scans/ --private
  $ tallystick watch contracts/ --public --with-path --json >> stamped.jsonl
  $ tallystick watch scans/ --private --once
${exitCodesHelp}`

const lookMs = 250
/** Finds what the system did not report: its queues are limited. */
const scanMs = 600_000
/** The same where the system reports too little. */
const scanAfterErrorMs = 30_000

/** Adds `tallystick watch`. */
export function addWatch(program: Command, context: Context): void {
  withChoice(withSession(program.command('watch')))
    .description('stamp the files of a folder as they appear and change')
    .argument('<folder>')
    .option('--once', 'stamp what is new or has changed, then exit: for cron')
    .option('--settle <seconds>', 'how long a file must stay unchanged before it is stamped', secondsOf, 2)
    .option('--with-path', 'start names with the path in the folder')
    .option('--public', 'anyone with a file can find its stamp and name; cannot be undone')
    .option('--private', 'only you can find the stamps')
    .addHelpText('after', help)
    .action(async (given: string, flags: WatchFlags) => {
      if (!(await isFolder(given))) throw new Error(`${given} is not a folder. Give the folder to watch.`)
      const choice = new Choice(flags)
      const session = await openSession(flags)
      const isHidden = await isPrivate(flags, session)
      const folder = await realpath(given)
      const about = [session.account, folder]
      const release = await takeLock(stateFile('watch', about, '.lock'))
      if (release === null) throw new Error(`another tallystick watch is already watching ${given}`)
      const journal = await Journal.open(stateFile('watch', about, '.journal'))
      try {
        await new Watch({ given, folder, choice, session, journal, isPrivate: isHidden }, flags, context).run()
      } finally {
        await journal.close()
        await release()
      }
    })
}

interface Watched {
  /** The folder as it was given, and where it is. */
  given: string
  folder: string
  choice: Choice
  session: Session
  journal: Journal
  isPrivate: boolean
}

/** A run of the command. */
class Watch {
  private readonly watched: Watched
  private readonly flags: WatchFlags
  private readonly context: Context
  private readonly settling: Settling
  private readonly around: Surroundings
  /** Files that were left out or passed over, with the reason: each is reported once. */
  private readonly left = new Map<string, string>()
  private readonly passedOver = new Map<string, string>()
  private count = 0
  private existing = 0
  private scanEveryMs = scanMs
  private scanDueMs = 0

  constructor(watched: Watched, flags: WatchFlags, context: Context) {
    this.watched = watched
    this.flags = flags
    this.context = context
    const settling = new Settling(watched.folder, 1000 * flags.settle)
    this.settling = settling
    this.around = {
      ...watched,
      nameOf: naming(flags.withPath === true),
      signal: context.signal,
      onStamped: async (path, { hash, txid, existing }) => {
        this.count++
        if (existing) this.existing++
        const stamped = { file: join(watched.given, path), hash, txid, existing, code: null }
        await printStamped(stamped, flags, watched.session, context)
      },
      onChanged: (path) => settling.changes(path),
      onLeft: (path, reason) => this.leave(path, reason),
      note: (text) => context.output.note(text),
    }
  }

  async run(): Promise<void> {
    const { output, exit, onInterrupt } = this.context
    onInterrupt(() => `Stopped: ${this.count} stamped. Run the command again to go on.`)
    if (this.flags.once) {
      await this.stampAll()
      if (this.left.size > 0) exit(exitCodes.partly)
      const left = this.left.size > 0 ? `; ${this.left.size} left out` : ''
      const passedOver = this.passedOver.size > 0 ? `; ${this.passedOver.size} passed over` : ''
      return output.note(`${this.count} stamped, ${this.existing} of them earlier${left}${passedOver}.`)
    }
    const { folder, given, choice } = this.watched
    const end = await listen(folder, {
      choice,
      onPassedOver: (path, reason) => this.passOver(path, reason),
      onChange: (path) => this.settling.changes(path),
      onError: (error) => this.lookMoreOften(error),
    })
    try {
      output.note(`Watching ${given}. Press Ctrl-C to stop.`)
      await this.follow()
    } finally {
      await end()
    }
  }

  /** Stamps what there is. A file that someone keeps writing to is left for the next time. */
  private async stampAll(): Promise<void> {
    await this.scan()
    for (
      const untilMs = performance.now() + 3000 * this.flags.settle;
      ;
      await sleep(lookMs, undefined, { signal: this.context.signal })
    ) {
      await stampSettled(await this.settling.take(), this.around)
      const { paths } = this.settling
      if (paths.length === 0) return
      if (performance.now() < untilMs) continue
      for (const path of paths) this.leave(path, 'someone is still writing to it')
      return
    }
  }

  /** Stamps what there is and what comes, until the command is ended. */
  private async follow(): Promise<void> {
    for (;;) {
      if (performance.now() >= this.scanDueMs) {
        const isFirst = this.scanDueMs === 0
        await this.scan().catch((error: unknown) => {
          if (isFirst) throw error
          this.leave('', readingProblem(error))
        })
        this.scanDueMs = performance.now() + this.scanEveryMs
      }
      await stampSettled(await this.settling.take(), this.around)
      await sleep(lookMs, undefined, { signal: this.context.signal })
    }
  }

  /** Compares the folder with the journal. */
  private async scan(): Promise<void> {
    const { folder, choice, journal } = this.watched
    const there = new Set<string>()
    const found = {
      choice,
      onLeft: (path: string, reason: string) => this.leave(path, reason),
      onPassedOver: (path: string, reason: string) => this.passOver(path, reason),
    }
    for await (const seen of filesOf(folder, found)) {
      this.context.signal.throwIfAborted()
      there.add(seen.path)
      const known = journal.find(seen.path)
      if (known === undefined || !isSame(known, seen)) this.settling.found(seen)
    }
    await journal.tidy(there)
  }

  private leave(path: string, reason: string): void {
    this.report(this.left, 'left out', path, reason)
  }

  private passOver(path: string, reason: string): void {
    this.report(this.passedOver, 'passed over', path, reason)
  }

  private report(known: Map<string, string>, what: string, path: string, reason: string): void {
    if (known.get(path) === reason) return
    known.set(path, reason)
    this.context.output.note(`${what}: ${join(this.watched.given, path)}: ${reason}`)
  }

  private lookMoreOften(error: Error): void {
    if (this.scanEveryMs === scanAfterErrorMs) return
    this.scanEveryMs = scanAfterErrorMs
    this.scanDueMs = Math.min(this.scanDueMs, performance.now() + scanAfterErrorMs)
    const seconds = scanAfterErrorMs / 1000
    this.context.output.note(
      `The system does not report all changes: ${error.message}. Checking the folder every ${seconds} seconds.`,
    )
  }
}

/** Reads the value of `--settle`. */
function secondsOf(text: string): number {
  if (!/^\d{1,5}(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Give a number of seconds.')
  return Number(text)
}
