/** A time, and when it was read on a clock that never jumps: it tells the time ever after. */
export interface Line {
  timeMs: number
  elapsedMs: number
}

/** A block, as it was first seen. */
export interface SeenBlock extends Line {
  number: number
  /** It appeared between two looks, so it was made just before it was seen, as far as the node keeps up. */
  isNew: boolean
}

/** Everything known about the time. */
export interface Knowledge {
  /** The time that was last trusted. */
  trusted: Line
  /** How much later it may be than time has passed: before the first look, the service may have been off for a while. */
  gapMs: number
  /** The database's clock, give or take half the time of the question. */
  database: (Line & { errorMs: number }) | null
  block: SeenBlock | null
  /** How far blocks may be ahead: an operator accepted as much. */
  blocksAheadMs: number
}

/** How exact the clocks are expected to be. */
export interface Tolerances {
  toleranceMs: number
  /** How much older than the time of day a new block may be, beyond the tolerance. */
  blockLagMs: number
}

/** A contradiction: how far this machine's clock is ahead of something else that knows the time, or behind it. */
export interface Doubt {
  against: 'itself' | 'the past' | 'database' | 'block'
  aheadMs: number
}

/** Returns how far one time is ahead of another. */
export function aheadOf(now: Line, other: Line): number {
  return now.timeMs - (other.timeMs + now.elapsedMs - other.elapsedMs)
}

/** Returns the contradictions between the time of day and everything else that knows it. */
export function judge(now: Line, known: Knowledge, { toleranceMs, blockLagMs }: Tolerances): Doubt[] {
  const doubts: Doubt[] = []
  const past = aheadOf(now, known.trusted)
  if (past < -toleranceMs || past > toleranceMs + known.gapMs) {
    doubts.push({ against: known.gapMs > 0 ? 'the past' : 'itself', aheadMs: past })
  }
  if (known.database) {
    const ahead = aheadOf(now, known.database)
    if (Math.abs(ahead) > toleranceMs + known.database.errorMs) doubts.push({ against: 'database', aheadMs: ahead })
  }
  if (known.block) {
    const ahead = aheadOf(now, known.block)
    const isBehind = ahead < -(toleranceMs + known.blocksAheadMs)
    const isAhead = known.block.isNew && ahead > toleranceMs + blockLagMs
    if (isBehind || isAhead) doubts.push({ against: 'block', aheadMs: ahead })
  }
  return doubts
}

/** Returns whether a block shows that the clock isn't ahead: it can't have been made later than now. */
export function isRecent(now: Line, block: SeenBlock, { toleranceMs, blockLagMs }: Tolerances): boolean {
  const ahead = aheadOf(now, block)
  return ahead >= -toleranceMs && ahead <= toleranceMs + blockLagMs
}

/** Says so in a sentence. */
export function doubtText({ against, aheadMs }: Doubt, now: Line, known: Knowledge): string {
  const by = `${spanOf(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  const isNow = `This machine's clock (${new Date(now.timeMs).toISOString()}) is ${by}`
  switch (against) {
    case 'itself':
      return `${isNow} the time that has passed: it was set, or jumped. ${confirm('If it is right now')}`
    case 'the past':
      return `${isNow} ${new Date(known.trusted.timeMs).toISOString()}, when it was last trusted. ${confirm('If the service was off for so long, or the clock was wrong then')}`
    case 'database':
      return `${isNow} the database's. Set both by the same time servers.`
    case 'block':
      return aheadMs > 0
        ? `${isNow} block ${known.block?.number}, which is new. Set the clock, or wait until the node has caught up.`
        : `${isNow} block ${known.block?.number}. Set the clock. ${confirm("If the block's time is wrong")}`
  }
}

const confirm = (when: string) => `${when}, confirm it: tallystick admin clock accept`

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** Returns a length of time in its largest unit that gives about two or more, rounded. */
function spanOf(ms: number): string {
  const [name, length] = units.find(([, unit]) => ms >= 1.9 * unit) ?? units[3]
  const count = Math.round(ms / length)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
