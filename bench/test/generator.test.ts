import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { load, median, requireSuccess } from '../src/load.js'

let server: Server | undefined
afterEach(() => server?.close())

/** Starts a server that answers each request in two pieces after `delayMs`, with the given status. */
async function serve(delayMs: number, status: (n: number, body: string) => number): Promise<number> {
  let requests = 0
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    await sleep(delayMs)
    response.writeHead(status(requests++, body), { 'content-length': 10 })
    response.write('{"a":')
    await sleep(1)
    response.end('true}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const options = { path: '/hash', token: 't', connections: 4, warmupMs: 100, measureMs: 500 }

it('sends different hashes, and measures from sending a request to the end of its reply', async () => {
  const bodies = new Set<string>()
  const port = await serve(20, (_, body) => {
    if (bodies.has(body)) return 500
    bodies.add(body)
    return 200
  })
  const result = requireSuccess(await load({ ...options, port }))
  expect([...bodies].every((body) => /^\{"hash":"[0-9a-f]{64}"\}$/.test(body))).toBe(true)
  expect(result.p50Ms).toBeGreaterThanOrEqual(20)
  // A closed loop: never more requests in flight than connections.
  expect(result.perSecond).toBeLessThanOrEqual((4 * 1000) / 20)
  expect(result.perSecond).toBeCloseTo(result.requests / 0.5)
})

it('counts replies that are not 2xx by status, and refuses to report their rate', async () => {
  const port = await serve(0, (n) => (n % 2 === 0 ? 200 : 409))
  const result = await load({ ...options, port })
  expect(Object.keys(result.non2xx)).toEqual(['409'])
  expect(() => requireSuccess(result)).toThrow('409')
})

it('fails when the server closes a connection', async () => {
  const port = await serve(0, () => 200)
  server?.on('request', (request) => request.socket.destroy())
  await expect(load({ ...options, port })).rejects.toThrow(/closed|ECONNRESET/)
})

it('computes the median', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(() => median([])).toThrow('no values')
})
