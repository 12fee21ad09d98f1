import { ServiceError, type StampChange, stampEvents } from '@tallystick/sdk'
import { client } from '../../../session/client.js'
import { currentSession, onSessionChange, sessionSinceMs } from '../../../session/session.js'

/** A change, or `reset`: everything cached may be stale. */
type StampEvent = { name: 'stamp'; change: StampChange } | { name: 'reset' }

/** State of the event stream. */
export type Connection = 'connecting' | 'live' | 'lost'

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
  // The first connection also replays changes since the login, which pages may have missed while loading.
  const since = lastId === '' ? String(sessionSinceMs()) : lastId
  for await (const event of stampEvents(client, { since, signal })) {
    if (event.name === 'ready') onReady()
    else if (event.name === 'stamp') notify({ name: 'stamp', change: event.change })
    else if (event.name === 'reset') notify({ name: 'reset' })
    lastId = event.position
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
