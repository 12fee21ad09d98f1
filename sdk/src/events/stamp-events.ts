import type { Client } from '../client.js'
import { NetworkError, reach } from '../network-error.js'
import { SseReader } from './sse-reader.js'

/** A stamp's state, as `GET /events` sends it. */
export interface StampChange {
  id: string
  code: string
  hash: string
  filename: string
  type: string
  isPrivate: boolean
  isPrivateBc: boolean
  timestamp: string
  txid: string
  state: 'submitted' | 'confirmed' | 'final' | 'failed'
  blockNumber: number | null
  blockTime: string | null
}

/**
 * An event of the stream, and the position to resume from after it. After `ready` nothing is missed; `reset` means that too much has
 * changed to send it one by one; `position` carries nothing else.
 */
export type StampEvent =
  | { name: 'stamp'; change: StampChange; position: string }
  | { name: 'ready' | 'reset' | 'position'; position: string }

/** Options of {@link stampEvents}. */
export interface StampEventOptions {
  /** The position of the last event seen, or the time a list was loaded in milliseconds since 1970: changes after it come first. */
  since?: string | undefined
  signal?: AbortSignal | undefined
}

/** The service sends something every 15 seconds. A connection silent for longer is dead, for example after sleep. */
const silenceMs = 40_000

/**
 * Yields the changes of the account's stamps over one connection, which ends with its token at the latest. To go on, call it again
 * with the last position.
 *
 * @throws {ServiceError} 429 `too_many_streams`
 * @throws {NetworkError} when the connection breaks or is silent
 */
export async function* stampEvents(
  client: Client,
  { since = '', signal }: StampEventOptions = {},
): AsyncGenerator<StampEvent, void, undefined> {
  const path = '/events'
  const silence = new AbortController()
  const ended = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
  const headers = { accept: 'text/event-stream', ...(since === '' ? {} : { 'last-event-id': since }) }
  const response = await client.fetch(path, { headers, signal: ended })
  const sse = new SseReader(since)
  const decoder = new TextDecoder()
  const body = response.body?.getReader()
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(new NetworkError(path, new Error('silent'))), silenceMs)
      const piece = await reach(path, async () => body?.read()).finally(() => clearTimeout(timer))
      if (!piece || piece.done) return
      for (const { name, data, id } of sse.take(decoder.decode(piece.value, { stream: true }))) {
        if (name === 'stamp') yield { name, change: JSON.parse(data) as StampChange, position: id }
        else if (name === 'ready' || name === 'reset') yield { name, position: id }
      }
      yield { name: 'position', position: sse.lastId }
    }
  } finally {
    await body?.cancel().catch(() => undefined)
  }
}
