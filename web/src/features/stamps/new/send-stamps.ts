import { ServiceError } from '@tallystick/sdk'
import { client } from '../../../session/client.js'
import { type RunItem, stampName } from './run-items.js'

/** Options shared by all stamps of a run. */
export interface RunOptions {
  isPrivate: boolean
  description: string
  /** Whether names of folders become part of the stamps' names. */
  withFolders: boolean
}

/** Result for an item. */
export interface Outcome {
  state: 'stamped' | 'existing' | 'failed'
  code?: string
  error?: unknown
}

type Settled = (item: RunItem, outcome: Outcome) => void

/** Items per request, few enough to show progress. */
export const chunkItems = 1000
/** Up to this many, each stamp is a request of its own, which returns its code. */
const singlesMax = 20
const singlesAtOnce = 6
const attemptsMax = 5
/** Longest wait between attempts; what takes longer is a refusal. */
const waitSecondsMax = 60

/**
 * Stamps items whose hash is known and reports each result. Idempotent: existing stamps stay as they are.
 *
 * @param isBulk whether the run is too large for one request per stamp
 */
export async function sendStamps(
  items: readonly RunItem[],
  options: RunOptions,
  { isMany, signal, settled }: { isMany: boolean; signal: AbortSignal; settled: Settled },
): Promise<void> {
  if (isMany && options.description === '') return sendInBulk(items, options, settled, signal)
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item && !signal.aborted; item = queue.shift()) {
      settled(item, await sendOne(item, options, signal))
    }
  }
  await Promise.all(Array.from({ length: Math.min(singlesAtOnce, items.length) }, worker))
}

/** Whether this many items are stamped in bulk. */
export function isBulk(count: number): boolean {
  return count > singlesMax
}

async function sendInBulk(
  items: readonly RunItem[],
  { isPrivate, withFolders }: RunOptions,
  settled: Settled,
  signal: AbortSignal,
): Promise<void> {
  const body = items.map((item) => ({ hash: item.hash ?? '', filename: nameOf(item, withFolders), isPrivate }))
  try {
    const results = await withRetries(() => client.post('/multi-stamp', { body, signal }), signal)
    for (const [at, item] of items.entries()) settled(item, { state: results[at]?.existing ? 'existing' : 'stamped' })
  } catch (error) {
    for (const item of items) settled(item, { state: 'failed', error })
  }
}

async function sendOne(item: RunItem, options: RunOptions, signal: AbortSignal): Promise<Outcome> {
  const { isPrivate, description, withFolders } = options
  const metadata = description === '' ? {} : { metadata: { description } }
  const body = { hash: item.hash ?? '', filename: nameOf(item, withFolders), isPrivate, ...metadata }
  try {
    const { code } = await withRetries(() => client.post('/hash', { body, signal }), signal)
    return { state: 'stamped', code }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'stamp_exists') return { state: 'existing' }
    return { state: 'failed', error }
  }
}

function nameOf({ name, path }: RunItem, withFolders: boolean): string {
  return stampName(withFolders ? (path ?? name) : name)
}

/** Retries failed connections and temporary errors; repeating is harmless. Refusals are final. */
async function withRetries<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      const isRefusal = error instanceof ServiceError && error.status < 500 && error.status !== 429
      const asked = error instanceof ServiceError ? error.retryAfterS : null
      // Such as the stamps of a day: no one waits for that.
      const isLong = (asked ?? 0) > waitSecondsMax
      if (signal.aborted || isRefusal || isLong || attempt >= attemptsMax) throw error
      await sleep(Math.min(waitSecondsMax, asked ?? 2 ** (attempt - 1)) * 1000, signal)
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
