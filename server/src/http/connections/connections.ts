import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Tracks the open connections of a server. */
export function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/**
 * Returns the answer in progress on a connection, from the end of the request's head on; null between requests. Node keeps it on
 * the socket, so nothing has to be tracked for each request.
 */
export function currentAnswer(socket: Socket): ServerResponse | null {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? null
}
