import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Replies that become ready together (a group commit releases hundreds) are written together: first all are made, then all
 * are handed to the system one right after the other. Written each as it is made, every one of them would wake its reader, who
 * would be idle again before the next.
 */
export function writeTogether(app: FastifyInstance): void {
  let ready: Socket[] = []
  const flush = () => {
    const sockets = ready
    ready = []
    for (const socket of sockets) socket.uncork()
  }
  app.addHook('onSend', (_request, reply, payload, done) => {
    const { socket } = reply.raw
    if (socket !== null && typeof payload === 'string') {
      socket.cork()
      if (ready.push(socket) === 1) setImmediate(flush)
    }
    done(null, payload)
  })
}
