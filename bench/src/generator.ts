import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { createHistogram, performance } from 'node:perf_hooks'
import type { LoadOptions, LoadResult } from './load.js'

// The load generator: a separate process with HTTP/1.1 on bare sockets. It runs a closed loop: a connection sends its next request
// once the last reply is complete, or, at a given rate, when it is due; what is sent late counts from when it was due. Takes options as its first argument and prints the result, both as JSON; see load.ts.

// Allocates nothing per request, because the generator shares its processors with the service.
const headEnd = Buffer.from('\r\n\r\n')
const lengthHeader = Buffer.from('\r\ncontent-length: ')
const hashBytes = 32
const replyBytesMax = 16_384
const zero = 48

/** Parses a complete reply: its status and length; undefined while bytes are missing. */
function reply(received: Buffer): { status: number; length: number } | undefined {
  const head = received.indexOf(headEnd)
  if (head < 0) return undefined
  const named = received.indexOf(lengthHeader)
  if (named < 0 || named > head)
    throw new Error(`a reply without content-length: ${received.toString('latin1', 0, head)}`)
  let length = 0
  for (let at = named + lengthHeader.length; (received[at] as number) >= zero; at++) {
    length = length * 10 + (received[at] as number) - zero
  }
  const end = head + headEnd.length + length
  if (received.length < end) return undefined
  const [hundreds, tens, ones] = [received[9] as number, received[10] as number, received[11] as number]
  return { status: (hundreds - zero) * 100 + (tens - zero) * 10 + ones - zero, length: end }
}

/** Returns a source of random hashes that draws randomness for a thousand at a time. */
function hashes(): () => string {
  let pool = ''
  let at = 0
  return () => {
    if (at === pool.length) {
      pool = randomBytes(hashBytes * 1000).toString('hex')
      at = 0
    }
    at += 2 * hashBytes
    return pool.slice(at - 2 * hashBytes, at)
  }
}

/** Returns metadata that can't be compressed much, as a member of the body. */
function metadataOf(bytes: number): string {
  if (bytes === 0) return ''
  return `,"metadata":{"description":"${randomBytes(bytes).toString('base64').slice(0, bytes)}"}`
}

async function run(options: LoadOptions): Promise<LoadResult> {
  const { port, path, token, connections, warmupMs, measureMs, perSecond, metadataBytes = 0 } = options
  const latencyUs = createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 })
  const nextHash = hashes()
  const body = `{"hash":"${'0'.repeat(2 * hashBytes)}"${metadataOf(metadataBytes)}}`
  const head =
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`

  const startedAt = performance.now()
  const measureFrom = startedAt + warmupMs
  const measureTo = measureFrom + measureMs
  let completed = 0
  const refused = new Map<number, number>()

  const text = Buffer.from(head + body, 'latin1')
  const hashAt = head.length + '{"hash":"'.length

  /** Runs one connection until the time is over and its last reply is complete. */
  function client(_: unknown, number: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = Buffer.from(text)
      let received = Buffer.alloc(0)
      let sentAt = 0
      const onread = (count: number, buffer: Uint8Array): boolean => {
        const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count)
        const all = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        let answer: ReturnType<typeof reply>
        try {
          answer = reply(all)
        } catch (error) {
          reject(error)
          socket.destroy()
          return true
        }
        if (answer === undefined) received = Buffer.from(all)
        else {
          if (received.length > 0) received = Buffer.alloc(0)
          onReply(answer.status)
        }
        return true
      }
      const onReply = (status: number) => {
        const now = performance.now()
        if (now >= measureFrom && now < measureTo) {
          completed++
          latencyUs.record(Math.max(1, Math.round((now - sentAt) * 1000)))
          if (status < 200 || status > 299) refused.set(status, (refused.get(status) ?? 0) + 1)
        }
        if (now >= measureTo) socket.end(resolve)
        else if (perSecond === undefined || now >= due(sent)) send(now)
        else setTimeout(() => send(performance.now()), due(sent) - now)
      }
      let sent = 0
      const due = (count: number) => startedAt + ((count * connections + number) * 1000) / (perSecond as number)
      const send = (now: number) => {
        sentAt = perSecond === undefined ? now : due(sent)
        sent++
        request.write(nextHash(), hashAt, 'latin1')
        socket.write(request)
      }
      const socket = connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        onread: { buffer: Buffer.alloc(replyBytesMax), callback: onread },
      })
      socket.once('connect', () => send(performance.now()))
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the server closed a connection')))
    })
  }

  await Promise.all(Array.from({ length: connections }, client))
  return {
    connections,
    requests: completed,
    perSecond: (completed * 1000) / measureMs,
    p50Ms: latencyUs.percentile(50) / 1000,
    p99Ms: latencyUs.percentile(99) / 1000,
    maxMs: latencyUs.max / 1000,
    non2xx: Object.fromEntries(refused),
  }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '') as LoadOptions)))
