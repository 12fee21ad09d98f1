import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { currentAnswer } from './connections.js'

/** A client that is connected, and has not even sent the head of a request, is waited for this long. */
const silenceMs = 1000
const lookMs = 50

/**
 * Lets go of connections when the server stops: of each as soon as nothing is under way on it, and of all after `stopMs`.
 * Node itself closes those only that are idle at that moment and have had a request before.
 *
 * @param open the server's connections
 * @returns to be called when the server stops to listen
 */
export function connectionCloser(server: Server, open: ReadonlySet<Socket>, stopMs: number): () => void {
  return () => {
    if (!server.listening) return
    const startMs = Date.now()
    const timer = setInterval(() => {
      const waitedMs = Date.now() - startMs
      server.closeIdleConnections()
      for (const socket of open) {
        const isIdle = currentAnswer(socket) === null
        if (waitedMs >= stopMs || (waitedMs >= silenceMs && isIdle)) socket.destroy()
      }
    }, lookMs)
    server.once('close', () => clearInterval(timer))
  }
}
