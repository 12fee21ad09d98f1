import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { HttpStatusError, JsonRpc, RpcRefusal } from '../../src/chain/json-rpc.js'

interface Question {
  id: number
  method: string
}

let node: Server | undefined
afterEach(() => {
  node?.closeAllConnections()
  node?.close()
})

/** Starts a node. Returns its address. */
async function serve(answer: (body: string, response: ServerResponse, request: IncomingMessage) => void) {
  node = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    answer(body, response, request)
  })
  await once(node.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}/v3/key?a=b`
}

const clientOf = (url: string, { timeoutMs = limitMs(5_000), batchMax = 3 } = {}) =>
  new JsonRpc({ url, timeoutMs, batchMax })
const ask = (client: JsonRpc, ...methods: string[]) =>
  Promise.allSettled(methods.map((method) => client.request(method, [])))

describe('requests made at the same moment', () => {
  it('share HTTP requests, and find their answers in any order', async () => {
    const sizes: number[] = []
    const url = await serve((body, response) => {
      const asked = JSON.parse(body) as Question[]
      sizes.push(asked.length)
      const answers = asked.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: `${method}!` }))
      response.end(JSON.stringify(answers.reverse()))
    })
    const outcomes = await ask(clientOf(url), 'a', 'b', 'c', 'd')
    expect(outcomes.map((one) => one.status === 'fulfilled' && one.value)).toEqual(['a!', 'b!', 'c!', 'd!'])
    expect(sizes).toEqual([3, 1])
  })

  it("fail independently, with the node's message or for lack of an answer; null is an answer", async () => {
    const url = await serve((body, response) => {
      const [a, b, , d] = JSON.parse(body) as Question[]
      const error = { code: -32_000, message: 'no such block' }
      response.end(
        JSON.stringify([
          { id: a?.id, result: null },
          { id: b?.id, error },
          { id: d?.id, error: { code: 7 } },
        ]),
      )
    })
    const outcomes = await ask(clientOf(url, { batchMax: 4 }), 'a', 'b', 'c', 'd')
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: null },
      { status: 'rejected', reason: new RpcRefusal('no such block') },
      {
        status: 'rejected',
        reason: expect.objectContaining({ message: expect.stringContaining('without an answer') }),
      },
      { status: 'rejected', reason: new RpcRefusal('{"code":7}') },
    ])
  })

  it.each([
    ['a single error', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}', /in batches/],
    ['something else than JSON', '<html>', /other than JSON/],
    ['half of an answer', '[{"id":1,', /other than JSON/],
  ])('fail together, without counting as refused, when the node answers with %s', async (_, text, words) => {
    const url = await serve((_body, response) => void response.end(text))
    for (const outcome of await ask(clientOf(url), 'a', 'b')) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { name: 'Error', message: expect.stringMatching(words) },
      })
    }
  })
})

it('names the HTTP status, and not the path, which may hold a key', async () => {
  const url = await serve((_body, response) => void response.writeHead(503).end('{"error":{"message":"no"}}'))
  const [outcome] = await ask(clientOf(url), 'a')
  const { host } = new URL(url)
  expect(outcome).toEqual({ status: 'rejected', reason: new HttpStatusError(503, host) })
  expect(outcome).toMatchObject({ reason: { status: 503, message: `${host} answers with HTTP status 503` } })
})

it('sends the path, and a user name and password as Basic authentication', async () => {
  const seen: (string | undefined)[] = []
  const url = await serve((body, response, { url: path, headers }) => {
    seen.push(path, headers.authorization, headers['content-type'])
    response.end(JSON.stringify({ id: (JSON.parse(body) as Question).id, result: 1 }))
  })
  await clientOf(url.replace('//', '//ada:se%40cret@'), { batchMax: 1 }).request('a', [])
  expect(seen).toEqual(['/v3/key?a=b', `Basic ${Buffer.from('ada:se@cret').toString('base64')}`, 'application/json'])
})

it.each([
  ['never answers', () => undefined],
  [
    'begins an answer and goes on with it for ever',
    (response: ServerResponse) => {
      response.write('[')
      const timer = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(timer))
    },
  ],
])('gives up on a node that %s, and closes the connection', async (_, answer) => {
  const url = await serve((_body, response) => answer(response))
  const closed = new Promise((resolve) => node?.once('connection', (socket) => socket.once('close', resolve)))
  // It runs out, sooner or later.
  const timeoutMs = 150
  const [outcome] = await ask(clientOf(url, { timeoutMs }), 'a')
  expect(outcome).toMatchObject({ status: 'rejected', reason: { message: `no answer within ${timeoutMs} ms` } })
  await closed
})

it('fails when the connection is cut in the middle of an answer', async () => {
  const url = await serve((_body, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('[')
    setImmediate(() => response.destroy())
  })
  const [outcome] = await ask(clientOf(url), 'a')
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ECONNRESET' } })
})

it('names the reason when none of several addresses of a node can be reached', async () => {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_name: string, _options: unknown, done: (...answer: unknown[]) => void) =>
      done(null, both)) as typeof dns.lookup)
  const [outcome] = await ask(clientOf('http://node.example:9/'), 'a')
  lookup.mockRestore()
  expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'connect ECONNREFUSED 127.0.0.1:9' } })
})
