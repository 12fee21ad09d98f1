/** How much at once a receiver is given: more as long as it accepts quickly, less as soon as it does not. */
export interface Pace {
  /** Connections it may have. */
  limit: number
  /** Attempts that failed since the last that did not. */
  failures: number
}

/** Where each receiver begins: one that is dead holds up one connection. */
export const firstPace: Pace = { limit: 1, failures: 0 }

/** A receiver that takes longer is not given more. */
const quickMsMax = 2_000
const pauseMsMin = 50
const pauseMsMax = 10_000
/** What a receiver asks for itself (Retry-After) is kept up to this; each delivery keeps to what was asked for it anyhow. */
const askedMsMax = 15 * 60_000

/** The pace after an attempt. */
export function nextPace({ limit, failures }: Pace, accepted: boolean, durationMs: number, limitMax: number): Pace {
  if (!accepted) return { limit: Math.max(1, limit >> 1), failures: failures + 1 }
  if (durationMs > quickMsMax) return { limit: Math.max(1, limit - 1), failures: 0 }
  return { limit: Math.min(limitMax, limit * 2), failures: 0 }
}

/**
 * How long to leave a receiver alone: a dead one with 100,000 deliveries is not asked 100,000 times in a row whether it is
 * still dead. One failure alone is no reason.
 *
 * @param askedMs by its Retry-After
 */
export function pauseMs({ failures }: Pace, askedMs: number): number {
  const own = failures < 2 ? 0 : Math.min(pauseMsMax, pauseMsMin * 2 ** (failures - 2))
  return Math.max(own, Math.min(askedMs, askedMsMax))
}
