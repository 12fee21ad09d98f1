/** How many connections a receiver gets: grows while it accepts quickly, shrinks as soon as it doesn't. */
export interface Concurrency {
  /** Maximum concurrent attempts. */
  limit: number
  /** Consecutive failures. */
  failures: number
}

/** Start value: a dead receiver ties up one connection only. */
export const initialConcurrency: Concurrency = { limit: 1, failures: 0 }

/** A slower answer doesn't raise the limit. */
const quickMsMax = 2_000
const pauseMsMin = 50
const pauseMsMax = 10_000
/** Longest Retry-After that pauses the whole receiver; each delivery honours its own in full. */
const askedMsMax = 15 * 60_000

/** Returns the concurrency after an attempt. */
export function nextConcurrency(
  { limit, failures }: Concurrency,
  accepted: boolean,
  durationMs: number,
  limitMax: number,
): Concurrency {
  if (!accepted) return { limit: Math.max(1, limit >> 1), failures: failures + 1 }
  if (durationMs > quickMsMax) return { limit: Math.max(1, limit - 1), failures: 0 }
  return { limit: Math.min(limitMax, limit * 2), failures: 0 }
}

/**
 * Returns how long to pause a receiver, so that a dead one with a backlog of 100,000 is not tried 100,000 times in a row.
 * A single failure doesn't pause it.
 *
 * @param askedMs from Retry-After
 */
export function pauseMs({ failures }: Concurrency, askedMs: number): number {
  const own = failures < 2 ? 0 : Math.min(pauseMsMax, pauseMsMin * 2 ** (failures - 2))
  return Math.max(own, Math.min(askedMs, askedMsMax))
}
