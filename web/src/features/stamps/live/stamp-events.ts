import { ServiceError } from 'tallystick'
import { client } from '../../../session/client.js'
import { currentSession, onSessionChange, sessionSinceMs } from '../../../session/session.js'
import { SseReader } from './sse-reader.js'

/** A stamp's state, as `GET /events` sends it. */
export interface StampChange {
  id: string
  code: string
  hash: string
  filename: string
  type: string
  isPrivate: boolean
  timestamp: string
  txid: string
  state: 'submitted' | 'confirmed' | 'final' | 'failed'
  blockNumber: number | null
  blockTime: string | null
}

/** A change, or `reset`: everything cached may be stale. */
type StampEvent = { name: 'stamp'; change: StampChange } | { name: 'reset' }

/** State of the event stream. */
export type Connection = 'connecting' | 'live' | 'lost'

/** The service sends something every 15 seconds. A connection silent for longer is dead, for example after sleep. */
const silenceMs = 40_000
const pauseMaxMs = 10_000
/** Keeps the connection across page changes. */
const lingerMs = 3_000

const listeners = new Set<(event: StampEvent) => void>()
const watchers = new Set<() => void>()
let connection: Connection = 'connecting'
let lastId = ''
let running: AbortController | null = null
let lingerTimer: ReturnType<typeof setTimeout> | undefined

/** Calls back on every change of the account's stamps while the page is visible: browsers limit the number of connections. */
export function onStampEvent(listener: (event: StampEvent) => void): () => void {
  listeners.add(listener)
  update()
  return () => {
    listeners.delete(listener)
    clearTimeout(lingerTimer)
    lingerTimer = setTimeout(update, lingerMs)
  }
}

/** For `useSyncExternalStore`. */
export function onConnectionChange(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Returns the state of the event stream. */
export function currentConnection(): Connection {
  return connection
}

document.addEventListener('visibilitychange', update)
addEventListener('online', () => {
  stop()
  update()
})
// Also called on every token renewal.
onSessionChange(() => {
  void currentSession().then(({ status }) => {
    if (status === 'in') return update()
    stop()
    lastId = ''
  })
})

function update(): void {
  if (listeners.size === 0 || document.visibilityState === 'hidden') {
    stop()
    return
  }
  if (running) return
  running = new AbortController()
  void stayConnected(running.signal)
}

function stop(): void {
  running?.abort()
  running = null
}

function setConnection(next: Connection): void {
  if (next === connection) return
  connection = next
  for (const watcher of watchers) watcher()
}

async function stayConnected(signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await follow(signal, () => {
        failures = 0
        setConnection('live')
      })
    } catch (error) {
      if (signal.aborted) return
      // The next request leads to the login. A new session reconnects.
      if (error instanceof ServiceError && error.status === 401) {
        stop()
        return
      }
      failures++
      if (failures > 1) setConnection('lost')
    }
    const longest = Math.min(pauseMaxMs, 1000 * 2 ** failures)
    await sleep(failures === 0 ? 200 : longest * (0.5 + Math.random() / 2), signal)
  }
}

/** Reads one connection until it ends, at the latest with its token. */
async function follow(signal: AbortSignal, onReady: () => void): Promise<void> {
  const silence = new AbortController()
  // The first connection also replays changes since the login, which pages may have missed while loading.
  const since = lastId === '' ? String(sessionSinceMs()) : lastId
  const headers = { accept: 'text/event-stream', 'last-event-id': since }
  const response = await client.fetch('/events', { headers, signal: AbortSignal.any([signal, silence.signal]) })
  const reader = new SseReader(lastId)
  const decoder = new TextDecoder()
  const body = response.body?.getReader()
  for (;;) {
    const timer = setTimeout(() => silence.abort(), silenceMs)
    const piece = await body?.read().finally(() => clearTimeout(timer))
    if (!piece || piece.done) return
    for (const { name, data } of reader.take(decoder.decode(piece.value, { stream: true }))) {
      if (name === 'ready') onReady()
      else if (name === 'stamp') notify({ name, change: JSON.parse(data) as StampChange })
      else if (name === 'reset') notify({ name })
    }
    lastId = reader.lastId
  }
}

function notify(event: StampEvent): void {
  for (const listener of listeners) listener(event)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
