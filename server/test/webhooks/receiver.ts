import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

/** A request as received. */
export interface Received {
  id: string
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A receiver on this machine, with the requests it got. */
export interface Receiver {
  url: string
  port: number
  received: Received[]
  /** The number of connections opened to it. */
  connections: number
  /** The most requests that were open at the same time. */
  atOnceMax: number
  close(): Promise<void>
}

/** Answers a request; a response it does not end stays open. */
export type Answering = (response: ServerResponse, request: Received) => void

/** Starts a receiver that answers 204 unless `answer` does otherwise. */
export async function startReceiver(
  answer: Answering = (response) => response.writeHead(204).end(),
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const receiver: Receiver = { url: '', port: 0, received: [], connections: 0, atOnceMax: 0, close }
  let atOnce = 0
  const listener: RequestListener = (request, response) => {
    atOnce++
    receiver.atOnceMax = Math.max(receiver.atOnceMax, atOnce)
    response.once('close', () => {
      atOnce--
    })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const body = Buffer.concat(chunks).toString()
      const received = { id: String(headers['webhook-id']), method, path, headers, body }
      receiver.received.push(received)
      answer(response, received)
    })
  }
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    receiver.connections++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `${tls ? 'https' : 'http'}://127.0.0.1:${receiver.port}/hook`
  async function close() {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return receiver
}
