import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Faults of a request on its way.
 * - `cut-before`: the connection breaks before the service sees the request; `cut-body`: when it has half of the body;
 * - `cut-after`: when it has all, so it acts, and its answer is lost; `cut-answer`: half of the answer arrives;
 * - `unavailable`: another proxy answers 503;
 * - `hang`: it is accepted, and nothing comes back; `stall-answer`: half of the answer arrives, and the connection stays open.
 */
export type Trouble =
  | 'none'
  | 'cut-before'
  | 'cut-body'
  | 'cut-after'
  | 'cut-answer'
  | 'unavailable'
  | 'hang'
  | 'stall-answer'

/** A request as the client sent it: `line` is method and path. */
export interface Passed {
  line: string
  key: string | undefined
  userAgent: string | undefined
}

/** An HTTP proxy in front of the service; `trouble` decides what it breaks. */
export class UnreliableProxy {
  /** Called with method and path of each request. */
  trouble: (line: string) => Trouble = () => 'none'
  /** `Retry-After` of its own answers, in seconds. */
  retryAfterS = 0
  url = ''
  readonly passed: Passed[] = []
  private readonly sockets = new Set<Socket>()
  private readonly server = createServer((request, response) => {
    this.pass(request, response).catch(() => response.destroy())
  })

  async listen(): Promise<void> {
    this.server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.sockets.delete(socket))
    })
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Where requests go. */
  target = ''

  /** Passes everything on faithfully from now on, and forgets what it has passed. */
  heal(): void {
    this.trouble = () => 'none'
    this.retryAfterS = 0
    this.passed.length = 0
  }

  /** Has the requests of a line fail in this order, then succeed. */
  fail(line: string, ...troubles: Trouble[]): void {
    this.trouble = (asked) => (asked === line ? troubles.shift() : undefined) ?? 'none'
  }

  /** Returns how many requests of a line there were. */
  count(line: string): number {
    return this.passed.filter((one) => one.line === line).length
  }

  /** Breaks every open connection. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers, url = '' } = request
    const line = `${method} ${url.replace(/\?.*/, '')}`
    this.passed.push({ line, key: headers['idempotency-key'] as string | undefined, userAgent: headers['user-agent'] })
    const trouble = this.trouble(line)
    const body = await buffer(request)
    if (trouble === 'hang') return
    if (trouble === 'cut-before') return void response.destroy()
    if (trouble === 'unavailable')
      return void response.writeHead(503, { 'retry-after': String(this.retryAfterS) }).end('out of order')
    const onward = open(new URL(url, this.target), { method, headers, agent: false } as object)
    onward.on('error', () => response.destroy())
    if (trouble === 'cut-body') {
      await new Promise<void>((resolve) => onward.write(body.subarray(0, body.length >> 1), () => resolve()))
      onward.destroy()
      return void response.destroy()
    }
    if (trouble === 'cut-after') {
      onward.on('response', (answer) => answer.resume())
      await new Promise<void>((resolve) => onward.end(body, () => resolve()))
      return void response.destroy()
    }
    const answer = await new Promise<IncomingMessage>((resolve) => onward.end(body).on('response', resolve))
    response.on('close', () => answer.destroy())
    if (trouble === 'none') {
      response.writeHead(answer.statusCode ?? 500, answer.headers).flushHeaders()
      return void answer.pipe(response)
    }
    const whole = await buffer(answer)
    response.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'content-length': whole.length })
    response.write(whole.subarray(0, whole.length >> 1), () => {
      if (trouble !== 'stall-answer') response.destroy()
    })
  }
}
