/** What came back of an attempt. */
export interface Answer {
  /** Null: no answer came. */
  status: number | null
  /** The header Retry-After as it came. */
  retryAfter: string | null
}

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'retry'; afterMs: number }
  /** For good. `gone`: the receiver wants nothing any more. */
  | { kind: 'failed'; gone: boolean }

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long after each failed attempt the next one follows (Standard Webhooks 1.0). */
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

/** A receiver may ask for more patience than this, but is not given it. */
const retryAfterMsMax = day

/** So long nothing but failures, and the webhook is disabled. */
const failingMsMax = 5 * day

/**
 * Decides what becomes of a delivery.
 *
 * @param step attempts before this one, since it was sent first or anew
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

/** For how long a receiver that is overloaded asks to be left alone (429, 503); 0 when it does not. */
export function askedMs({ status, retryAfter }: Answer, now: Date): number {
  if ((status !== 429 && status !== 503) || retryAfter === null) return 0
  // Delay in seconds, or a date (RFC 9110, section 10.2.3).
  const ms = /^\d{1,10}$/.test(retryAfter) ? Number(retryAfter) * second : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), retryAfterMsMax)
}

/** Is it time to disable a webhook from which nothing but failures came back since `firstFailureAt`? */
export function isFailing(firstFailureAt: Date | null, now: Date): boolean {
  return firstFailureAt !== null && now.getTime() - firstFailureAt.getTime() >= failingMsMax
}
