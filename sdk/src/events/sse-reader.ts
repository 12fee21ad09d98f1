/** An event of the stream. */
interface ServerEvent {
  name: string
  data: string
  /** Where to resume after it. */
  id: string
}

/**
 * Parses server-sent events (HTML Living Standard §9.2.6) from chunks of a response. `EventSource` does the same, but cannot send
 * a token.
 */
export class SseReader {
  /** The last event's `id`, to resume from. */
  lastId: string
  private rest = ''
  private name = ''
  private data: string[] = []
  private id: string

  constructor(lastId = '') {
    this.lastId = lastId
    this.id = lastId
  }

  /** Takes a chunk and returns the events it completes. */
  take(text: string): ServerEvent[] {
    const events: ServerEvent[] = []
    // A trailing CR may be half a CRLF.
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/)
    this.rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        const event = this.dispatch()
        if (event) events.push(event)
      } else this.field(line)
    }
    return events
  }

  private field(line: string): void {
    const colon = line.indexOf(':')
    if (colon === 0) return
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') this.name = value
    else if (name === 'data') this.data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.id = value
  }

  /** An id counts even without data. */
  private dispatch(): ServerEvent | null {
    const { id } = this
    const event = this.data.length > 0 ? { name: this.name || 'message', data: this.data.join('\n'), id } : null
    this.lastId = id
    this.name = ''
    this.data = []
    return event
  }
}
