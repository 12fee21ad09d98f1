import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A client that is connected, and has not even sent the head of a request, is waited for this long. */
const silenceMs = 1000
const lookMs = 50

/**
 * Lets go of connections when the server stops: of each as soon as nothing is under way on it, and of all after `stopMs`.
 * Node itself closes those only that are idle at that moment and have had a request before.
 *
 * @returns to be called when the server stops to listen
 */
export function connectionCloser(server: Server, stopMs: number): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    if (!server.listening) return
    const startMs = Date.now()
    const timer = setInterval(() => {
      const waitedMs = Date.now() - startMs
      server.closeIdleConnections()
      for (const socket of open)
        if (waitedMs >= stopMs || (waitedMs >= silenceMs && !isAnswering(socket))) socket.destroy()
    }, lookMs)
    server.once('close', () => clearInterval(timer))
  }
}

/** Node keeps the answer that is under way on a connection from the end of the request's head on. */
export function isAnswering(socket: Socket): boolean {
  return currentAnswer(socket) !== null
}

/** True when a part of an answer is on its way already. */
export function isWriting(socket: Socket): boolean {
  return currentAnswer(socket)?.headersSent === true
}

function currentAnswer(socket: Socket): { headersSent: boolean } | null {
  return (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage ?? null
}
