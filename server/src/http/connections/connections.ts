import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { every, type Timer } from '../../base/turns/clock.js'

/** Tracks the open connections of a server. */
export function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/** Looks at the connections of a server again and again while it listens, which costs the requests nothing. */
export function pollConnections(server: Server, ms: number, look: () => void, timer: Timer): void {
  // One that never listens must not keep its process running.
  server.once('listening', () => server.once('close', every(ms, look, timer)))
}
