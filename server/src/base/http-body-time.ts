import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads the body itself, as it comes, and watches that it keeps coming. */
    isStreamed?: boolean
  }
}

/** How long a client may go on sending after it was answered, so that it gets to read the answer. */
const lingerMs = 2000

/** What is being read on a connection: one request at a time, for those behind it wait in the parser. */
interface Reading {
  raw: IncomingMessage | null
  /** Was it there at the last look? */
  isOld: boolean
}

/**
 * Ends requests whose body does not arrive in time. Node's own limit knows no exception for large uploads.
 *
 * Requests are noted with their connection, not in a set of their own: a set that is added to and deleted from all the time is
 * copied all the time, and each copy keeps alive what was in the one before, until the old generation is collected.
 */
export class BodyTime {
  private readonly readings = new Map<Socket, Reading>()

  /** @param ms a body may take so long, and up to twice that */
  constructor(server: Server, ms: number) {
    server.on('connection', (socket: Socket) => {
      this.readings.set(socket, { raw: null, isOld: false })
      socket.once('close', () => this.readings.delete(socket))
    })
    const timer = setInterval(() => this.endLate(server), ms)
    timer.unref()
    server.once('close', () => clearInterval(timer))
  }

  begin(raw: IncomingMessage): void {
    const reading = this.readings.get(raw.socket)
    if (!reading) return
    reading.raw = raw
    reading.isOld = false
  }

  end(raw: IncomingMessage): void {
    const reading = this.readings.get(raw.socket)
    if (reading?.raw === raw) reading.raw = null
  }

  private endLate(server: Server): void {
    for (const [socket, reading] of this.readings) {
      const { raw, isOld } = reading
      reading.isOld = true
      if (!raw || !isOld || raw.complete || raw.destroyed) continue
      // As Node does it.
      server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }
  }
}

/** Takes and drops what a client still sends though it was answered, for a moment; then its connection is closed. */
export function letGo(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), lingerMs)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
