import type { Server } from 'node:http'
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
