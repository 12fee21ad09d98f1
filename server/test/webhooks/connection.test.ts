import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import type { Timer } from '../../src/base/turns/clock.js'
import { Guard } from '../../src/webhooks/guard/guard.js'
import { ReceiverConnection } from '../../src/webhooks/sending/connection.js'
import { certificate } from './certificate.js'
import { type Answering, startReceiver } from './receiver.js'

const guard = new Guard({ allowHttp: true, allowNetworks: ['127.0.0.0/8'] })
// Undici has limits of its own, twice this: they must not pass.
const limits = { totalMs: 86_400_000, bodyBytes: 65_536, keptBytes: 4_096 }
const expired = { code: 'timeout', words: 'no response within 86400 s' }
const outgoing = { headers: { 'content-type': 'application/json', 'webhook-id': 'x' }, body: '{"a":1}' }
const open: (() => Promise<unknown>)[] = []

/** The timers under way: time passes when a test says so. */
const timers = new Set<() => void>()
const timer: Timer = (ms, expire) => {
  expect(ms).toBeGreaterThan(limits.totalMs / 2)
  expect(ms).toBeLessThanOrEqual(limits.totalMs)
  timers.add(expire)
  return () => timers.delete(expire)
}

/** Waits for something, then lets the time for the attempt pass. */
async function expireAfter(what: string, look: () => boolean): Promise<void> {
  await eventually(what, look)
  expect(timers.size).toBe(1)
  for (const expire of timers) expire()
}

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
  // Each attempt has stopped its own.
  expect(timers.size).toBe(0)
})

async function lineTo(answer?: Answering) {
  const receiver = await startReceiver(answer)
  const connection = new ReceiverConnection(new URL(receiver.url), guard, limits, timer)
  open.push(
    () => receiver.close(),
    () => connection.close(),
  )
  return { receiver, connection }
}

/** Connects to a receiver that speaks raw bytes. */
async function lineToSocket(speak: (socket: Socket) => void, scheme = 'http') {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    open.push(async () => socket.destroy())
    speak(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connection = new ReceiverConnection(new URL(`${scheme}://127.0.0.1:${port}/hook`), guard, limits, timer)
  open.push(
    async () => server.close(),
    () => connection.close(),
  )
  return connection
}

describe('a receiver', () => {
  it('that never answers is not waited for', async () => {
    const { connection, receiver } = await lineTo(() => undefined)
    const sent = connection.send(outgoing)
    await expireAfter('the request arrives', () => receiver.received.length === 1)
    expect(await sent).toMatchObject({ status: null, address: '127.0.0.1', failure: expired })
    expect(receiver.received).toHaveLength(1)
  })

  it('that accepts and says nothing at all is not waited for', async () => {
    let isConnected = false
    const connection = await lineToSocket(() => {
      isConnected = true
    })
    const sent = connection.send(outgoing)
    await expireAfter('it is connected to', () => isConnected)
    expect(await sent).toMatchObject({ status: null, failure: expired })
  })

  it('that never finishes the encryption is not waited for', async () => {
    let hello = 0
    const connection = await lineToSocket((socket) => {
      socket.on('data', (chunk) => {
        hello += chunk.length
      })
    }, 'https')
    const sent = connection.send(outgoing)
    await expireAfter('the handshake begins', () => hello > 0)
    expect(await sent).toMatchObject({ status: null, address: null, failure: expired })
  })

  it('without TLS fails with that reason', async () => {
    const connection = await lineToSocket((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), 'https')
    const attempt = await connection.send(outgoing)
    expect(attempt?.status).toBeNull()
    expect(attempt?.failure).toEqual({
      code: 'encryption_failed',
      words: expect.stringMatching(/^the TLS handshake failed/),
    })
  })

  it('that drips one header after the other is not waited for', async () => {
    let drops = 0
    const connection = await lineToSocket((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n', () => drops++), 5)
      socket.once('close', () => clearInterval(timer))
    })
    const sent = connection.send(outgoing)
    await expireAfter('some headers arrive', () => drops >= 10)
    expect(await sent).toMatchObject({ status: null, failure: expired })
  })

  it('whose body never ends counts as having answered', async () => {
    let drops = 0
    const { connection } = await lineTo((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('and so on ', () => drops++), 5)
      response.once('close', () => clearInterval(timer))
    })
    for (let time = 0; time < 2; time++) {
      const sent = connection.send(outgoing)
      const before = drops
      await expireAfter('some of it arrives', () => drops >= before + 10)
      const attempt = await sent
      expect(attempt).toMatchObject({
        status: 200,
        failure: { code: 'answer_timeout', words: 'the response did not end within 86400 s' },
      })
      expect(attempt?.responseBody).toMatch(/^and so on and/)
    }
  })

  it('with a huge body is read up to 64 KiB, and 4 KiB are kept', async () => {
    let written = 0
    const { connection } = await lineTo((response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(65_536, 'x')
      const more = () => {
        while (written < 1 << 30 && !response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) return response.once('drain', more)
        }
        return response.end()
      }
      more()
    })
    const attempt = await connection.send(outgoing)
    expect(attempt).toMatchObject({ status: 200, failure: null })
    expect(attempt?.responseBody).toBe('x'.repeat(4_096))
    // The buffers of both sockets filled up before the connection was closed.
    expect(written).toBeLessThan(32 << 20)
  })

  it('with huge headers fails with that reason', async () => {
    const { connection } = await lineTo((response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end())
    expect(await connection.send(outgoing)).toMatchObject({
      status: null,
      failure: { code: 'headers_too_large', words: 'the response headers are larger than 16 KiB' },
    })
  })

  it('with a protocol other than HTTP fails with that reason', async () => {
    const connection = await lineToSocket((socket) => socket.write('220 mail.example ESMTP\r\n'))
    expect(await connection.send(outgoing)).toMatchObject({
      status: null,
      failure: { code: 'not_http', words: 'the response is not valid HTTP' },
    })
  })

  it('that announces an answer before it answers is waited for', async () => {
    const connection = await lineToSocket((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')
      setTimeout(() => socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n'), 20)
    })
    expect(await connection.send(outgoing)).toMatchObject({ status: 202, failure: null })
  })

  it('that hangs up before or amid its answer is a failure', async () => {
    const atOnce = await lineToSocket((socket) => socket.destroy())
    expect((await atOnce.send(outgoing))?.failure).toEqual({
      code: 'connection_lost',
      words: 'the connection was lost before a response arrived',
    })
    const amidHead = await lineToSocket((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'))
    expect(await amidHead.send(outgoing)).toMatchObject({ status: null })
    const amidBody = await lineToSocket((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))
    expect(await amidBody.send(outgoing)).toMatchObject({
      status: 200,
      responseBody: 'half',
      failure: { code: 'answer_lost', words: 'the connection was lost before the response ended' },
    })
  })

  it('that does not exist is a failure', async () => {
    const { connection, receiver } = await lineTo()
    await receiver.close()
    open.shift()
    expect(await connection.send(outgoing)).toMatchObject({
      status: null,
      address: null,
      failure: { code: 'connection_refused', words: 'the connection was refused' },
    })
  })

  it('that sends what no text can hold is logged without it', async () => {
    const { connection } = await lineTo((response) => response.end(Buffer.from([0x61, 0, 0xff, 0xfe, 0x62])))
    expect((await connection.send(outgoing))?.responseBody).toBe('a\u{fffd}\u{fffd}\u{fffd}b')
  })

  it('elsewhere is never followed: redirects are answers', async () => {
    const other = await startReceiver()
    open.push(() => other.close())
    const { connection } = await lineTo((response) => response.writeHead(301, { location: other.url }).end())
    expect(await connection.send(outgoing)).toMatchObject({
      status: 301,
      failure: { code: 'redirect', words: 'redirects are not followed. Register the final address.' },
    })
    expect(other.connections).toBe(0)
  })
})

describe('a connection', () => {
  it('is reused', async () => {
    const { connection, receiver } = await lineTo()
    for (let i = 0; i < 5; i++) expect((await connection.send(outgoing))?.status).toBe(204)
    expect(receiver.connections).toBe(1)
  })

  it('closed by the receiver meanwhile is reopened without a failure', async () => {
    const { connection, receiver } = await lineTo((response) => {
      const { socket } = response
      response.writeHead(200).end()
      // After its answer, without announcing it.
      setImmediate(() => socket?.destroy())
    })
    for (let i = 0; i < 20; i++) expect(await connection.send(outgoing)).toMatchObject({ status: 200, failure: null })
    expect(receiver.connections).toBe(20)
  })

  it('is no longer trusted after an unsolicited answer', async () => {
    let number = 0
    const connection = await lineToSocket((socket) => {
      const mine = ++number
      socket.on('data', () => {
        const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n'
        socket.write(`${answer}${mine}${mine === 1 ? `${answer}!` : ''}`)
      })
    })
    const bodies = []
    for (let i = 0; i < 3; i++) bodies.push((await connection.send(outgoing))?.responseBody)
    expect(bodies).toEqual(['1', '2', '2'])
  })

  it('that is closed gives no answer', async () => {
    const { connection, receiver } = await lineTo(() => undefined)
    const sent = connection.send(outgoing)
    await eventually('the request arrives', () => receiver.received.length === 1)
    await connection.close()
    expect(await sent).toBeNull()
  })
})

describe('a certificate', () => {
  it.each([
    ['that nobody vouches for', 'localhost', {}],
    ['for another name', 'other.example', {}],
    ['that has expired', 'localhost', { expired: true }],
  ])('%s is not accepted, and nothing is sent', async (_, name, options) => {
    const receiver = await startReceiver(undefined, certificate(name, options))
    const connection = new ReceiverConnection(new URL(`https://localhost:${receiver.port}/`), guard, limits, timer)
    open.push(
      () => receiver.close(),
      () => connection.close(),
    )
    const attempt = await connection.send(outgoing)
    expect(attempt?.status).toBeNull()
    expect(attempt?.failure).toEqual({
      code: 'certificate_refused',
      words: expect.stringMatching(/^the TLS certificate is not valid: /),
    })
    expect(receiver.received).toEqual([])
  })
})
