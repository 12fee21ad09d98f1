import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { currentAnswer } from './connections.js'
import { checkFirst } from './hooks.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads the body itself, as it comes, and watches that it keeps coming. */
    isStreamed?: boolean
  }
}

/** How long a client may go on sending after it was answered, so that it gets to read the answer. */
const lingerMs = 2000

/**
 * Ends requests whose body does not arrive in time, unless their route streams it; to be called before the first route is added.
 * Node's own limit knows no exception for large uploads.
 *
 * @param open the server's connections
 * @param ms a body may take so long, and up to twice that
 */
export function limitBodyTime(app: FastifyInstance, open: ReadonlySet<Socket>, ms: number): void {
  const streamed = new WeakSet<IncomingMessage>()
  app.addHook('onRoute', (route) => {
    if (!route.config?.isStreamed) return
    checkFirst(route, (request, _reply, done) => {
      streamed.add(request.raw)
      done()
    })
  })
  // Looking at the connections now and then costs the requests nothing.
  let late = new WeakSet<IncomingMessage>()
  const timer = setInterval(() => {
    const arriving = new WeakSet<IncomingMessage>()
    for (const socket of open) {
      const raw = currentAnswer(socket)?.req
      if (!raw || raw.complete || raw.destroyed || raw.method === 'GET' || streamed.has(raw)) continue
      arriving.add(raw)
      if (late.has(raw)) endLate(app.server, socket)
    }
    late = arriving
  }, ms)
  timer.unref()
  app.server.once('close', () => clearInterval(timer))
}

/** As Node does it. */
function endLate(server: Server, socket: Socket): void {
  server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

/** Takes and drops what a client still sends though it was answered, for a moment; then its connection is closed. */
export function letGo(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), lingerMs)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
