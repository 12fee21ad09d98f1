import type { Clock } from '../../base/turns/clock.js'
import { apiError } from '../errors.js'
import { Windows } from './windows.js'

const windowMs = 60_000

/** Limits requests per key and minute; see {@link Windows}. */
export class RateLimit {
  private readonly requestsMax: number
  private readonly requests: Windows

  constructor(requestsMax: number, clock?: Pick<Clock, 'elapsed'>) {
    this.requestsMax = requestsMax
    this.requests = new Windows({ windowMs, ...(clock && { clock }) })
  }

  /** Counts a request. Returns 0 within the limit, else the seconds until the next window. */
  waitS(key: string): number {
    this.requests.add(key)
    return this.requests.waitS(key, this.requestsMax)
  }

  /** Counts a request. @throws {ApiError} 429 beyond the limit */
  require(key: string): void {
    const waitS = this.waitS(key)
    if (waitS > 0) throw tooManyRequests(waitS)
  }
}

/** Returns the refusal of a request that may come again after some seconds. */
export function tooManyRequests(waitS: number) {
  return apiError('rate_limited', {}, { headers: { 'retry-after': String(waitS) } })
}
