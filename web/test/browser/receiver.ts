import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A request as received. */
export interface Call {
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A program that receives webhooks. */
export interface Receiver {
  url: string
  /** The status it answers with. */
  status: number
  calls: Call[]
}

/** Starts a receiver on loopback for the tests of a file. */
export function useReceiver(): () => Receiver {
  const receiver: Receiver = { url: '', status: 200, calls: [] }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receiver.calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(receiver.status, { 'content-type': 'text/plain' })
      response.end(receiver.status === 200 ? 'thank you' : 'the database is down')
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return () => receiver
}
