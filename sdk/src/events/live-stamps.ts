import type { Client } from '../client.js'
import { sleep } from '../waiting.js'
import { type StampChange, stampEvents } from './stamp-events.js'

/** Called with a change; with null when any stamp may have changed, or the connection was made or lost. */
type Watcher = (change: StampChange | null) => void

const pauseMsMax = 10_000

/** One connection to the event stream for all watchers, open while it has any. The service allows an account ten. */
export class LiveStamps {
  /** Whether changes arrive at once. */
  isLive = false
  private readonly client: Client
  private readonly watchers = new Set<Watcher>()
  private connection: AbortController | null = null

  constructor(client: Client) {
    this.client = client
  }

  /** Calls `watcher` until the returned function is called. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher)
    if (!this.connection) {
      this.connection = new AbortController()
      void this.stayConnected(this.connection.signal)
    }
    return () => {
      this.watchers.delete(watcher)
      if (this.watchers.size > 0) return
      this.isLive = false
      this.connection?.abort()
      this.connection = null
    }
  }

  private async stayConnected(signal: AbortSignal): Promise<void> {
    let since: string | undefined
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        for await (const event of stampEvents(this.client, { since, signal })) {
          if (signal.aborted) return
          since = event.position
          failures = 0
          if (event.name === 'position') continue
          if (event.name === 'ready') this.isLive = true
          this.notify(event.name === 'stamp' ? event.change : null)
        }
      } catch {
        // Watchers also ask, and learn the reason that way.
      }
      if (signal.aborted) return
      this.isLive = false
      this.notify(null)
      await sleep(Math.min(pauseMsMax, 250 * 2 ** failures), signal).catch(() => undefined)
    }
  }

  private notify(change: StampChange | null): void {
    for (const watcher of this.watchers) watcher(change)
  }
}
