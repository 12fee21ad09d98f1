import { isIPv4, isIPv6 } from 'node:net'

/** Settings of a {@link GuessLimit}. */
export interface GuessLimitOptions {
  /** Failures allowed per address and window. */
  failuresMax?: number
  windowMs?: number
  /** Addresses remembered at once; beyond that the oldest are forgotten. */
  addressesMax?: number
  now?: () => number
}

/**
 * Counts failed logins per network address, so that secrets cannot be guessed from one place. Only failures count: a busy
 * client behind one address is never slowed down by its successes.
 */
export class GuessLimit {
  private readonly failuresMax: number
  private readonly windowMs: number
  private readonly addressesMax: number
  private readonly now: () => number
  // In order of their window's start, so that the first ones end first.
  private readonly windows = new Map<string, { startMs: number; failures: number }>()

  constructor(options: GuessLimitOptions = {}) {
    this.failuresMax = options.failuresMax ?? 30
    this.windowMs = options.windowMs ?? 60_000
    this.addressesMax = options.addressesMax ?? 100_000
    this.now = options.now ?? Date.now
  }

  /** Seconds until the address may try again, or 0 when it may try now. */
  waitS(address: string): number {
    const window = this.windows.get(networkOf(address))
    if (window === undefined || window.failures < this.failuresMax) return 0
    const leftMs = window.startMs + this.windowMs - this.now()
    return leftMs > 0 ? Math.ceil(leftMs / 1000) : 0
  }

  /** Records a failure. Returns false when the address was over its limit already: then it must not learn that it failed. */
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
    this.forget(now)
    return true
  }

  private forget(now: number): void {
    for (const [network, window] of this.windows) {
      if (window.startMs + this.windowMs > now && this.windows.size <= this.addressesMax) break
      this.windows.delete(network)
    }
  }
}

/**
 * What one customer of a provider holds: an IPv4 address, or the first 64 bits of an IPv6 address. IPv4 written as IPv6
 * (`::ffff:192.0.2.1`) is the IPv4 address.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const plain = address.split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  // With an embedded dotted quad the last group counts as two; it never reaches into the first four groups.
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const lastCount = last.length + (last.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - first.length - lastCount
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
