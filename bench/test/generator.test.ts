import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.js'
import { load, median, requireSuccess } from '../src/load.js'

let server: Server | undefined
afterEach(() => server?.close())

/** Requests that the server has, and has not answered yet: how many at most. */
let inFlightMax = 0

/** Starts a server that answers each request in two pieces, `delayMs` before each, with the given status. */
async function serve(delayMs: number, status: (n: number, body: string) => number): Promise<number> {
  let requests = 0
  let inFlight = 0
  inFlightMax = 0
  server = createServer(async (request, response) => {
    inFlightMax = Math.max(inFlightMax, ++inFlight)
    let body = ''
    for await (const chunk of request) body += chunk
    const end = () => {
      inFlight--
      response.end('true}')
    }
    setTimeout(() => {
      response.writeHead(status(requests++, body), { 'content-length': 10 })
      response.write('{"a":')
      setTimeout(end, delayMs)
    }, delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const options = { path: '/hash', token: 't', connections: 4, warmupMs: 100, measureMs: 500 }

/** Loads the server, again if fewer replies than that came while it was measured: then the machine did something else. */
const measured = (port: number, repliesMin: number) =>
  eventually(`${repliesMin} replies come while they are measured`, async () => {
    const result = await load({ ...options, port })
    return result.requests >= repliesMin && result
  })

it('sends different hashes, and measures from sending a request to the end of its reply', async () => {
  const bodies = new Set<string>()
  const port = await serve(10, (_, body) => {
    if (bodies.has(body)) return 500
    bodies.add(body)
    return 200
  })
  const result = requireSuccess(await measured(port, 1))
  expect([...bodies].every((body) => /^\{"hash":"[0-9a-f]{64}"\}$/.test(body))).toBe(true)
  // Timers may be early by what they round.
  expect(result.p50Ms).toBeGreaterThanOrEqual(18)
  // A closed loop: never more requests in flight than connections.
  expect(inFlightMax).toBeLessThanOrEqual(4)
  expect(result.perSecond).toBeCloseTo(result.requests / 0.5)
})

it('counts replies that are not 2xx by status, and refuses to report their rate', async () => {
  const port = await serve(0, (n) => (n % 2 === 0 ? 200 : 409))
  const result = await measured(port, 20)
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
