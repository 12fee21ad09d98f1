import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { currentAnswer, takenBytes, unsentBytes } from '../../src/base/internals.js'
import { openConnections } from '../../src/http/connections/connections.js'
import { FakeTimer } from '../base/fake-timer.js'
import { connectionsOf, raw, startServer, useServer } from './app.js'

const server = useServer()
/** A time that doesn't pass in a test. */
const never = 86_400_000
const mebibyte = 1 << 20
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`

/** Parses one raw answer into status, headers and body. */
function parse(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]))
  return { status: Number(first.split(' ')[1]), headers, body }
}

/** Returns what counts the requests that a server has begun to read, and not answered. Call it before they come. */
function requestsUnderWay({ server }: FastifyInstance): () => number {
  const open = openConnections(server)
  return () => [...open].filter((socket) => currentAnswer(socket) !== null).length
}

describe('input that is not a valid request', () => {
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

  it('never mixes into an answer under way', async () => {
    const before = server.observed.length
    const seen = raw(server.url, `${get('/slow')}NONSENSE\r\n\r\n`)
    await eventually('the nonsense is read', () => server.observed.length > before)
    for (const answer of server.slow.splice(0)) answer()
    for (const part of (await seen).split(/(?=HTTP\/1\.1 )/)) expect([200, 400]).toContain(parse(part).status)
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

  it('is disconnected when it reads nothing', async () => {
    const { app, url } = await startServer({ readMs: 200 })
    const socket = ask(url).pause()
    await once(app.server, 'connection')
    await eventually('it is cut', async () => (await connectionsOf(app)) === 0)
    socket.destroy()
    await app.close()
  })

  it('is served to the end as long as it keeps reading', async () => {
    const time = new FakeTimer()
    const readMs = 1000
    const { app, url } = await startServer({ readMs, timer: time.start })
    const socket = ask(url).pause()
    const [side] = await once(app.server, 'connection')
    const sent = () => [takenBytes(side), unsentBytes(side)].join()
    const isAllSent = () => takenBytes(side) > 500 * 65_536
    let bytes = 0
    let left = 0
    socket.on('data', (chunk) => {
      bytes += chunk.length
      left -= chunk.length
      if (left <= 0) socket.pause()
    })
    let rounds = 0
    while (!isAllSent()) {
      rounds++
      const before = sent()
      await eventually('more is sent', () => {
        if (sent() !== before) return true
        // The system asks the server for more when much of its buffers is free.
        if (socket.isPaused()) left = mebibyte
        socket.resume()
      })
      // As long as it may take nothing, each time.
      for (let look = 0; look < 4; look++) await time.pass(readMs / 4)
    }
    left = Number.POSITIVE_INFINITY
    await once(socket.resume(), 'end')
    expect(rounds).toBeGreaterThan(8)
    expect(bytes).toBeGreaterThan(500 * 65_536)
    await app.close()
  })
})

it('408: a body that does not arrive in time, except on a route that streams it', async () => {
  const { app, url } = await startServer({ bodyMs: 100 })
  const underWay = requestsUnderWay(app)
  const head = 'HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{'
  let isOver = false
  const patient = raw(url, `POST /streamed ${head}`)
  void patient.then(() => {
    isOver = true
  })
  await eventually('a request is under way', () => underWay() === 1)
  const late = parse(await raw(url, `POST /echo ${head}`))
  expect([late.status, late.headers['error-code']]).toEqual([408, 'request_timeout'])
  expect(isOver).toBe(false)
  app.server.closeAllConnections()
  expect(await patient).toBe('')
  await app.close()
})

describe('a client that keeps sending after a refusal', () => {
  const head = (bytes: number, more = '') =>
    `POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n${more}\r\n`

  it('loses its connection when it falls silent', async () => {
    const { app, url } = await startServer({ linger: { silentMs: 40, allMs: never } })
    expect(parse(await raw(url, `${head(1000)}{`)).status).toBe(404)
    await app.close()
  })

  it('loses its connection when it does not end', async () => {
    const { app, url } = await startServer({ linger: { silentMs: never, allMs: 100 } })
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(head(1_000_000)))
    // The server may be gone before the next piece.
    socket.on('error', () => undefined).resume()
    const sending = setInterval(() => socket.write(' '), 5)
    await new Promise((closed) => socket.once('close', closed))
    clearInterval(sending)
    await app.close()
  })

  // Python's urllib sends `Connection: close`, Node's fetch doesn't.
  it.each(['keep-alive', 'close'])(
    'gets the answer, even if it sends everything slowly before it reads (%s)',
    async (kind) => {
      const time = new FakeTimer()
      const silentMs = 1000
      const { app, url } = await startServer({ linger: { silentMs, allMs: never }, timer: time.start })
      const others = time.count
      const { hostname, port } = new URL(url)
      const [pieces, size] = [16, 1000]
      const socket = connect(Number(port), hostname, () => socket.write(head(pieces * size, `Connection: ${kind}\r\n`)))
      const [side] = await once(app.server, 'connection')
      await eventually('it was answered, and may still send', () => time.count > others)
      const before = side.bytesRead
      for (let sent = size; sent <= pieces * size; sent += size) {
        socket.write(Buffer.alloc(size, 32))
        await eventually('the piece has come', () => side.bytesRead === before + sent)
        // As long as it may be silent, each time.
        for (let look = 0; look < 4; look++) await time.pass(silentMs / 4)
      }
      // The other connection stays open.
      const answer = kind === 'close' ? await text(socket) : String((await once(socket, 'data'))[0])
      expect(answer).toMatch(/^HTTP\/1\.1 404 /)
      socket.destroy()
      await app.close()
    },
  )
})

describe('closing', () => {
  it('answers what is under way, then closes every connection', async () => {
    const { app, url, slow: waiting, observed } = await startServer({ stopMs: never })
    const slow = raw(url, get('/slow'))
    const idle = raw(url, get('/list'))
    const silent = raw(url, '')
    const halfway = raw(url, 'POST /echo HTTP/1.1\r\n')
    await eventually('one is under way, one answered, two are silent', async () => {
      return waiting.length === 1 && observed.length === 1 && (await connectionsOf(app)) === 4
    })
    const closed = app.close()
    expect([await silent, await halfway]).toEqual(['', ''])
    expect(parse(await idle).status).toBe(200)
    for (const answer of waiting) answer()
    expect(parse(await slow)).toMatchObject({ status: 200, body: '{"status":200,"message":"Slow"}' })
    await closed
    await expect(fetch(`${url}/list`)).rejects.toThrow()
  })

  it('accepts requests until its delay is over, each as the last of its connection', async () => {
    let isStopping = false
    let delayMs: number | undefined
    let endDelay: () => void = () => undefined
    const { app, url } = await startServer({
      stopDelayMs: 300,
      sleep: (ms) => {
        delayMs = ms
        return new Promise<void>((resolve) => {
          endDelay = resolve
        })
      },
      onStop: () => {
        isStopping = true
      },
    })
    const closed = app.close()
    for (let request = 0; request < 2; request++) {
      const answer = parse(await raw(url, get('/list')))
      expect([isStopping, answer.status, answer.headers.connection]).toEqual([true, 200, 'close'])
    }
    expect(delayMs).toBe(300)
    endDelay()
    await closed
    await expect(fetch(`${url}/list`)).rejects.toThrow()
  })

  it('cuts every connection when the time is up, not before', async () => {
    let elapsedMs = 0
    let looks = 0
    const elapsed = () => {
      looks++
      return elapsedMs
    }
    const { app, url } = await startServer({ stopMs: 300_000, clock: { elapsed } })
    const underWay = requestsUnderWay(app)
    const endless = raw(
      url,
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    )
    await eventually('a request is under way', () => underWay() === 1)
    const closed = app.close()
    await eventually('it is stopping', () => looks > 0)
    elapsedMs = 299_999
    const before = looks
    await eventually('it has looked', () => looks >= before + 3)
    expect(underWay()).toBe(1)
    elapsedMs = 300_000
    await closed
    expect(await endless).toBe('')
  })

  it('answers a later request on the same connection, then closes it', async () => {
    const { app, url, slow } = await startServer()
    const both = raw(url, get('/slow') + get('/list') + get('/list'))
    await eventually('the first is under way', () => slow.length === 1)
    const closed = app.close()
    for (const answer of slow) answer()
    await closed
    const answers = (await both).split(/(?=HTTP\/1\.1 )/).map(parse)
    for (const answer of answers) expect(answer.status).toBe(200)
    expect(JSON.parse(answers[0]?.body ?? '')).toStrictEqual({ status: 200, message: 'Slow' })
  })
})
