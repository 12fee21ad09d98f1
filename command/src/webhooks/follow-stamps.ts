import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type StampEvent, stampEvents } from '@tallystick/sdk'
import { isTemporary } from '../failure.js'

const pauseMsMax = 10_000

/**
 * Yields the account's events until it is aborted. When the connection ends, it connects again and catches up.
 * @param onLost called when the service cannot be reached, once per outage
 * @throws {ServiceError} when the service refuses permanently
 */
export async function* followStamps(
  client: Client,
  { signal, onLost }: { signal: AbortSignal; onLost(error: Error): void },
): AsyncGenerator<StampEvent, void, undefined> {
  let since: string | undefined
  for (let failures = 0; ; failures++) {
    try {
      for await (const event of stampEvents(client, { since, signal })) {
        since = event.position
        failures = 0
        yield event
      }
    } catch (error) {
      signal.throwIfAborted()
      if (!isTemporary(error)) throw error
      if (failures === 0) onLost(error as Error)
    }
    signal.throwIfAborted()
    await sleep(Math.min(pauseMsMax, 250 * 2 ** failures), undefined, { signal })
  }
}
