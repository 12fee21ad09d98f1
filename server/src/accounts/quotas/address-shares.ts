import { apiError } from '../../http/errors.js'
import { networkOf } from '../../http/limits/address-network.js'
import type { Quotas } from './quotas.js'

/** Addresses that may use up half of what an account can make in a day, one after another. */
const addressesToHalf = 20
const addressesMax = 100_000

/**
 * Divides the stamps that an account can make in a day among the addresses that stamp as it, without a login. An address's share shrinks
 * with the square of what is left: after n addresses that use up theirs, one after another or at once, about 20 / (20 + n) of the limit
 * is left, so no number of them closes it to the next one. Each process counts its own requests, also those for stamps that exist.
 */
export class AddressShares {
  private readonly quotas: Pick<Quotas, 'stampsLeft'>
  /** The UTC day of these, once a limit is known. */
  private day: number | null = null
  /** Stamps of the day by address, IPv6 by /64; the longest unused are first, and dropped first. */
  private readonly used = new Map<string, number>()

  constructor(quotas: Pick<Quotas, 'stampsLeft'>) {
    this.quotas = quotas
  }

  /**
   * Takes a stamp from an address's share.
   *
   * @returns a function that gives it back, if it wasn't made
   * @throws {ApiError} 429 when the address has used its share
   */
  take(accountId: string, address: string): () => void {
    const today = this.quotas.stampsLeft(accountId)
    if (today) this.beginDay(today.day)
    const network = networkOf(address)
    const used = this.used.get(network) ?? 0
    if (today && used >= shareOf(today)) {
      throw apiError('address_share', {}, { headers: { 'retry-after': String(today.daySecondsLeft) } })
    }
    this.use(network, used + 1)
    return () => this.giveBack(network)
  }

  private use(network: string, count: number): void {
    this.used.delete(network)
    this.used.set(network, count)
    const [oldest] = this.used.keys()
    if (this.used.size > addressesMax && oldest !== undefined) this.used.delete(oldest)
  }

  private giveBack(network: string): void {
    const used = this.used.get(network) ?? 0
    if (used > 1) this.used.set(network, used - 1)
    else this.used.delete(network)
  }

  private beginDay(day: number): void {
    if (this.day !== null && day !== this.day) this.used.clear()
    this.day = day
  }
}

/** A share of L² / 20 Q makes each address that uses it up divide what is left as 20 / (20 + n) falls from one n to the next. */
function shareOf({ left, limit }: { left: number; limit: number }): number {
  return left ** 2 / (addressesToHalf * limit)
}
