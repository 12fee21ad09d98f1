import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { raw, startServer, useServer } from './app.js'

const server = useServer()
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`

/** Parses one raw answer into status, headers and body. */
function parse(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]))
  return { status: Number(first.split(' ')[1]), headers, body }
}

describe('what cannot be read as a request', () => {
  it.each([
    ['NONSENSE\r\n\r\n', 400, 'malformed_request', 'Not a valid HTTP request'],
    ['BREW /echo HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'malformed_request', 'Not a valid HTTP request'],
    [
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
      'Not a valid HTTP request',
    ],
    [get('/list', `X: ${'a'.repeat(20_000)}\r\n`), 431, 'headers_too_large', 'The headers are larger than 16 KiB'],
  ])('%j is answered in the envelope, logged and counted', async (text, status, code, message) => {
    const before = server.lines.length
    const answer = parse(await raw(server.url, text))
    expect([answer.status, answer.headers['error-code']]).toEqual([status, code])
    expect(JSON.parse(answer.body)).toStrictEqual({ status, message })
    expect(answer.headers).toMatchObject({ connection: 'close', 'request-id': expect.stringMatching(/^[\w-]+$/) })
    const line = { level: 30, status, errorCode: code, requestId: answer.headers['request-id'] }
    expect(server.lines.slice(before)).toEqual([expect.objectContaining(line)])
    expect(server.observed.at(-1)).toEqual(['unknown', 'unknown', status, 0])
  })

  it('never gets into the answer that is under way', async () => {
    const seen = await raw(server.url, `${get('/slow')}NONSENSE\r\n\r\n`)
    for (const part of seen.split(/(?=HTTP\/1\.1 )/)) expect([200, 400]).toContain(parse(part).status)
  })
})

it('408: a request that does not arrive in time', async () => {
  const slow = await startServer()
  // As if the service's timeout had passed. Node checks only every 30 s, so its event is emitted here.
  slow.app.server.once('connection', (socket) => {
    slow.app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  })
  const answer = parse(await raw(slow.url, 'POST /echo HTTP/1.1\r\n'))
  expect([answer.status, answer.headers['error-code']]).toEqual([408, 'request_timeout'])
  expect(slow.app.server).toMatchObject({ requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 72_000 })
  await slow.app.close()
})

describe('a client that is slow to read', () => {
  /** Asks for 32 MiB. */
  function ask(url: string) {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(get('/long', 'Connection: close\r\n')))
    return socket.on('error', () => undefined)
  }

  it('is cut when it takes nothing', async () => {
    const { app, url } = await startServer({ readMs: 200 })
    const socket = ask(url).pause()
    await once(app.server, 'connection')
    await expect.poll(() => connectionsOf(app), { timeout: 5000 }).toBe(0)
    socket.destroy()
    await app.close()
  })

  it('is served to the end when it keeps taking something', async () => {
    const readMs = 700
    const { app, url } = await startServer({ readMs })
    const startMs = performance.now()
    let bytes = 0
    for await (const chunk of ask(url)) {
      bytes += chunk.length
      await sleep(3)
    }
    expect(bytes).toBeGreaterThan(500 * 65_536)
    expect(performance.now() - startMs).toBeGreaterThan(2 * readMs)
    await app.close()
  })
})

const connectionsOf = (app: FastifyInstance) =>
  new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)))

/** Waits until the server has accepted that many connections and read what was written on connecting. */
async function untilConnected(app: FastifyInstance, count: number): Promise<void> {
  await expect.poll(() => connectionsOf(app), { timeout: 5000 }).toBe(count)
  await sleep(80)
}

it('408: a body that does not arrive in time; a route that streams it is left to itself', async () => {
  const { app, url } = await startServer({ bodyMs: 100 })
  const head = 'HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{'
  const late = parse(await raw(url, `POST /echo ${head}`))
  expect([late.status, late.headers['error-code']]).toEqual([408, 'request_timeout'])
  expect(await raw(url, `POST /streamed ${head}`, 500)).toBe('')
  await app.close()
})

it('a connection ends when its client keeps sending after a refusal', async () => {
  const { app, url } = await startServer()
  const startMs = performance.now()
  const answer = parse(
    await raw(url, 'POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{', 4000),
  )
  expect(answer.status).toBe(404)
  expect(performance.now() - startMs).toBeLessThan(3500)
  await app.close()
})

describe('closing', () => {
  it('answers what is under way, then lets go of every connection', async () => {
    const { app, url } = await startServer()
    const slow = raw(url, get('/slow'))
    const idle = raw(url, get('/list'))
    const silent = raw(url, '')
    const halfway = raw(url, 'POST /echo HTTP/1.1\r\n')
    await untilConnected(app, 4)
    const started = Date.now()
    await app.close()
    expect(Date.now() - started).toBeLessThan(2000)
    expect([await silent, await halfway]).toEqual(['', ''])
    expect(parse(await slow)).toMatchObject({ status: 200, body: '{"status":200,"message":"Slow"}' })
    expect(parse(await idle).status).toBe(200)
    await expect(fetch(`${url}/list`)).rejects.toThrow()
  })

  it('accepts requests until its delay is over, each as the last of its connection', async () => {
    let isStopping = false
    const { app, url } = await startServer({
      stopDelayMs: 300,
      onStop: () => {
        isStopping = true
      },
    })
    const closed = app.close()
    for (let request = 0; request < 2; request++) {
      const answer = parse(await raw(url, get('/list')))
      expect([isStopping, answer.status, answer.headers.connection]).toEqual([true, 200, 'close'])
    }
    await closed
    await expect(fetch(`${url}/list`)).rejects.toThrow()
  })

  it('lets go of everything when the time is over', async () => {
    const { app, url } = await startServer({ stopMs: 300 })
    const endless = raw(
      url,
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    )
    await untilConnected(app, 1)
    const started = Date.now()
    await app.close()
    expect(Date.now() - started).toBeGreaterThanOrEqual(250)
    expect(Date.now() - started).toBeLessThan(1500)
    expect(await endless).toBe('')
  })

  it('answers what came after it on the same connection, and closes that', async () => {
    const { app, url } = await startServer()
    const both = raw(url, get('/slow') + get('/list') + get('/list'))
    await untilConnected(app, 1)
    await app.close()
    const answers = (await both).split(/(?=HTTP\/1\.1 )/).map(parse)
    for (const answer of answers) expect(answer.status).toBe(200)
    expect(JSON.parse(answers[0]?.body ?? '')).toStrictEqual({ status: 200, message: 'Slow' })
  })
})
