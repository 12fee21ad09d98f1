import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A request to the node. */
export interface Question {
  id: number
  method: string
  params: unknown[]
}

/** A response from the node. */
export interface Answer {
  id: number
  jsonrpc?: string
  result?: unknown
  error?: { code: number; message: string }
}

/**
 * Faults on the way.
 * - `drop-before`: the connection drops before the node sees the request; `drop-after`: the node acts, its response is lost;
 * - `hang`: no response ever comes; `http-500`; `rpc-error`.
 */
export type Fault = 'none' | 'drop-before' | 'drop-after' | 'hang' | 'http-500' | 'rpc-error'

/** A JSON-RPC proxy in front of a node; `fault` and `forge` decide what it breaks. */
export class RpcProxy {
  /** Called for each HTTP request. */
  fault: (questions: readonly Question[]) => Fault = () => 'none'
  /** May alter each response. */
  forge: (question: Question, answer: Answer) => Answer | Promise<Answer> = (_question, answer) => answer
  /** How often each method was called since the start. */
  readonly asked = new Map<string, number>()
  target: string
  url = ''
  private readonly server = createServer((request, response) => {
    this.handle(request, response).catch(() => response.destroy())
  })

  constructor(target: string) {
    this.target = target
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const address = this.server.address()
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    return this
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** Forwards faithfully from now on. */
  heal(): void {
    this.fault = () => 'none'
    this.forge = (_question, answer) => answer
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const asked = JSON.parse(body) as Question | Question[]
    const questions = Array.isArray(asked) ? asked : [asked]
    for (const { method } of questions) this.asked.set(method, (this.asked.get(method) ?? 0) + 1)
    const fault = this.fault(questions)
    if (fault === 'hang') return
    if (fault === 'drop-before') return void response.destroy()
    if (fault === 'http-500') return void response.writeHead(500).end('out of order')
    const headers = { 'content-type': 'application/json' }
    let answers: Answer[]
    if (fault === 'rpc-error') {
      answers = questions.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'try later' } }))
    } else {
      const passed = await fetch(this.target, { method: 'POST', headers, body })
      const received = (await passed.json()) as Answer | Answer[]
      answers = Array.isArray(received) ? received : [received]
      if (fault === 'drop-after') return void response.destroy()
      const byId = new Map(questions.map((question) => [question.id, question]))
      answers = await Promise.all(answers.map((answer) => this.forge(byId.get(answer.id) as Question, answer)))
    }
    response.writeHead(200, headers).end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
  }
}
