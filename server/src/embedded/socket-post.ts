import { connect, type Socket } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Posts JSON to the embedded node. @throws {Error} when no whole answer comes in time */
export type SocketPost = (body: string) => Promise<{ status: number; body: string }>

/** Returns the address of a Unix socket: `unix:` and its path, encoded as in other addresses. */
export function socketAddress(path: string): string {
  return `unix:${pathToFileURL(path).pathname}`
}

/** Says whether an address is one of {@link socketAddress}. */
export function isSocketAddress(address: string): boolean {
  return address.startsWith('unix:/')
}

/** Connections without a request, by path. */
const idle = new Map<string, Set<Connection>>()

/** Returns how to post to the node at an address of {@link socketAddress}, over connections that stay open. */
export function socketPost(address: string, timeoutMs: number): SocketPost {
  const path = fileURLToPath(`file:${new URL(address).pathname}`)
  const free = idle.get(path) ?? new Set()
  idle.set(path, free)
  return async (body) => {
    const [connection = new Connection(path, free)] = free
    return { status: 200, body: await connection.ask(body, timeoutMs) }
  }
}

const newline = 0x0a

/** Carries one request at a time: of several, anvil answers only the last. Each answer ends with a line break. */
class Connection {
  private readonly socket: Socket
  private readonly free: Set<Connection>
  private chunks: Buffer[] = []
  private settle: ((outcome: Buffer | Error) => void) | undefined

  constructor(path: string, free: Set<Connection>) {
    this.free = free
    this.socket = connect(path)
    this.socket.on('error', (error) => this.end(error))
    this.socket.on('close', () => this.end(new Error('the node closed the connection before it answered')))
    this.socket.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk)
      if (chunk.at(-1) !== newline) return
      const answer = Buffer.concat(this.chunks)
      this.chunks = []
      this.settle?.(answer)
    })
  }

  ask(body: string, timeoutMs: number): Promise<string> {
    this.free.delete(this)
    this.socket.ref()
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.end(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
      this.settle = (outcome) => {
        this.settle = undefined
        clearTimeout(late)
        if (outcome instanceof Error) return reject(outcome)
        // Unused, it doesn't keep the process alive.
        this.socket.unref()
        this.free.add(this)
        resolve(outcome.toString())
      }
      this.socket.write(body)
    })
  }

  private end(error: Error): void {
    this.free.delete(this)
    this.socket.destroy()
    this.settle?.(error)
  }
}
