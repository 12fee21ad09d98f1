import type { Clock } from '../../base/turns/clock.js'
import { networkOf } from '../../http/limits/address-network.js'
import { tooManyRequests } from '../../http/limits/rate-limit.js'
import { Windows } from '../../http/limits/windows.js'

const windowMs = 60_000

/** Settings of a {@link GuessLimit}. */
export interface GuessLimitOptions {
  /** Failures allowed per address and minute. */
  failuresMax?: number
  /** Maximum addresses tracked; above that the oldest are dropped. */
  addressesMax?: number
  clock?: Pick<Clock, 'elapsed'>
}

/**
 * Limits failed logins per network address, against guessing secrets. Counts failures only, so a busy client is never slowed down
 * by its successes.
 */
export class GuessLimit {
  private readonly failuresMax: number
  private readonly failures: Windows

  constructor({ failuresMax = 30, addressesMax, clock }: GuessLimitOptions = {}) {
    this.failuresMax = failuresMax
    this.failures = new Windows({
      windowMs,
      ...(addressesMax && { keysMax: addressesMax }),
      ...(clock && { clock }),
    })
  }

  /** Returns the seconds until the address may try again; 0 when it may try now. */
  waitS(address: string): number {
    return this.failures.waitS(networkOf(address), this.failuresMax - 1)
  }

  /** Records a failure. Returns false when the address had reached its limit; it must not learn the outcome then. */
  fail(address: string): boolean {
    if (this.waitS(address) > 0) return false
    this.failures.add(networkOf(address))
    return true
  }
}

/**
 * Runs an attempt whose failure (null) counts as a guess; refuses addresses with too many.
 *
 * @throws {ApiError} 429
 */
export async function guarded<T>(
  guesses: GuessLimit,
  address: string,
  attempt: () => Promise<T | null>,
  wrong: () => Error,
): Promise<T> {
  refuseGuesses(guesses, address)
  const result = await attempt()
  if (result !== null) return result
  // Concurrent guesses beyond the limit get no answer.
  if (!guesses.fail(address)) refuseGuesses(guesses, address)
  throw wrong()
}

/** Refuses an address with too many failures. @throws {ApiError} 429 */
export function refuseGuesses(guesses: GuessLimit, address: string): void {
  const waitS = guesses.waitS(address)
  if (waitS > 0) throw tooManyRequests(waitS)
}
