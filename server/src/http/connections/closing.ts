import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { currentAnswer } from '../../base/internals.js'
import type { Clock } from '../../base/turns/clock.js'

/** How long to wait for clients that are connected but haven't sent the head of a request. */
const silenceMs = 1000
const pollMs = 50

/**
 * Closes connections when the server stops: each as soon as it is idle, and all of them after `stopMs`. Node itself closes only
 * those that are idle at that moment and have had a request before.
 *
 * @param open the server's connections
 * @param clock measures how long it waits
 * @returns a function to call when the server stops listening
 */
export function connectionCloser(
  server: Server,
  open: ReadonlySet<Socket>,
  stopMs: number,
  clock: Pick<Clock, 'elapsed'>,
): () => void {
  return () => {
    if (!server.listening) return
    const startMs = clock.elapsed()
    const timer = setInterval(() => {
      const waitedMs = clock.elapsed() - startMs
      server.closeIdleConnections()
      for (const socket of open) {
        const isIdle = currentAnswer(socket) === null
        if (waitedMs >= stopMs || (waitedMs >= silenceMs && isIdle)) socket.destroy()
      }
    }, pollMs)
    server.once('close', () => clearInterval(timer))
  }
}
