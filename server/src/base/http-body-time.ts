import type { IncomingMessage, Server } from 'node:http'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads the body itself, as it comes, and watches that it keeps coming. */
    isStreamed?: boolean
  }
}

/** How long a client may go on sending after it was answered, so that it gets to read the answer. */
const lingerMs = 2000

/**
 * Ends requests whose body does not arrive in time. Node's own limit knows no exception for large uploads; this one costs two
 * entries in a set for each request.
 */
export class BodyTime {
  private young = new Set<IncomingMessage>()
  private old = new Set<IncomingMessage>()

  /** @param ms a body may take so long, and up to twice that */
  constructor(server: Server, ms: number) {
    const timer = setInterval(() => this.endLate(server), ms)
    timer.unref()
    server.once('close', () => clearInterval(timer))
  }

  begin(raw: IncomingMessage): void {
    this.young.add(raw)
  }

  end(raw: IncomingMessage): void {
    if (!this.young.delete(raw)) this.old.delete(raw)
  }

  private endLate(server: Server): void {
    for (const raw of this.old) {
      if (raw.complete || raw.destroyed) continue
      // As Node does it.
      server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
    }
    this.old = this.young
    this.young = new Set()
  }
}

/** Takes and drops what a client still sends though it was answered, for a moment; then its connection is closed. */
export function letGo(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), lingerMs)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
