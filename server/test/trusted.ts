import { wallTime } from '../../test/wall-time.js'
import type { TrustedClock, TrustedTime } from '../src/base/turns/clock.js'

/** Returns a time, so long after now, for what expires by it. */
export function trusted(afterMs = 0): TrustedTime {
  return wallTime(afterMs) as TrustedTime
}

/** Trusts the time of day. */
export const trusting: TrustedClock = { whenTrusted: (work) => work(trusted()), doubts: () => [] }

/** A clock that is so far ahead, and in doubt. */
export const doubting: TrustedClock = { whenTrusted: async () => undefined, doubts: () => ['in doubt'] }
