import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { createHistogram, performance } from 'node:perf_hooks'
import type { LoadOptions, LoadResult } from './load.js'

// The load generator: a process of its own, HTTP/1.1 on bare sockets. Closed loop: a connection sends its next request when the
// reply to the one before is complete. Options are the first argument, the result is printed, both as JSON; see load.ts.

const headEnd = Buffer.from('\r\n\r\n')
const hashBytes = 32

/** Where a complete reply ends in a buffer, and its status; undefined while bytes are missing. */
function reply(buffer: Buffer): { status: number; length: number } | undefined {
  const head = buffer.indexOf(headEnd)
  if (head < 0) return undefined
  const text = buffer.toString('latin1', 0, head)
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`a reply without content-length: ${text}`)
  const end = head + headEnd.length + Number(length)
  return buffer.length < end ? undefined : { status: Number(text.slice(9, 12)), length: end }
}

/** Gives a random SHA-256-like hash per call; randomness is drawn for a thousand at a time. */
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

async function run(options: LoadOptions): Promise<LoadResult> {
  const { port, path, token, connections, warmupMs, measureMs } = options
  const latencyUs = createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 })
  const nextHash = hashes()
  const bodyLength = `{"hash":""}`.length + 2 * hashBytes
  const head =
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${bodyLength}\r\n\r\n`

  const measureFrom = performance.now() + warmupMs
  const measureTo = measureFrom + measureMs
  let completed = 0
  const refused = new Map<number, number>()

  /** One connection: resolves when the time is over and its last reply is in. */
  function client(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let sentAt = 0
      let rest: Buffer | undefined
      const send = (now: number) => {
        sentAt = now
        socket.write(`${head}{"hash":"${nextHash()}"}`, 'latin1')
      }
      socket.on('data', (chunk) => {
        const buffer = rest === undefined ? chunk : Buffer.concat([rest, chunk])
        let answer: ReturnType<typeof reply>
        try {
          answer = reply(buffer)
        } catch (error) {
          reject(error)
          socket.destroy()
          return
        }
        if (answer === undefined) {
          rest = buffer
          return
        }
        rest = undefined
        const now = performance.now()
        if (now >= measureFrom && now < measureTo) {
          completed++
          latencyUs.record(Math.max(1, Math.round((now - sentAt) * 1000)))
          if (answer.status < 200 || answer.status > 299)
            refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1)
        }
        if (now < measureTo) send(now)
        else socket.end(resolve)
      })
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the server closed a connection')))
      send(performance.now())
    })
  }

  const sockets = await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      return new Promise<Socket>((resolve, reject) => {
        socket.once('connect', () => resolve(socket))
        socket.once('error', reject)
      })
    }),
  )
  await Promise.all(sockets.map(client))
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
