import { NetworkError } from '../network-error.js'
import { unlessAborted } from '../waiting.js'
import type { Send } from './retry.js'

/** The slowest upload that still counts as progress: no runtime says how much of a body it has sent. */
const bytesPerSecondMin = 32 << 10
/** A body that was counted is in memory until it is sent. */
const countedBytesMax = 64 << 20
/** The longest that timers count. */
const timerMsMax = 2 ** 31 - 1

/**
 * Ends an attempt that makes no progress: when the answer doesn't begin within `timeoutMs` after the body was sent, or no piece of
 * it arrives for as long while someone wants one. Streams of events are silent for good reasons and watch themselves.
 *
 * @throws {NetworkError} from the request, or from the reader of its answer
 */
export function timed(send: Send, timeoutMs: number): Send {
  if (timeoutMs === Number.POSITIVE_INFINITY) return send
  return async (request, movedBytes) => {
    const ending = new AbortController()
    const { signal, url } = request
    const onAbort = () => ending.abort(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    const within = async <Value>(ms: number, arriving: Promise<Value>): Promise<Value> => {
      const silent = new DOMException(`nothing arrived for ${timeoutMs / 1000} s`, 'TimeoutError')
      const timer = setTimeout(() => ending.abort(new NetworkError(url, silent)), Math.min(ms, timerMsMax))
      // Otherwise an unhandled rejection, when the request was aborted before.
      arriving.catch(() => undefined)
      try {
        return await unlessAborted(arriving, ending.signal)
      } finally {
        clearTimeout(timer)
      }
    }
    const bytes = movedBytes ?? (await bodyBytes(request))
    const sending = send(new Request(request, { signal: ending.signal }))
    const response = await within(timeoutMs + (bytes / bytesPerSecondMin) * 1000, sending)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    // This closure also keeps the request, whose signal the runtime would otherwise forget while the answer is read.
    return inPieces(response, (piece) => within(isStream ? timerMsMax : timeoutMs, piece))
  }
}

/** Counts the bytes of a body; infinite for one that is too large to be read twice, or that the runtime doesn't show (Firefox). */
async function bodyBytes(request: Request): Promise<number> {
  if (request.body === null || request.method === 'GET' || request.method === 'HEAD') return 0
  const reader = request.clone().body?.getReader()
  if (reader === undefined) return Number.POSITIVE_INFINITY
  let bytes = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length
    if (bytes <= countedBytesMax) continue
    // Settles with the other copy, which is sent.
    reader.cancel().catch(() => undefined)
    return Number.POSITIVE_INFINITY
  }
  return bytes
}

/** Returns an answer whose body is read piece by piece, each as `take` waits for it. */
function inPieces(response: Response, take: <Value>(piece: Promise<Value>) => Promise<Value>): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const reader = body.getReader()
  const pieces = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await take(reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads only what someone wants, so that a slow reader isn't taken for a silent service.
    { highWaterMark: 0 },
  )
  return new Response(pieces, { status, statusText, headers })
}
