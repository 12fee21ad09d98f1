import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A forward proxy (CONNECT) on this machine, which knows names of its own. */
export interface ConnectProxy {
  url: string
  /** Each CONNECT, in order: the target, and the login that came with it. */
  asked: { target: string; login: string | undefined }[]
  close(): Promise<void>
}

/**
 * Starts a proxy.
 *
 * @param find returns the port of this machine where a target (`host:port`) is, or the status that refuses it
 */
export async function startProxy(
  find: (target: string) => { port: number } | { status: number },
  tls?: { key: string; cert: string },
): Promise<ConnectProxy> {
  const asked: ConnectProxy['asked'] = []
  const sockets = new Set<Duplex>()
  const server: Server = tls ? createTlsServer(tls) : createServer()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.on('connect', ({ url: target = '', headers }: IncomingMessage, client: Duplex, head: Buffer) => {
    asked.push({ target, login: headers['proxy-authorization'] })
    client.on('error', () => undefined)
    const found = find(target)
    if ('status' in found) return void client.end(`HTTP/1.1 ${found.status} No\r\n\r\n`)
    const there = connect(found.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) there.write(head)
      there.pipe(client).pipe(there)
    })
    sockets.add(there)
    there.on('error', () => client.destroy())
    there.on('close', () => client.destroy())
    client.on('close', () => there.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
