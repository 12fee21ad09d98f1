import { setInterval } from 'node:timers'
import Fastify from 'fastify'

// The baseline: a service of the same shape whose stamps cost nothing. It parses and validates the same body, looks the token up in a
// Map, answers the same envelope and headers, and releases pending replies together every 2 ms, as a group commit does (separate
// replies would wake the generator each time and be slower). Takes the token and the headers of a real reply as JSON. Prints its port.

const burstMs = 2
const sessions = new Map([[process.argv[2] ?? '', { accountId: 'account' }]])
const headers = JSON.parse(process.argv[3] ?? '{}') as Record<string, string>
const pending: (() => void)[] = []
setInterval(() => {
  for (const release of pending.splice(0)) release()
}, burstMs)

const text = { type: 'string' }
const schema = {
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['hash'],
    properties: { hash: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' } },
  },
  response: {
    200: {
      type: 'object',
      required: ['status', 'message', 'data'],
      properties: {
        status: { type: 'number' },
        message: text,
        data: {
          type: 'object',
          required: ['id', 'hash', 'txid', 'code', 'filename'],
          properties: { id: text, hash: text, txid: text, code: text, filename: text },
        },
      },
    },
  },
}

const app = Fastify()
app.addHook('onRequest', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length)
  if (token === undefined || !sessions.has(token)) return reply.code(401).send({ status: 401, message: 'no' })
  reply.headers(headers).header('request-id', request.id)
})
app.post<{ Body: { hash: string } }>('/hash', { schema }, async (request) => {
  await new Promise<void>((resolve) => pending.push(resolve))
  const data = {
    id: '01900000-0000-7000-8000-000000000000',
    hash: request.body.hash,
    txid: `0x${'0'.repeat(64)}`,
    code: 'ABCDEFGHJK',
    filename: 'stamp-ABCDEFGHJK',
  }
  return { status: 200, message: 'Stamp added successfully', data }
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
