import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { currentAnswer, insteadOfClosing } from '../../base/internals.js'
import { every, systemTimer, type Timer } from '../../base/turns/clock.js'
import { checkFirst } from '../hooks.js'
import { pollConnections } from './connections.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads the body itself as it arrives, and ends the request when it stalls. */
    isStreamed?: boolean
  }
}

/**
 * How long a client may keep sending after it was answered, so that it gets to read the answer: many send all before they read. Closing
 * earlier would reset the connection, and the answer would be lost with it.
 */
export interface LingerTime {
  /** How long a client may send nothing more; enforced within five quarters of it. */
  silentMs: number
  /** How long it may go on at all. */
  allMs: number
}

/** Long enough for a slow client, and short enough for a client that never stops. */
export const lingerTime: LingerTime = { silentMs: 2000, allMs: 30_000 }

/** Looks for bytes of a client that was answered, until it counts as silent. Counts looks, not time, as the limit on reading does. */
const looksMax = 4

/**
 * Ends requests whose body doesn't arrive in time, unless their route streams it. Node's own limit has no exception for large uploads.
 * Call it before the first route is added.
 *
 * @param open the server's connections
 * @param ms the time for a body; enforced within twice that
 */
export function limitBodyTime(app: FastifyInstance, open: ReadonlySet<Socket>, ms: number, timer: Timer): void {
  const streamed = new WeakSet<IncomingMessage>()
  app.addHook('onRoute', (route) => {
    if (!route.config?.isStreamed) return
    checkFirst(route, (request, _reply, done) => {
      streamed.add(request.raw)
      done()
    })
  })
  let late = new WeakSet<IncomingMessage>()
  const look = () => {
    const arriving = new WeakSet<IncomingMessage>()
    for (const socket of open) {
      const raw = currentAnswer(socket)?.req
      if (!raw || raw.complete || raw.destroyed || raw.method === 'GET' || streamed.has(raw)) continue
      arriving.add(raw)
      if (late.has(raw)) endLate(app.server, socket)
    }
    late = arriving
  }
  pollConnections(app.server, ms, look, timer)
}

/** Ends a request as Node does. */
function endLate(server: Server, socket: Socket): void {
  server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

/**
 * Discards what a client still sends after it was answered, and closes the connection when it stops, or doesn't end in time. Call it
 * as the answer ends, before Node closes the connection of a client that sent `Connection: close`: that would reset it.
 */
export function letGo(
  raw: IncomingMessage,
  { silentMs, allMs }: LingerTime = lingerTime,
  timer: Timer = systemTimer,
): void {
  if (raw.complete || raw.destroyed) return
  const { socket } = raw
  const close = () => raw.destroy()
  const stopLast = timer(allMs, close)
  let looks = 0
  const look = () => {
    if (++looks > looksMax) close()
  }
  const stopLooking = every(silentMs / looksMax, look, timer)
  raw.on('data', () => {
    looks = 0
  })
  let isLast = false
  // The client learns that nothing follows, and can still send.
  const closeAgain = insteadOfClosing(socket, () => {
    isLast = true
    socket.end()
  })
  const done = () => {
    stopLast()
    stopLooking()
    closeAgain()
    if (isLast) socket.destroySoon()
  }
  raw.once('end', done)
  raw.once('close', done)
}
