/** Answer to an attempt. */
export interface Answer {
  /** Null without an answer. */
  status: number | null
  /** The Retry-After header, unparsed. */
  retryAfter: string | null
}

/** Decision on a delivery after an attempt. */
export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; afterMs: number }
  /** Final. `gone`: the receiver answered 410 and wants no more deliveries. */
  | { kind: 'failed'; gone: boolean }

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Delay after each failed attempt (Standard Webhooks 1.0). */
export const retryDelaysMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** Longest Retry-After that is honoured. */
const retryAfterMsMax = day

/** A webhook that only fails for this long is disabled. */
const failingMsMax = 5 * day

/**
 * Decides how to continue with a delivery.
 *
 * @param step attempts before this one, since the delivery was created or redelivered
 * @param now when the answer came
 */
export function verdictOf(answer: Answer, step: number, now: Date): Verdict {
  const { status } = answer
  if (status !== null && status >= 200 && status <= 299) return { kind: 'delivered' }
  if (status === 410) return { kind: 'failed', gone: true }
  const afterMs = retryDelaysMs[step]
  if (afterMs === undefined) return { kind: 'failed', gone: false }
  return { kind: 'retry', afterMs: Math.max(afterMs, askedMs(answer, now)) }
}

/** Returns the delay an overloaded receiver (429, 503) asks for in Retry-After; 0 when it doesn't. */
export function askedMs({ status, retryAfter }: Answer, now: Date): number {
  if ((status !== 429 && status !== 503) || retryAfter === null) return 0
  // Seconds, or a date (RFC 9110 §10.2.3).
  const ms = /^\d{1,10}$/.test(retryAfter) ? Number(retryAfter) * second : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), retryAfterMsMax)
}

/** Whether a webhook that has only failed since `firstFailureAt` should be disabled. */
export function isFailing(firstFailureAt: Date | null, now: Date): boolean {
  return firstFailureAt !== null && now.getTime() - firstFailureAt.getTime() >= failingMsMax
}
