import { Readable } from 'node:stream'
import type { StampEvent } from './feed.js'

/** Bytes buffered for a client. A slower one is disconnected, and resumes at its position. */
const bufferedMax = 1 << 20
/** Proxies close idle connections, often after 30 or 60 seconds. */
const heartbeatMs = 15_000
const reconnectMs = 2000

/** An endless response of server-sent events (HTML Living Standard §9.2). */
export class EventStream extends Readable {
  private position: number | null = null
  private readonly heartbeat: NodeJS.Timeout

  constructor() {
    super({ read: () => undefined })
    // The client keeps an ID without data too, and resumes there.
    this.heartbeat = setInterval(() => this.write(`: heartbeat\nid: ${this.position ?? ''}\n\n`), heartbeatMs)
    this.heartbeat.unref()
    this.once('close', () => clearInterval(this.heartbeat))
  }

  /** Sends the events up to `position`. The first call also sends `ready`: from then on nothing is missed. */
  send(events: readonly StampEvent[], position: number): void {
    const lines = events.map(({ name, data }) => message(name, position, data))
    if (this.position === null) lines.unshift(`retry: ${reconnectMs}\n${message('ready', position, {})}`)
    this.position = position
    if (lines.length > 0) this.write(lines.join(''))
  }

  /** Ends the response after what is buffered. */
  end(): void {
    if (!this.readableEnded) this.push(null)
    clearInterval(this.heartbeat)
  }

  private write(text: string): void {
    if (this.destroyed || this.readableEnded) return
    this.push(text)
    if (this.readableLength > bufferedMax) this.destroy()
  }
}

function message(event: string, position: number, data: object): string {
  return `event: ${event}\nid: ${position}\ndata: ${JSON.stringify(data)}\n\n`
}
