import type { Client } from '../client.js'
import type { RequestOptions } from '../request-options.js'
import { findStamp, type StampDetails } from '../stamps/stamps.js'
import { sleep } from '../waiting.js'
import type { LiveStamps } from './live-stamps.js'

/** The stamp has failed: the chain rejected its transaction repeatedly. Its hash can be stamped again. */
export class StampFailedError extends Error {
  override name = 'StampFailedError'
  readonly code = 'stamp_failed'
  readonly stamp: StampDetails

  constructor(stamp: StampDetails) {
    super(`Stamp ${stamp.code} will not be anchored. Stamp its hash again, and notify the operator.`)
    this.stamp = stamp
  }
}

/** Options of waiting. */
export interface WaitOptions extends RequestOptions {
  /** Gives up after this time, in milliseconds; by default only with `signal`. */
  timeoutMs?: number | undefined
}

/** The stream says when to look; this is for changes that it missed, and for stamps of others. */
const lookMs = 30_000
/** Without a stream. */
const pollMs = 2000

/** Waits until a stamp is final: looks at once, whenever the event stream reports a change, and from time to time. */
export async function waitUntilFinal(
  client: Client,
  live: LiveStamps,
  id: string,
  { signal, timeoutMs }: WaitOptions,
): Promise<StampDetails> {
  const limits = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)]
  const ended = AbortSignal.any(limits.filter((limit) => limit !== undefined))
  let code: string | undefined
  let nap = new AbortController()
  const stop = live.watch((change) => {
    if (change === null || code === undefined || change.code === code) nap.abort()
  })
  try {
    for (;;) {
      // A change that arrives while this looks ends the nap before it begins.
      nap = new AbortController()
      const stamp = await findStamp(client, id, { signal: ended })
      if (stamp.state === 'final') return stamp
      if (stamp.state === 'failed') throw new StampFailedError(stamp)
      code = stamp.code
      await sleep(live.isLive ? lookMs : pollMs, AbortSignal.any([ended, nap.signal])).catch(() => undefined)
      ended.throwIfAborted()
    }
  } finally {
    stop()
  }
}
