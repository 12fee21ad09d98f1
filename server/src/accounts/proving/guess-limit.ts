import { isIPv4, isIPv6 } from 'node:net'
import { apiError } from '../../http/errors.js'

/** Settings of a {@link GuessLimit}. */
export interface GuessLimitOptions {
  /** Failures allowed per address and window. */
  failuresMax?: number
  windowMs?: number
  /** Maximum addresses tracked; above that the oldest are dropped. */
  addressesMax?: number
  now?: () => number
}

/**
 * Limits failed logins per network address, against guessing secrets. Counts failures only, so a busy client is never slowed down
 * by its successes.
 */
export class GuessLimit {
  private readonly failuresMax: number
  private readonly windowMs: number
  private readonly addressesMax: number
  private readonly now: () => number
  // Ordered by the start of the window, so the first entries expire first.
  private readonly windows = new Map<string, { startMs: number; failures: number }>()

  constructor(options: GuessLimitOptions = {}) {
    this.failuresMax = options.failuresMax ?? 30
    this.windowMs = options.windowMs ?? 60_000
    this.addressesMax = options.addressesMax ?? 100_000
    this.now = options.now ?? Date.now
  }

  /** Returns the seconds until the address may try again; 0 when it may try now. */
  waitS(address: string): number {
    const window = this.windows.get(networkOf(address))
    if (window === undefined || window.failures < this.failuresMax) return 0
    const leftMs = window.startMs + this.windowMs - this.now()
    return leftMs > 0 ? Math.ceil(leftMs / 1000) : 0
  }

  /** Records a failure. Returns false when the address had reached its limit; it must not learn the outcome then. */
  fail(address: string): boolean {
    if (this.waitS(address) > 0) return false
    const network = networkOf(address)
    const now = this.now()
    const window = this.windows.get(network)
    if (window !== undefined && window.startMs + this.windowMs > now) {
      window.failures++
      return true
    }
    this.windows.delete(network)
    this.windows.set(network, { startMs: now, failures: 1 })
    this.expire(now)
    return true
  }

  private expire(now: number): void {
    for (const [network, window] of this.windows) {
      if (window.startMs + this.windowMs > now && this.windows.size <= this.addressesMax) break
      this.windows.delete(network)
    }
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
  if (waitS > 0) throw apiError('rate_limited', undefined, { headers: { 'retry-after': String(waitS) } })
}

/**
 * Returns what a provider assigns to one customer: the IPv4 address, or the /64 network of an IPv6 address. Unwraps IPv4-mapped
 * addresses (`::ffff:192.0.2.1`).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const plain = address.split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  // An embedded dotted quad counts as two groups, and never overlaps the first four.
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const lastCount = last.length + (last.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - first.length - lastCount
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
