/** A time that someone states: a block, an authority, a witness. */
export type StatedTime = {
  /** Milliseconds since 1970. */
  readonly timeMs: number
  /** How far it may be off, as its source states. */
  readonly accuracyMs?: number
}

/** Bounds of a stated time. */
export type TimeBounds = {
  /** When what it is about began to exist. */
  readonly notBeforeMs?: number
  /** The reader's time. */
  readonly nowMs?: number
  /** How far clocks may differ; two hours, unless they are watched. */
  readonly toleranceMs?: number
}

/** Readers' clocks are often wrong by a time zone or two. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 60 * 1000

/**
 * Returns what is wrong with a time from outside, if anything: `early` when it lies before what it is about, `late` when it lies after
 * now. One rule for blocks, authorities and witnesses, wherever they are read.
 * @example
 * timeProblem({ timeMs: Date.parse('2100-01-01T00:00:00Z') }, { nowMs: Date.parse('2026-01-01T00:00:00Z') }) // 'late'
 */
export function timeProblem({ timeMs, accuracyMs = 0 }: StatedTime, bounds: TimeBounds): 'early' | 'late' | null {
  const { notBeforeMs, nowMs, toleranceMs = CLOCK_TOLERANCE_MS } = bounds
  const slackMs = toleranceMs + accuracyMs
  if (notBeforeMs !== undefined && timeMs < notBeforeMs - slackMs) return 'early'
  if (nowMs !== undefined && timeMs > nowMs + slackMs) return 'late'
  return null
}
