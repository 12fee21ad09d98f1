import type { Clock } from '../../base/turns/clock.js'
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
}
