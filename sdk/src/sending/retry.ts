import { toHex } from '@tallystick/proof'
import { NetworkError } from '../network-error.js'
import { retryAfterOf, type ServiceError } from '../service-error.js'
import { sleep } from '../waiting.js'

/** Sends a request, which has time for the bytes that it moves: those of its body by default. */
export type Send = (request: Request, movedBytes?: number) => Promise<Response>

/** How requests are repeated. */
export interface RetryOptions {
  /** Maximum times a request is sent; 8 by default, which takes about half a minute. 1 never repeats. */
  attempts?: number
  /** Longest wait that the service may ask for, in milliseconds; 60,000 by default. A longer one is an error at once. */
  waitMsMax?: number
}

/** The parts of a refusal that decide whether to repeat the request. */
type Refusal = Pick<ServiceError, 'status' | 'retryAfterS'>

const temporary: readonly number[] = [429, 502, 503, 504]
const firstPauseMs = 250
const pauseMsMax = 15_000

/**
 * Repeats requests after failed connections and temporary refusals. Each POST carries an `Idempotency-Key`, the same in all its
 * repetitions, so what it creates is created once.
 */
export function retrying(send: Send, options: RetryOptions): Send {
  return async (request, movedBytes) => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', randomKey())
    // How much of an upload's part has arrived decides what to send next.
    const isPart = request.headers.has('upload-offset')
    let next = request
    for (let attempt = 1; ; attempt++) {
      const current = next
      next = isPart ? current : current.clone()
      let pauseMs: number | null
      try {
        const response = await send(current, movedBytes)
        const { ok, status, headers } = response
        pauseMs = ok || isPart ? null : pauseAfter({ status, retryAfterS: retryAfterOf(headers) }, attempt, options)
        if (pauseMs === null) return response
        await response.body?.cancel()
      } catch (error) {
        pauseMs = isPart ? null : pauseAfter(error, attempt, options)
        if (pauseMs === null) throw error
      }
      await sleep(pauseMs, request.signal)
    }
  }
}

/**
 * Returns how long to wait before the next attempt, in milliseconds; null when another is pointless. The pauses double, and are
 * random, so that many clients don't return at the same moment.
 */
export function pauseAfter(
  failure: unknown,
  attempt: number,
  { attempts = 8, waitMsMax = 60_000 }: RetryOptions = {},
): number | null {
  if (attempt >= attempts) return null
  const pauseMs = Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
  if (failure instanceof NetworkError) return pauseMs
  const { status, retryAfterS = null } = failure as Partial<Refusal>
  // 507: waiting makes no space.
  if (status === undefined || status === 507 || (retryAfterS === null && !temporary.includes(status))) return null
  const askedMs = (retryAfterS ?? 0) * 1000
  return askedMs > waitMsMax ? null : askedMs + pauseMs
}

/** `crypto.randomUUID` is missing in pages without TLS. */
function randomKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}
