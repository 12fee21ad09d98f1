import type { Logger } from 'pino'
import type { Database } from '../base/database/db.js'
import { type Clock, type TrustedClock, type TrustedTime, wakingClock } from '../base/turns/clock.js'
import { aheadOf, type Doubt, doubtText, isRecent, judge, type Knowledge, type Line, type SeenBlock } from './judge.js'
import type { ClockConfig } from './settings.js'
import * as sql from './sql.js'

/** A block that a node shows now. */
export interface HeadBlock {
  number: number
  timeMs: number
}

/** Settings of a {@link ClockWatch}. */
export interface ClockWatchOptions {
  database: Pick<Database, 'query' | 'execute'>
  config: ClockConfig
  /** The chain's clock is this machine's: it tells nothing more. */
  isOwnChain: boolean
  /** The newest block, if this process is following the chain. */
  head?: () => HeadBlock | null
  clock?: Clock
  logger: Pick<Logger, 'info' | 'warn'>
}

/** Nodes fall behind: blocks of others' chains arrive up to this late. */
const blockLagMs = 600_000
/** How often a trusted time is remembered. */
const rememberMs = 60_000
/** Hundredths of a second are rounded twice. */
const readingErrorMs = 20

/**
 * Compares the time of day with a clock that never jumps, with the database's, with the newest block, and, at a start, with the time
 * that was last trusted. While two of them contradict each other, nothing expires.
 *
 * A jump is settled by setting the clock; by a recent block of a chain elsewhere; or by a time that the operator, or another process
 * that trusts its own, has written since. The database and blocks contradict until they don't.
 */
export class ClockWatch implements TrustedClock {
  private readonly options: ClockWatchOptions
  private readonly clock: Clock
  private known: Knowledge | null = null
  /** The head at the last look, while the chain was followed. */
  private followed: HeadBlock | null = null
  /** The times in the database at the last look, and when that was. */
  private before: { trustedMs: number; acceptedMs: number; lookedMs: number } | null = null
  private savedMs = Number.NEGATIVE_INFINITY
  private looking: Promise<void> | null = null
  private wasInDoubt = false

  constructor(options: ClockWatchOptions) {
    this.options = options
    this.clock = options.clock ?? wakingClock
  }

  /** Looks at all clocks. @throws {Error} of the database */
  async look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = null
    })
    await this.looking
  }

  doubts(): readonly string[] {
    const { known } = this
    if (!known) return ["This machine's clock hasn't been compared with the database's yet."]
    const now = this.now()
    return this.judge(now, known).map((doubt) => doubtText(doubt, now, known))
  }

  async whenTrusted<T>(work: (now: TrustedTime) => Promise<T>): Promise<T | undefined> {
    await this.look()
    if (this.doubts().length > 0) return undefined
    return work(new Date(this.clock.now()) as TrustedTime)
  }

  /**
   * Accepts this machine's time for all processes: what was trusted before, and blocks that are ahead, no longer speak against it.
   *
   * @returns why it can't be accepted, or null: of two clocks that differ, one is wrong
   */
  async accept(): Promise<string | null> {
    await this.look()
    const known = this.known as Knowledge
    const now = this.now()
    const open = this.judge(now, known).find(({ against }) => against === 'database')
    if (open) return doubtText(open, now, known)
    await this.options.database.execute(sql.acceptTime, [new Date(now.timeMs)])
    return null
  }

  private now(): Line {
    return { timeMs: this.clock.now(), elapsedMs: this.clock.elapsed() }
  }

  private get tolerances() {
    const { config, isOwnChain } = this.options
    return { toleranceMs: config.clockToleranceMs, blockLagMs: isOwnChain ? 0 : blockLagMs }
  }

  private judge(now: Line, known: Knowledge): Doubt[] {
    return judge(now, known, this.tolerances)
  }

  private async lookNow(): Promise<void> {
    const askedMs = this.clock.elapsed()
    const [row] = await this.options.database.query<sql.ClockRow>(sql.readClock)
    if (!row) throw new Error('the database did not tell the time')
    const now = this.now()
    const errorMs = (now.elapsedMs - askedMs) / 2 + readingErrorMs
    const trusted = this.known?.trusted ?? { timeMs: row.trusted_at?.getTime() ?? now.timeMs, elapsedMs: now.elapsedMs }
    const seen: Knowledge = {
      trusted,
      gapMs: this.known?.gapMs ?? this.options.config.clockGapMs,
      database: { timeMs: row.now.getTime(), elapsedMs: (askedMs + now.elapsedMs) / 2, errorMs },
      block: this.newest(row, now),
      blocksAheadMs: row.blocks_ahead_ms,
    }
    const written = {
      trusted: this.isJustWritten('trustedMs', row.trusted_at, now),
      accepted: this.isJustWritten('acceptedMs', row.accepted_at, now),
    }
    this.before = { trustedMs: msOf(row.trusted_at), acceptedMs: msOf(row.accepted_at), lookedMs: now.elapsedMs }
    if (written.accepted) await this.acceptBlocks(seen, now)
    const isSettled = written.trusted || written.accepted || this.isShownByBlock(seen, now)
    this.known = isSettled || this.judge(now, seen).length === 0 ? trustNow(seen, now) : seen
    await this.conclude(now, this.judge(now, this.known))
  }

  /** Returns whether a time was written since the last look, by the operator or a process that trusts its own, and is this one's. */
  private isJustWritten(which: 'trustedMs' | 'acceptedMs', at: Date | null, now: Line): boolean {
    if (!at || !this.before || at.getTime() === this.before[which]) return false
    const sinceMs = now.elapsedMs - this.before.lookedMs
    return Math.abs(now.timeMs - at.getTime()) <= this.tolerances.toleranceMs + sinceMs
  }

  private isShownByBlock({ block }: Knowledge, now: Line): boolean {
    return !this.options.isOwnChain && block !== null && isRecent(now, block, this.tolerances)
  }

  /** The operator has seen that blocks are ahead of the time, and confirmed the time. */
  private async acceptBlocks(seen: Knowledge, now: Line): Promise<void> {
    const aheadMs = seen.block ? Math.ceil(-aheadOf(now, seen.block)) : 0
    if (aheadMs <= seen.blocksAheadMs) return
    await this.options.database.execute(sql.acceptBlocks, [aheadMs])
    seen.blocksAheadMs = aheadMs
  }

  private newest(row: sql.ClockRow, now: Line): SeenBlock | null {
    const head = this.options.head?.() ?? null
    const isNew = head !== null && this.followed !== null && head.number > this.followed.number
    this.followed = head
    const recorded = row.number === null || !row.time ? null : { number: row.number, timeMs: row.time.getTime() }
    const newest = head && !(recorded && recorded.number > head.number) ? head : recorded
    const before = this.known?.block
    if (!newest || (before?.number === newest.number && before.timeMs === newest.timeMs)) return before ?? null
    return { number: newest.number, timeMs: newest.timeMs, elapsedMs: now.elapsedMs, isNew: isNew && newest === head }
  }

  /** Remembers the time while it is trusted, and logs when that begins or ends. */
  private async conclude(now: Line, doubts: readonly Doubt[]): Promise<void> {
    const { database, logger } = this.options
    const isInDoubt = doubts.length > 0
    if (isInDoubt && !this.wasInDoubt) logger.warn({ doubts: this.doubts() }, 'the time is in doubt: nothing expires')
    if (!isInDoubt && this.wasInDoubt) logger.info('the time is no longer in doubt')
    this.wasInDoubt = isInDoubt
    if (isInDoubt || now.elapsedMs - this.savedMs < rememberMs) return
    await database.execute(sql.trustTime, [new Date(now.timeMs)])
    this.savedMs = now.elapsedMs
  }
}

/** Returns the knowledge with the time as it is now for the trusted one: steps that are allowed don't add up. */
function trustNow({ database, block, blocksAheadMs }: Knowledge, now: Line): Knowledge {
  return { trusted: now, gapMs: 0, database, block, blocksAheadMs }
}

const msOf = (at: Date | null) => at?.getTime() ?? Number.NaN
