import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that breaks connections on demand. */
export class TcpProxy {
  /** Bytes that still reach the server before every connection breaks; new ones fail too. */
  toServerLeft = Number.POSITIVE_INFINITY
  /** The same for answers: the server has acted, but its answer is lost. */
  toClientLeft = Number.POSITIVE_INFINITY
  /** How often it has broken connections. */
  breaks = 0
  /** Called when it breaks connections. */
  onBreak: () => void = () => undefined
  port = 0
  private readonly sockets = new Set<Socket>()
  private readonly server = createServer((client) => this.join(client))
  private readonly target: number

  constructor(target: number) {
    this.target = target
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.port = (this.server.address() as AddressInfo).port
    return this
  }

  /** Lets everything through from now on. */
  heal(): void {
    this.toServerLeft = Number.POSITIVE_INFINITY
    this.toClientLeft = Number.POSITIVE_INFINITY
    this.onBreak = () => undefined
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private join(client: Socket): void {
    const server = connect(this.target, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        this.sockets.delete(from)
        to.destroy()
      })
      from.on('drain', () => to.resume())
    }
    client.on('data', (data) => {
      this.toServerLeft -= data.length
      this.pass(data, client, server, this.toServerLeft)
    })
    server.on('data', (data) => {
      this.toClientLeft -= data.length
      this.pass(data, server, client, this.toClientLeft)
    })
  }

  /** Passes what the limit allows, then breaks everything. */
  private pass(data: Buffer, from: Socket, to: Socket, left: number): void {
    if (left >= 0) {
      if (!to.write(data)) from.pause()
      return
    }
    this.breaks++
    to.write(data.subarray(0, Math.max(0, data.length + left)), () => to.destroy())
    from.destroy()
    this.onBreak()
  }
}
