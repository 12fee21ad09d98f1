import { direct, type Post, type Transport } from './transport.js'

/** A node's error, in place of a result. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'
}

/** An answer with a status of HTTP for errors. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError'
  readonly status: number

  constructor(status: number, host: string) {
    super(`${host} answers with HTTP status ${status}`)
    this.status = status
  }
}

interface Asked {
  id: number
  method: string
  params: readonly unknown[]
  resolve(result: unknown): void
  reject(error: Error): void
}

interface Answer {
  id?: unknown
  result?: unknown
  error?: { message?: unknown } | null
}

/** Settings of {@link JsonRpc}. */
export interface JsonRpcOptions {
  url: string
  timeoutMs: number
  /** Requests of one moment that share an HTTP request. */
  batchMax: number
  transport?: Transport | undefined
}

/** JSON-RPC 2.0 over HTTP (https://www.jsonrpc.org/specification). A failed request is not repeated: its caller knows whether to. */
export class JsonRpc {
  private readonly post: Post
  private readonly host: string
  private readonly batchMax: number
  private waiting: Asked[] = []
  private nextId = 1

  constructor({ url, timeoutMs, batchMax, transport = direct }: JsonRpcOptions) {
    this.post = transport(url, timeoutMs)
    // A Unix socket has none.
    this.host = new URL(url).host || 'the embedded node'
    this.batchMax = batchMax
  }

  /**
   * Sends a request.
   *
   * @throws {RpcRefusal} when the node answers with an error
   * @throws {HttpStatusError}
   * @throws {Error} when it can't be reached, or answers something else
   */
  request(method: string, params: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ id: this.nextId++, method, params, resolve, reject })
      if (this.waiting.length === 1) setImmediate(() => this.sendWaiting())
    })
  }

  private sendWaiting(): void {
    const waiting = this.waiting
    this.waiting = []
    for (let at = 0; at < waiting.length; at += this.batchMax) {
      const batch = waiting.slice(at, at + this.batchMax)
      this.send(batch).catch((error) => {
        for (const { reject } of batch) reject(error)
      })
    }
  }

  private async send(batch: readonly Asked[]): Promise<void> {
    const asked = batch.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }))
    const { status, body } = await this.post(JSON.stringify(this.batchMax === 1 ? asked[0] : asked))
    if (status < 200 || status > 299) throw new HttpStatusError(status, this.host)
    const answers = this.parsed(body, batch)
    for (const { id, resolve, reject } of batch) {
      const answer = answers.get(id)
      if (answer?.error) reject(new RpcRefusal(wordsOf(answer.error)))
      else if (answer?.result === undefined) reject(new Error(`${this.host} leaves a request without an answer`))
      else resolve(answer.result)
    }
  }

  private parsed(body: string, batch: readonly Asked[]): Map<unknown, Answer> {
    let read: unknown
    try {
      read = JSON.parse(body)
    } catch {
      throw new Error(`${this.host} answers something other than JSON`)
    }
    // A node that could not read a single request answers it without its ID.
    if (this.batchMax === 1) return new Map([[batch[0]?.id, read as Answer]])
    if (!Array.isArray(read)) throw new Error(`${this.host} does not answer requests in batches`)
    return new Map((read as Answer[]).map((answer) => [answer?.id, answer]))
  }
}

function wordsOf({ message, ...rest }: { message?: unknown }): string {
  return typeof message === 'string' ? message : JSON.stringify({ message, ...rest })
}
