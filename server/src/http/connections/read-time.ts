import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { takenBytes, unsentBytes } from '../../base/internals.js'
import type { Timer } from '../../base/turns/clock.js'
import { pollConnections } from './connections.js'

const pollMsMax = 5000

/**
 * Closes connections whose client takes nothing of what is sent to it: downloads, exports, event streams, and everything else. What
 * produces the answer ends with the connection. A slow client that keeps taking something is fine, however long it needs.
 *
 * @param open the server's connections
 * @param ms the longest a client may take nothing; enforced within five quarters of it
 */
export function limitReadTime(server: Server, open: ReadonlySet<Socket>, ms: number, timer: Timer): void {
  const seen = new WeakMap<Socket, { sent: string; looks: number }>()
  const pollMs = Math.min(pollMsMax, ms / 4)
  // Looks are counted, not time: a process that was stopped for a while must not blame its clients.
  const looksMax = Math.ceil(ms / pollMs)
  const look = () => {
    for (const socket of open) {
      // The client has taken all there is so far.
      if (socket.writableLength === 0) {
        seen.delete(socket)
        continue
      }
      const sent = sentOn(socket)
      const before = seen.get(socket)
      if (before?.sent !== sent) seen.set(socket, { sent, looks: 0 })
      else if (++before.looks >= looksMax) socket.destroy()
    }
  }
  pollConnections(server, pollMs, look, timer)
}

/**
 * Returns what changes when the client takes something: the bytes of finished writes, and what is left of the one under way. More data
 * to send changes neither.
 */
function sentOn(socket: Socket): string {
  return `${takenBytes(socket)} ${unsentBytes(socket)}`
}
