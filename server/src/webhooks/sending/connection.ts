import { Client, type Dispatcher } from 'undici'
import { systemTimer, type Timer } from '../../base/turns/clock.js'
import { AttemptTimeoutError, BodyLimitError, type Failure, failureOf } from '../deliveries/failure.js'
import type { Answer } from '../deliveries/schedule.js'
import type { Guard } from '../guard/guard.js'

/** Request of one attempt. */
export interface Outgoing {
  headers: Record<string, string>
  body: string
}

/** Result of one attempt, as logged. */
export interface Attempt extends Answer {
  durationMs: number
  /** The address actually connected to; null when there was no connection. */
  address: string | null
  requestHead: string
  responseHead: string | null
  /** The first 4 KiB. */
  responseBody: string | null
  /** Null when the exchange succeeded, even with a refusing status. */
  failure: Failure | null
}

/** Limits on the time of an attempt and the size of its answer. */
export interface SendLimits {
  totalMs: number
  /** Reading stops after this much of a body. */
  bodyBytes: number
  /** How much of it is logged. */
  keptBytes: number
}

const defaultLimits: SendLimits = { totalMs: 15_000, bodyBytes: 65_536, keptBytes: 4_096 }

/** Ends an attempt because the service stops; the attempt doesn't count. */
class ClosedError extends Error {}

const lost: ReadonlySet<string | undefined> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/**
 * A connection to a receiver, kept alive between attempts, one attempt at a time. Doesn't follow redirects.
 */
export class ReceiverConnection {
  readonly target: URL
  private readonly guard: Guard
  private readonly limits: SendLimits
  private readonly timer: Timer
  private client: Client | undefined
  private address: string | null = null
  /** Attempts answered on the current connection. */
  private answered = 0

  /**
   * @param target as returned by the guard's check
   * @param timer limits the time of an attempt; tests let it pass as they like
   */
  constructor(target: URL, guard: Guard, limits: SendLimits = defaultLimits, timer: Timer = systemTimer) {
    this.target = target
    this.guard = guard
    this.limits = limits
    this.timer = timer
  }

  /**
   * Sends and waits up to 15 s for the answer. Never throws: a failure is a result too.
   *
   * @returns null when the connection was closed before an answer came
   */
  async send(outgoing: Outgoing): Promise<Attempt | null> {
    const startMs = performance.now()
    const reused = this.answered > 0
    let exchange = await this.exchange(outgoing, this.limits.totalMs)
    // The receiver closed an idle connection just as it was reused: retry once, this was not an attempt.
    if (reused && exchange.status === null && lost.has((exchange.error as NodeJS.ErrnoException | null)?.code)) {
      exchange = await this.exchange(outgoing, this.limits.totalMs - (performance.now() - startMs))
    }
    const { status, headers, error } = exchange
    if (error instanceof ClosedError && status === null) return null
    if (status !== null) this.answered++
    return {
      status,
      retryAfter: one(headers['retry-after']),
      durationMs: Math.round(performance.now() - startMs),
      address: exchange.address,
      requestHead: this.requestHead(outgoing),
      responseHead: status === null ? null : clean(headOf(status, headers)).slice(0, this.limits.keptBytes),
      responseBody: status === null ? null : clean(Buffer.concat(exchange.body).toString()),
      failure: failureOf(status, error, this.limits.totalMs),
    }
  }

  /** Closes the connection. An attempt in flight ends with an unknown outcome. */
  async close(): Promise<void> {
    const { client } = this
    this.client = undefined
    await client?.destroy(new ClosedError())
  }

  private exchange({ headers, body }: Outgoing, totalMs: number) {
    const { keptBytes, bodyBytes } = this.limits
    const client = this.connected()
    this.client = client
    return new Promise<Exchange>((resolve) => {
      const got: Exchange = { status: null, headers: {}, body: [], address: null, error: null }
      let read = 0
      let kept = 0
      let isOver = false
      const stopTimer = this.timer(totalMs, () => {
        if (this.client === client) this.client = undefined
        end(new AttemptTimeoutError())
        void client.destroy()
      })
      const end = (error: Error | null) => {
        if (isOver) return
        isOver = true
        stopTimer()
        resolve({ ...got, address: this.address, error })
      }
      const { pathname, search } = this.target
      client.dispatch(
        { method: 'POST', path: `${pathname}${search}`, headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, status, answer) {
            if (status < 200) return
            got.status = status
            got.headers = answer
          },
          onResponseData(controller, chunk) {
            read += chunk.length
            if (kept < keptBytes) {
              const part = Buffer.from(chunk.subarray(0, keptBytes - kept))
              got.body.push(part)
              kept += part.length
            }
            if (read > bodyBytes) controller.abort(new BodyLimitError())
          },
          onResponseEnd: () => end(null),
          onResponseError: (_controller, error) => end(error),
        },
      )
    })
  }

  private connected(): Client {
    if (this.client && !this.client.destroyed) return this.client
    const guarded = this.guard.connector((address) => {
      this.address = address
    })
    const connect: typeof guarded = (options, callback) => {
      this.address = null
      this.answered = 0
      guarded(options, callback)
    }
    const { totalMs } = this.limits
    return new Client(this.target.origin, {
      connect,
      pipelining: 1,
      headersTimeout: 2 * totalMs,
      bodyTimeout: 2 * totalMs,
    })
  }

  private requestHead({ headers, body }: Outgoing): string {
    const { pathname, search, host } = this.target
    const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
    return [`POST ${pathname}${search} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\n')
  }
}

interface Exchange {
  status: number | null
  headers: Headers
  body: Buffer[]
  address: string | null
  error: Error | null
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

function one(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

function headOf(status: number, headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text) => `${name}: ${text}`),
  )
  return [`HTTP/1.1 ${status}`, ...lines].join('\n')
}

/** PostgreSQL text can't hold NUL; invalid UTF-8 was replaced before. */
function clean(text: string): string {
  return text.replaceAll('\0', '\u{fffd}')
}
