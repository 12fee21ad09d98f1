/** An event as it comes over the wire. */
interface ServerEvent {
  name: string
  data: string
}

/**
 * Reads server-sent events (HTML Living Standard §9.2.6) from the text of an answer, in pieces however it was cut. `EventSource`
 * does the same, but cannot send a token.
 */
export class SseReader {
  /** Where to go on after a break: the `id` that was told last. */
  lastId: string
  private rest = ''
  private name = ''
  private data: string[] = []
  private id: string

  constructor(lastId = '') {
    this.lastId = lastId
    this.id = lastId
  }

  /** Takes a piece of text; gives the events that are whole with it. */
  take(text: string): ServerEvent[] {
    const events: ServerEvent[] = []
    // A CR at the very end may be half of a line end.
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

  /** The id counts also when nothing came with it. */
  private dispatch(): ServerEvent | null {
    const event = this.data.length > 0 ? { name: this.name || 'message', data: this.data.join('\n') } : null
    this.lastId = this.id
    this.name = ''
    this.data = []
    return event
  }
}
