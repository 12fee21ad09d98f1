import { Readable } from 'node:stream'
import type { StampEvent } from './event-feed.js'

/** Bytes that may wait for a client; one that reads more slowly is let go, and comes back to where it was. */
const waitingMax = 1 << 20
/** Proxies close connections on which nothing happens, often after a minute or half of one. */
const heartbeatMs = 15_000
const reconnectMs = 2000

/** An answer that does not end: server-sent events (HTML Living Standard §9.2). */
export class EventStream extends Readable {
  private position: number | null = null
  private readonly heartbeat: NodeJS.Timeout

  constructor() {
    super({ read: () => undefined })
    // An id without data is kept by the client: it comes back to there, though nothing has happened.
    this.heartbeat = setInterval(() => this.tell(`: heartbeat\nid: ${this.position ?? ''}\n\n`), heartbeatMs)
    this.heartbeat.unref()
    this.once('close', () => clearInterval(this.heartbeat))
  }

  /** Tells events, after which everything up to `position` has been told. The first time says that nothing is missed from now on. */
  send(events: readonly StampEvent[], position: number): void {
    const lines = events.map(({ name, data }) => message(name, position, data))
    if (this.position === null) lines.unshift(`retry: ${reconnectMs}\n${message('ready', position, {})}`)
    this.position = position
    if (lines.length > 0) this.tell(lines.join(''))
  }

  /** The last line has been sent. */
  end(): void {
    if (!this.readableEnded) this.push(null)
    clearInterval(this.heartbeat)
  }

  private tell(text: string): void {
    if (this.destroyed || this.readableEnded) return
    this.push(text)
    if (this.readableLength > waitingMax) this.destroy()
  }
}

function message(event: string, position: number, data: object): string {
  return `event: ${event}\nid: ${position}\ndata: ${JSON.stringify(data)}\n\n`
}
